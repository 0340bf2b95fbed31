import { AppError } from '../../../shared/errors.ts'
import type { MappedFile } from '../../../shared/matching.ts'

/** A table with more lines is a mistake. */
const mostLines = 200_000

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

const fileHeaders = new Set([
  'file',
  'filename',
  'file name',
  'image',
  'picture',
  'path',
  'datei',
  'dateiname',
  'bild',
  'fichier',
  'archivo',
])

/** Lines that are read in one turn of the event loop. */
const pieceSize = 500

/**
 * Reads a table of files and their products, in pieces: two columns, separated by tabs, semicolons or commas, the same in all lines. A first line of headers
 * is left out. Runs in linear time. Errors: `usage` with the first line that can't be read.
 */
export function* parseMappingPieces(text: string): Generator<readonly MappedFile[]> {
  const lines = text.split(/\r\n|\n|\r/)
  if (lines.length > mostLines) throw new AppError('usage', { kind: 'mapping-over-size', most: mostLines }, { kept: 'nothing-changed' })
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = separators.find((one) => first.includes(one)) ?? ','
  let files: MappedFile[] = []
  let isFirst = true
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [file = '', product = ''] = splitCells(line, separator)
    const isHeader = isFirst && fileHeaders.has(file.toLowerCase())
    isFirst = false
    if (isHeader) continue
    if (file === '' || product === '')
      throw new AppError('usage', { kind: 'mapping-unreadable', line: index + 1 }, { kept: 'nothing-changed' })
    files.push({ file, product })
    if (files.length < pieceSize) continue
    yield files
    files = []
  }
  yield files
}

/** The same at once. */
export const parseMapping = (text: string): MappedFile[] => [...parseMappingPieces(text)].flat()
