import { cellValue, type SheetCell } from '../../../../shared/answers/sheet.ts'
import { isFormula } from '../../../../shared/base/spreadsheet-text.ts'
import type { OutColumn, OutFact, OutLayout, OutWhich } from '../../../../shared/exchange/exports.ts'
import type { WalkedRow } from '../../answers/sheet/lists/sheet-lists.ts'
import { longestCell } from './files/write-workbook.ts'
import { formatRevisions, keyHeader, revisionsHeader } from './revisions.ts'

/** Of a product: what only its list knows. */
export type ListedProduct = { readonly gtin: string | null; readonly handle: string | null; readonly further: ReadonlyMap<string, string> }

export type TablePorts = {
  readonly findListed: (row: WalkedRow) => ListedProduct | undefined
  readonly findPlace: (imageId: string) => { readonly path: string; readonly address: string } | undefined
}

/** What was written. `rowsLeftOut`: without what their program finds them by (`withoutKey`, though they have a text), or without a text. `leftOut`: texts without approval. `tooLong`: texts that a workbook’s cell can’t hold. `defused`: with a sign before a formula. `aboutEarlier`: texts about an earlier file of their picture. */
export type TableCounts = {
  rows: number
  rowsLeftOut: number
  withoutKey: number
  cells: number
  leftOut: number
  tooLong: number
  defused: number
  aboutEarlier: number
}

export const emptyCounts = (): TableCounts => ({
  rows: 0,
  rowsLeftOut: 0,
  withoutKey: 0,
  cells: 0,
  leftOut: 0,
  tooLong: 0,
  defused: 0,
  aboutEarlier: 0,
})

/**
 * A row for each product of a picture. A table that comes back has each picture once, so that its texts are one; a row for further products has what the first
 * one has of the picture.
 */
export const eachProduct = (walked: WalkedRow, { comesBack }: Pick<OutLayout, 'comesBack'>): readonly WalkedRow[] =>
  comesBack
    ? [walked]
    : [
        walked,
        ...walked.further.map(({ product, place }): WalkedRow => {
          const { key, sku, productId, name } = product
          return { ...walked, product, place, further: [], row: { ...walked.row, productKey: key, sku, productId, productName: name } }
        }),
      ]

const factOf = (fact: OutFact, { row, product, place }: WalkedRow, listed: ListedProduct | undefined, ports: TablePorts): string => {
  const where = () => (row.imageId === null ? undefined : ports.findPlace(row.imageId))
  switch (fact) {
    case 'name':
      return row.name
    case 'folder':
      return row.folder ?? ''
    case 'path':
      return where()?.path ?? ''
    case 'address':
      return where()?.address ?? ''
    case 'position':
      return place === null ? '' : String(place)
    case 'productId':
      return row.productId ?? ''
    case 'sku':
      return row.sku ?? ''
    case 'gtin':
      return product?.gtin ?? listed?.gtin ?? ''
    case 'handle':
      return product?.handle ?? listed?.handle ?? ''
    case 'productName':
      return row.productName ?? ''
    case 'pictures':
      return String(row.pictures)
    case 'aboutEarlier':
      return row.cells.flatMap((cell) => (cell.isAboutEarlier ? [cell.question] : [])).join(' · ')
  }
}

const isOfList = (fact: OutFact | undefined): boolean => fact === 'gtin' || fact === 'handle'

const needsList = ({ columns, onlyWith }: OutLayout): boolean =>
  isOfList(onlyWith) || columns.some(({ from }) => from.kind === 'further' || (from.kind === 'fact' && isOfList(from.fact)))

/** A cell's text as it goes out; `null`: it stays behind. */
const writtenOf = (cell: SheetCell | undefined, which: OutWhich, longest: number): string | null | 'too-long' => {
  if (!cell) return null
  if (which === 'approved' && cell.review !== 'approved') return null
  const text = cellValue(cell)
  return text.length > longest ? 'too-long' : text
}

/** The header row. */
export const headersOf = ({ columns, comesBack }: OutLayout): string[] => [
  ...columns.map(({ header }) => header),
  ...(comesBack ? [keyHeader, revisionsHeader] : []),
]

/** Makes the rows of a table, and counts what goes out and what does not. */
export const createTable = (layout: OutLayout, which: OutWhich, ports: TablePorts, counts: TableCounts) => {
  const readsList = needsList(layout)
  const isWorkbook = layout.form.kind === 'xlsx'
  const longest = isWorkbook ? longestCell : Number.POSITIVE_INFINITY
  const askedColumns = layout.columns.filter(({ from }) => from.kind === 'question')

  const textOf = (
    column: OutColumn,
    walked: WalkedRow,
    cells: ReadonlyMap<string, SheetCell>,
    listed: ListedProduct | undefined,
  ): string => {
    const { from } = column
    switch (from.kind) {
      case 'fact':
        return factOf(from.fact, walked, listed, ports)
      case 'further':
        return listed?.further.get(from.header) ?? ''
      case 'fixed':
        return from.text
      case 'review': {
        const cell = cells.get(from.question)
        return cell === undefined || cell.kind === 'none' ? '' : cell.review
      }
      case 'question': {
        const cell = cells.get(from.question)
        const written = writtenOf(cell, which, longest)
        if (written === 'too-long') counts.tooLong++
        else if (written === null && cell && cellValue(cell) !== '') counts.leftOut++
        else if (written) {
          counts.cells++
          if (cell?.isAboutEarlier) counts.aboutEarlier++
        }
        return written === null || written === 'too-long' ? '' : written
      }
    }
  }

  const revisionsOf = (cells: ReadonlyMap<string, SheetCell>): string =>
    formatRevisions(
      askedColumns.map(({ header, from }) => {
        const question = from.kind === 'question' ? from.question : ''
        const cell = cells.get(question)
        const text = writtenOf(cell, which, longest)
        return { question, header, written: cell && text !== null && text !== 'too-long' ? { text, review: cell.review } : null }
      }),
    )

  const isLeftOut = (walked: WalkedRow, cells: ReadonlyMap<string, SheetCell>, listed: ListedProduct | undefined): boolean => {
    if (layout.onlyWith === undefined) return false
    const hasText = askedColumns.some(({ from }) => {
      const written = from.kind === 'question' ? writtenOf(cells.get(from.question), which, longest) : null
      return written !== null && written !== 'too-long' && written !== ''
    })
    if (!hasText) return true
    const isWithoutKey = factOf(layout.onlyWith, walked, listed, ports) === ''
    if (isWithoutKey) counts.withoutKey++
    return isWithoutKey
  }

  /** `null`: the row is left out. */
  return (walked: WalkedRow): string[] | null => {
    const cells = new Map(walked.row.cells.map((cell) => [cell.question, cell]))
    const listed = readsList && walked.product ? ports.findListed(walked) : undefined
    if (isLeftOut(walked, cells, listed)) {
      counts.rowsLeftOut++
      return null
    }
    const fields = layout.columns.map((column) => textOf(column, walked, cells, listed))
    counts.rows++
    if (!isWorkbook) counts.defused += fields.filter(isFormula).length
    if (!layout.comesBack) return fields
    return [...fields, walked.row.imageId ?? '', walked.row.imageId === null ? '' : revisionsOf(cells)]
  }
}
