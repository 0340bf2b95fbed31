import type { SheetView } from '../../../../shared/answers/sheet.ts'
import type { OutLayout, OutWhich } from '../../../../shared/exchange/exports.ts'
import type { WalkedRow } from '../../answers/sheet/lists/sheet-lists.ts'
import { inBlocks } from './files/in-blocks.ts'
import { type TableRows, writeSeparated } from './files/write-separated.ts'
import { type WorkbookColumn, writeWorkbook } from './files/write-workbook.ts'
import { createTable, eachProduct, emptyCounts, headersOf, type TableCounts, type TablePorts } from './table-rows.ts'

/** `selected`: the pictures that the view names (`view.images`), as JSON. `name`: of the sheet in a workbook. */
export type TableTask = {
  readonly view: SheetView
  readonly selected: string | null
  readonly owner: string | null
  readonly layout: OutLayout
  readonly which: OutWhich
  readonly name: string
}

/** Some of a file, and how many of its rows, or records, are in it and those before. */
export type FilePiece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly done: number; readonly total: number }

/** The rows of a task, with how many there are, and what they are made with. */
export type TableSource = {
  readonly total: number
  readonly rows: AsyncIterable<readonly WalkedRow[]>
  readonly ports: TablePorts
}

/** Characters. */
const widths = { fact: 20, text: 60, own: 12 }

const columnsOf = ({ columns, comesBack }: OutLayout): WorkbookColumn[] => {
  const own: WorkbookColumn = { width: widths.own, isHidden: true }
  return [
    ...columns.map(({ from }) => ({ width: from.kind === 'question' ? widths.text : widths.fact, isHidden: false })),
    ...(comesBack ? [own, own] : []),
  ]
}

/** A table as the pieces of its file, and at the end what went out. A long read: all is of one state. */
export const createTablePieces = (find: (task: TableTask) => Promise<TableSource>) =>
  async function* (task: TableTask): AsyncGenerator<FilePiece, TableCounts> {
    const { layout, which, name } = task
    const { total, rows, ports } = await find(task)
    const counts = emptyCounts()
    const toRow = createTable(layout, which, ports, counts)
    let done = 0
    async function* table(): TableRows {
      yield [headersOf(layout)]
      for await (const piece of rows) {
        done += piece.length
        yield piece
          .flatMap((one) => eachProduct(one, layout))
          .flatMap((row) => {
            const fields = toRow(row)
            return fields ? [fields] : []
          })
      }
    }
    const { form } = layout
    // A line break that becomes a space would come back as a change.
    const pieces =
      form.kind === 'xlsx'
        ? writeWorkbook(table(), name, columnsOf(layout))
        : writeSeparated(table(), { ...form, flat: form.flat && !layout.comesBack })
    for await (const bytes of inBlocks(pieces)) yield { bytes, done, total }
    return counts
  }
