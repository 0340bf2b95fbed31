import { cellMarks } from '../../../base/database/derived-cells.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { readColumns } from './sheet-columns.ts'
import type { SheetProduct } from './sheet-products.ts'

/** A text of a product's main picture. `picture`, `folder`: its name and folder. `differing`: other pictures of the product with another text. */
export type TextOfCell = Pick<SheetProduct, 'product' | 'name'> & {
  readonly folder: string | null
  readonly attribute: string
  readonly text: string
  readonly picture: string | null
  readonly differing: number
}

export type TextsOfCells<Text = TextOfCell> = {
  readonly asked: Text[]
  /** Cells of main pictures without a text. */
  readonly empty: number
  /** Of these, cells that another picture of the product has a text for. */
  readonly onlyOthers: number
}

export type ColumnsOfTexts = readonly { readonly question: string; readonly attribute: string }[]

/** The texts of each product's main picture, the first in its order; and what its other pictures have. */
export const textsOfCells = (
  journal: Journal,
  owner: string,
  products: readonly SheetProduct[],
  { columns, onlyApproved }: { readonly columns: ColumnsOfTexts; readonly onlyApproved: boolean },
): TextsOfCells => {
  const found = readColumns(
    journal,
    owner,
    columns.map(({ question }) => ({ question, column: question, checks: [] })),
  )
  const texts = found.map(({ id }) => {
    const rows = journal.all(
      `SELECT picture, coalesce(edited_text, text) AS text FROM cells CROSS JOIN answers ON answers.seq = answer
       WHERE cell_column = ? AND NOT marks & ${cellMarks.unknown} AND (NOT ? OR marks & ${cellMarks.approved})`,
      id,
      Number(onlyApproved),
    )
    return new Map(rows.map(({ picture, text }) => [Number(picture), String(text)]))
  })
  const pictures = new Map(
    journal
      .all(
        'SELECT seq, name, folder FROM json_each(?) CROSS JOIN images ON seq = value',
        JSON.stringify(products.map((one) => one.pictures[0] ?? -1)),
      )
      .map(({ seq, name, folder }) => [Number(seq), { picture: String(name), folder: folder === null ? null : String(folder) }]),
  )
  const asked: TextOfCell[] = []
  let [empty, onlyOthers] = [0, 0]
  for (const { product, name, pictures: own } of products) {
    const [main = -1, ...others] = own
    for (const [at, { attribute }] of columns.entries()) {
      const textOf = (seq: number): string => texts[at]?.get(seq) ?? ''
      const text = textOf(main)
      const differing = others.filter((seq) => !['', text].includes(textOf(seq))).length
      if (text !== '') asked.push({ product, name, attribute, text, differing, ...(pictures.get(main) ?? { picture: null, folder: null }) })
      else {
        empty++
        if (differing > 0) onlyOthers++
      }
    }
  }
  return { asked, empty, onlyOthers }
}
