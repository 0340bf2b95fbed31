import { AppError } from '../../../../../shared/base/errors.ts'

type TableRow = { readonly row: number; readonly cells: readonly string[]; readonly faults?: ReadonlyMap<number, unknown> }

/** As a cell of a table with tabs, in one line. */
const toCell = (cell: string): string => {
  const text = cell.replace(/[\t\r\n]/g, ' ').trim()
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * The rows of a workbook as the text of a mapping, a line each, so that line numbers are the workbook's. Error: `usage` with the first row that has a
 * cell without a reliable value, such as a formula that failed.
 */
export const mappingOfRows = (rows: readonly TableRow[]): string => {
  const lines: string[] = []
  for (const { row, cells, faults } of rows) {
    if (faults && faults.size > 0) throw new AppError('usage', { kind: 'mapping-unreadable', line: row }, { kept: 'nothing-changed' })
    while (lines.length < row - 1) lines.push('')
    let width = cells.length
    while (width > 0 && cells[width - 1]?.trim() === '') width -= 1
    lines.push(cells.slice(0, width).map(toCell).join('\t'))
  }
  return lines.join('\n')
}
