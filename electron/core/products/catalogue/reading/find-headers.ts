import { namingRoles } from '../../../../../shared/products/column-roles.ts'
import { recogniseColumns } from '../recognise-columns.ts'
import { recogniseShape } from '../shapes/known-shapes.ts'

type Cells = { readonly row: number; readonly cells: readonly string[] }

/** Rows before the headers, such as a title. */
export const mostBefore = 10

export const isBlank = ({ cells }: Pick<Cells, 'cells'>): boolean => cells.every((cell) => cell.trim() === '')

export const cleanHeaders = (cells: readonly string[]): string[] => {
  const headers = cells.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, 200))
  while (headers.at(-1) === '') headers.pop()
  return headers
}

const countFilled = ({ cells }: Cells): number => cells.filter((cell) => cell.trim() !== '').length

/** A header is hardly ever a number; a row of products mostly has one. */
const hasNumber = ({ cells }: Cells): boolean =>
  cells.some((cell) => cell.trim() !== '' && !Number.isNaN(Number(cell.trim().replaceAll(',', '.'))))

/** How many columns of a row name products, by whole names only with `isExact`. */
const countNaming = ({ cells }: Cells, isExact: boolean): number => {
  const columns = recogniseColumns(cleanHeaders(cells), isExact)
  return namingRoles.filter((role) => columns[role] !== undefined).length
}

/**
 * The header row among the first rows: one of a known export; else the first, or one that names products below a title. A row of products
 * may have a word in it that a header has, too (“Door handle”): where the rows above are no titles, only whole names of columns count. A row
 * of names below the headers (Amazon’s flat files) counts instead of them.
 */
export const findHeaders = <Row extends Cells>(rows: readonly Row[]): Row | undefined => {
  const candidates = rows.filter((row) => !isBlank(row)).slice(0, mostBefore)
  const known = candidates.find((row) => recogniseShape(cleanHeaders(row.cells)) !== undefined)
  if (known) return known
  const isHeader = (row: Row, at: number): boolean => {
    if (at > 0 && hasNumber(row)) return false
    const isBelowTitles = candidates.slice(0, at).every((above) => countFilled(above) < countFilled(row))
    return countNaming(row, !isBelowTitles) > 0
  }
  const at = candidates.findIndex(isHeader)
  const [found, below] = [candidates[at], candidates[at + 1]]
  if (!found) return candidates[0]
  return below && !hasNumber(below) && countNaming(below, true) > 1 ? below : found
}

/** Whether the first rows of a sheet have headers, and a row below them. */
export const namesProducts = (rows: readonly Cells[]): boolean => {
  const headers = findHeaders(rows)
  if (!headers || !rows.some((row) => row.row > headers.row && !isBlank(row))) return false
  return recogniseShape(cleanHeaders(headers.cells)) !== undefined || countNaming(headers, false) > 0
}
