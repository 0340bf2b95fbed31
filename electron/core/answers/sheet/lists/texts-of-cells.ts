import { cellValue } from '../../../../../shared/answers/sheet.ts'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { TextsToSend } from '../../../../../shared/products/product-texts.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { AttachTarget } from '../../../products/ledger/attach-target.ts'
import type { ProductStore } from '../../../products/ledger/product-store.ts'
import { createTargets } from '../../../products/plans/lists/plan-targets.ts'
import type { TextAsked } from '../../../products/texts/lists/preview-texts.ts'
import { readCells } from './read-cells.ts'
import type { SheetReader } from './read-sheet.ts'
import { readSheetProducts, type SheetProduct } from './sheet-products.ts'

type Ports = { readonly journal: Journal; readonly products: ProductStore; readonly connectionId: string | null }
type ReadPorts = Ports & { readonly reader: Pick<SheetReader, 'productKeys'> }
type What = TextsToSend & { readonly kind: 'cells' }

/** Products of one turn of the event loop. */
const pieceSize = 200

const ofRecord = 'ref:'

/** Where a product's texts go: where its pictures go. Error: `usage`. */
const targetOf = ({ journal, products, connectionId }: Ports) => {
  const targets = createTargets({ journal, products }, connectionId)
  return ({ product, name }: SheetProduct, folder: string | null): AttachTarget => {
    if (product.key.startsWith(ofRecord)) return { kind: 'record', ref: product.key.slice(ofRecord.length) }
    const { to, problem } = targets.find({ product, imageIds: [], folder })
    if (problem) throw problem
    // A second product of that name would be created, and its pictures go elsewhere.
    if (to === null || (to.kind === 'new' && to.again)) throw new AppError('usage', { kind: 'product-not-created', product: name })
    return to.kind === 'new' ? { kind: 'new', name: to.name } : to
  }
}

export type TextsOfCells = {
  readonly asked: TextAsked[]
  /** Cells of main pictures without a text. */
  readonly empty: number
  /** Of these, cells that another picture of the product has a text for. */
  readonly onlyOthers: number
}

/** The texts of each product's main picture, the first in its order; and what its other pictures have. */
export const textsOfCells = async (ports: ReadPorts, { columns, onlyApproved, view }: What): Promise<TextsOfCells> => {
  const { journal, connectionId } = ports
  const wanted = view === null ? null : await ports.reader.productKeys(view, connectionId)
  const all = (await readSheetProducts(journal, connectionId ?? '', false)).list.filter(
    ({ product }) => wanted === null || wanted.has(product.key),
  )
  const find = targetOf(ports)
  const questions = columns.map(({ question }) => ({ question, column: question, checks: [] }))
  const asked: TextAsked[] = []
  let [empty, onlyOthers] = [0, 0]
  for (let at = 0; at < all.length; at += pieceSize) {
    const piece = all.slice(at, at + pieceSize)
    const rows = journal.all(
      'SELECT seq, id, name, folder FROM images WHERE seq IN (SELECT value FROM json_each(?))',
      JSON.stringify(piece.flatMap(({ pictures }) => pictures)),
    )
    const pictures = new Map(
      rows.map(({ seq, id, name, folder }) => [Number(seq), { seq: Number(seq), id: String(id), name: String(name), folder }]),
    )
    const cells = await readCells(journal, connectionId, [...pictures.values()], questions)
    const textOf = (seq: number, column: number): string => {
      const cell = cells.get(pictures.get(seq)?.id ?? '')?.[column]
      return !cell || (onlyApproved && cell.review !== 'approved') ? '' : cellValue(cell)
    }
    for (const one of piece) {
      const [main = -1, ...others] = one.pictures
      const picture = pictures.get(main)
      const folder = picture?.folder == null ? null : String(picture.folder)
      let found: AttachTarget | undefined
      const target = (): AttachTarget => {
        found ??= find(one, folder)
        return found
      }
      for (const [index, { attribute }] of columns.entries()) {
        const text = textOf(main, index)
        const differing = others.filter((seq) => !['', text].includes(textOf(seq, index))).length
        if (text !== '')
          asked.push({ key: one.product.key, name: one.name, target, attribute, text, picture: picture?.name ?? null, differing })
        else {
          empty++
          if (differing > 0) onlyOthers++
        }
      }
    }
    await journal.nextTurn()
  }
  return { asked, empty, onlyOthers }
}
