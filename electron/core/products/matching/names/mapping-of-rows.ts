import { AppError } from '../../../../../shared/base/errors.ts'
import type { MappedFile } from '../../../../../shared/products/matching.ts'
import { foldName } from '../../../base/database/fold-name.ts'

/** A row of a table as it is in its file. `faults`: cells without a reliable value, such as a formula that failed. */
export type TableRow = { readonly row: number; readonly cells: readonly string[]; readonly faults?: ReadonlyMap<number, unknown> }

/** A table with more rows is a mistake. */
const mostRows = 200_000

const fileHeaders = new Set(
  (
    'file|files|filename|file name|image|images|image file|image name|image file name|image link|image src|image url|main image|additional image|' +
    'additional image link|picture|pictures|picture name|photo|photos|path|datei|dateiname|bild|bilder|bilddatei|foto|fotos|fichier|image fichier|' +
    'archivo|imagen|imagenes'
  ).split('|'),
)

/** The surest first. */
const productHeaders = [
  ['product', 'product id', 'productid', 'id', 'produkt', 'produkt id', 'produit', 'producto'],
  ['sku', 'variant sku', 'article', 'article number', 'item number', 'artikel', 'artikelnummer', 'reference', 'referencia'],
  ['gtin', 'ean', 'upc', 'barcode'],
  ['handle', 'name', 'product name', 'title'],
]

const placeHeaders = new Set('position|place|image position|sort|sort order|order|reihenfolge|sortierung'.split('|'))

/** `place`: the column with a picture's place in its product; -1: there is none. */
type Columns = { readonly files: readonly number[]; readonly product: number; readonly place: number }

const toWords = (header: string): string =>
  foldName(header)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** `image_1`, `Image 2` and `image` are columns of files. */
const isFileHeader = (header: string): boolean => fileHeaders.has(header.replace(/ ?[0-9]{1,3}$/, ''))

/** Which columns these headers name; `null`: they are no headers. A `product` of -1: they don’t say it. */
const readHeaders = (cells: readonly string[]): Columns | null => {
  const headers = cells.map(toWords)
  const files = headers.flatMap((header, at) => (isFileHeader(header) ? [at] : []))
  if (files.length === 0) return null
  const place = headers.findIndex((header) => placeHeaders.has(header))
  for (const group of productHeaders) {
    const product = headers.findIndex((header, at) => !files.includes(at) && group.includes(header))
    if (product >= 0) return { files, product, place }
  }
  // `image_1` may be a file's name, too.
  if (!headers.some((header) => fileHeaders.has(header))) return null
  const others = headers.flatMap((header, at) => (files.includes(at) || header === '' ? [] : [at]))
  return { files, product: others.length === 1 ? (others[0] ?? -1) : -1, place }
}

const isFileName = (text: string): boolean => /\.(?:jpe?g|jfif|png|webp|gif|tiff?|heic|heif|avif|jxl|bmp|psd|jp2|svg)$/i.test(text)

/** Files of a cell: each line of it, or all between separators where each has an extension, as a file's name may have a comma. */
const splitFiles = (cell: string): readonly string[] => {
  for (const separator of ['|', ';', ',']) {
    const parts = cell.split(separator).map((part) => part.trim())
    const named = parts.filter((part) => part !== '')
    if (parts.length > 1 && named.every((part) => isFileName(withoutQuery(part)))) return named
  }
  const lines = cell.split(/\r\n|\n|\r/).map((line) => line.trim())
  return lines.length > 1 ? lines.filter((line) => line !== '').flatMap(splitFiles) : cell.trim() === '' ? [] : [cell.trim()]
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const withoutQuery = (text: string): string => (isAddress(text) ? text.replace(/[?#].*$/s, '') : text)

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Of an address, the file's name. */
const toFile = (text: string): string => (isAddress(text) ? decode(withoutQuery(text).split('/').at(-1) ?? '') : text)

/** Without headers: the column of which most cells are names of pictures, and the other one. Without any such name, files are first. */
const readColumns = (rows: readonly TableRow[]): Columns => {
  const countNames = (at: number): number =>
    rows.filter(({ cells }) => splitFiles(cells[at] ?? '').some((one) => isFileName(withoutQuery(one)))).length
  const file = countNames(1) > countNames(0) ? 1 : 0
  return { files: [file], product: 1 - file, place: -1 }
}

/** Rows that tell which column is which. */
const tellingRows = 200

const unreadable = (line: number): AppError => new AppError('usage', { kind: 'mapping-unreadable', line }, { kept: 'nothing-changed' })

const readPlace = (text: string | undefined): number | undefined => {
  const place = /^[0-9]{1,4}$/.test(text ?? '') ? Number(text) : 0
  return place > 0 ? place : undefined
}

/**
 * Files and their products by a table: two columns, either way round, or more if its first row names them; several files in a cell, or in columns
 * such as `image_1` and `image_2`, are in this order. Errors: `usage` with the first row that can't be read.
 */
export const mappingOfRows = (table: readonly TableRow[]): MappedFile[] => {
  const rows = table
    .map((row) => ({ ...row, cells: row.cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [first] = rows
  if (!first) return []
  const [beyond] = rows.slice(mostRows)
  if (beyond) throw new AppError('usage', { kind: 'mapping-over-size', most: mostRows }, { kept: 'nothing-changed' })
  const headers = readHeaders(first.cells)
  const hasHeaders = headers !== null
  if (hasHeaders && headers.product < 0) throw unreadable(first.row)
  const { files, product, place } = headers ?? readColumns(rows.slice(0, tellingRows))
  return (hasHeaders ? rows.slice(1) : rows).flatMap(({ row, cells, faults }) => {
    if (faults && faults.size > 0) throw unreadable(row)
    const named = files.flatMap((at) => splitFiles(cells[at] ?? ''))
    const of = cells[product] ?? ''
    // Without headers, a third column could be the product as well. A product without a file says nothing.
    const isUnclear = !hasHeaders && cells.filter((cell) => cell !== '').length > 2
    if (isUnclear || (named.length === 0 ? !hasHeaders : of === '')) throw unreadable(row)
    const said = named.length === 1 ? readPlace(cells[place]) : undefined
    return named.map((text, at): MappedFile => {
      const counted = named.length > 1 || files.length > 1 ? at + 1 : said
      return { file: toFile(text), product: of, ...(counted === undefined ? {} : { place: counted }) }
    })
  })
}
