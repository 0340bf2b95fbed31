import type { MappedFile } from '../../../../../shared/products/matching.ts'
import { mappingOfRows } from './mapping-of-rows.ts'

const separators = ['\t', ';', ','] as const

/** Cells of a line; one in quotes may contain the separator, and a quote that is doubled. */
const splitCells = (line: string, separator: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? ''
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (character === '"' && (isQuoted || cell.trim() === '')) {
      isQuoted = !isQuoted
    } else if (character === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  return [...cells, cell.trim()]
}

const toCell = (text: string): string => {
  const line = text.replace(/[\t\r\n]/g, ' ').trim()
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}

/** A mapping as it is kept. */
export const writeMapping = (files: readonly MappedFile[]): string =>
  ['file\tproduct\tposition', ...files.map(({ file, product, place }) => `${toCell(file)}\t${toCell(product)}\t${place ?? ''}`)].join('\n')

/** Reads a kept mapping; earlier ones are as their files were, separated by tabs, semicolons or commas. Runs in linear time. Errors: `usage`. */
export const parseMapping = (text: string): MappedFile[] => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = separators.find((one) => first.includes(one)) ?? ','
  return mappingOfRows(lines.map((line, at) => ({ row: at + 1, cells: splitCells(line, separator) })))
}
