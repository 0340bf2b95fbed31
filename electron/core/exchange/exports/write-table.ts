import { basename } from 'node:path'
import type { OutLayout, OutWhich, OutWritten } from '../../../../shared/exchange/exports.ts'
import type { WalkedRow } from '../../answers/sheet/lists/read-sheet.ts'
import type { Files } from '../../base/platform/files.ts'
import type { Ids } from '../../base/platform/ids.ts'
import { writeAtomically } from './files/write-atomically.ts'
import { type TableRows, writeSeparated } from './files/write-separated.ts'
import { type WorkbookColumn, writeWorkbook } from './files/write-workbook.ts'
import { createTable, emptyCounts, headersOf, type TablePorts } from './table-rows.ts'

export type WritePorts = TablePorts & { readonly files: Files; readonly ids: Ids }

/** Characters. */
const widths = { fact: 20, text: 60, own: 12 }

const columnsOf = ({ columns, comesBack }: OutLayout): WorkbookColumn[] => {
  const own: WorkbookColumn = { width: widths.own, isHidden: true }
  return [
    ...columns.map(({ from }) => ({ width: from.kind === 'question' ? widths.text : widths.fact, isHidden: false })),
    ...(comesBack ? [own, own] : []),
  ]
}

/** Writes a table whole, or leaves the earlier file. Errors: those of writing, and of reading the rows. */
export const writeTable = async (
  rows: AsyncIterable<readonly WalkedRow[]>,
  { layout, which, path }: { readonly layout: OutLayout; readonly which: OutWhich; readonly path: string },
  ports: WritePorts,
): Promise<OutWritten> => {
  const counts = emptyCounts()
  const toRow = createTable(layout, which, ports, counts)
  async function* table(): TableRows {
    yield [headersOf(layout)]
    for await (const piece of rows)
      yield piece.flatMap((row) => {
        const fields = toRow(row)
        return fields ? [fields] : []
      })
  }
  const { form } = layout
  // A line break that becomes a space would come back as a change.
  const pieces =
    form.kind === 'xlsx'
      ? writeWorkbook(table(), basename(path).replace(/\.[^.]*$/, ''), columnsOf(layout))
      : writeSeparated(table(), { ...form, flat: form.flat && !layout.comesBack })
  await writeAtomically(ports, path, pieces)
  return { place: path, ...counts }
}
