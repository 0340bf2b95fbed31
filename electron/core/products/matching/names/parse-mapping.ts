import { AppError } from '../../../../../shared/base/errors.ts'
import type { MappedFile } from '../../../../../shared/products/matching.ts'

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

const fileHeaders = new Set(
  'file|filename|file name|image|image file|picture|path|datei|dateiname|bild|bilddatei|fichier|archivo|imagen'.split('|'),
)

/** The surest first. */
const productHeaders = [
  ['product', 'product id', 'productid', 'id', 'produkt', 'produkt-id', 'produit', 'producto'],
  ['sku', 'article', 'article number', 'item number', 'artikel', 'artikelnummer', 'référence', 'reference', 'referencia'],
  ['gtin', 'ean', 'upc', 'barcode'],
  ['handle', 'name', 'product name', 'title'],
]

type Columns = { readonly file: number; readonly product: number }

/** Which columns these headers name; `null`: they are no headers, or don’t say it. */
const readHeaders = (cells: readonly string[]): Columns | null => {
  const headers = cells.map((cell) => cell.toLowerCase())
  const file = headers.findIndex((header) => fileHeaders.has(header))
  if (file < 0) return null
  for (const group of productHeaders) {
    const product = headers.findIndex((header, at) => at !== file && group.includes(header))
    if (product >= 0) return { file, product }
  }
  const others = headers.flatMap((header, at) => (at === file || header === '' ? [] : [at]))
  return { file, product: others.length === 1 ? (others[0] ?? -1) : -1 }
}

/** The lines of a text, one after another. */
function* walkLines(text: string): Generator<string> {
  const ends = /\r\n|\n|\r/g
  let begin = 0
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(begin, end.index)
    begin = ends.lastIndex
  }
  yield text.slice(begin)
}

type Layout = { readonly separator: string; readonly hasHeaders: boolean; readonly columns: Columns }

/** How the table is laid out, as its first line says. */
const readLayout = (first: string): Layout => {
  const separator = separators.find((one) => first.includes(one)) ?? ','
  const headers = readHeaders(splitCells(first.replace(/^\uFEFF/, ''), separator))
  return { separator, hasHeaders: headers !== null, columns: headers ?? { file: 0, product: 1 } }
}

/** `null`: the line isn’t a file and its product. */
const readLine = (line: string, { separator, hasHeaders, columns }: Layout): MappedFile | null => {
  const cells = splitCells(line, separator)
  const [file = '', product = ''] = [cells[columns.file], cells[columns.product]]
  // Without headers, a third column could be the product as well.
  const isUnclear = !hasHeaders && cells.filter((cell) => cell !== '').length > 2
  return file === '' || product === '' || isUnclear ? null : { file, product }
}

/**
 * Reads a table of files and their products, separated by tabs, semicolons or commas, the same in all lines: two columns, or more if the
 * first line names both. Runs in linear time. Errors: `usage` with the first line that can't be read.
 */
export const parseMapping = (text: string): MappedFile[] => {
  let layout: Layout | null = null
  const files: MappedFile[] = []
  let number = 0
  for (const line of walkLines(text)) {
    number += 1
    if (number > mostLines) throw new AppError('usage', { kind: 'mapping-over-size', most: mostLines }, { kept: 'nothing-changed' })
    if (line.trim() === '') continue
    const isFirst = layout === null
    layout ??= readLayout(line)
    if (isFirst && layout.hasHeaders && layout.columns.product >= 0) continue
    const read = readLine(line, layout)
    if (!read) throw new AppError('usage', { kind: 'mapping-unreadable', line: number }, { kept: 'nothing-changed' })
    files.push(read)
  }
  return files
}
