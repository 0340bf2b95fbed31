import type { ListForm, UnclearReading } from '../../../../../shared/products/list-form.ts'

/** Why a cell has no value that can be relied on; by its column. */
export type CellFault = 'failed' | 'without-value' | 'too-many-digits'

/** A row as it is in the file. `row`: as a spreadsheet counts, from 1. `isGuessed`: its letters are read in a code page that the file doesn’t name. */
export type RawRow = {
  readonly row: number
  readonly cells: readonly string[]
  readonly faults?: ReadonlyMap<number, CellFault>
  readonly isGuessed?: true
  /** Its quotes don’t fit. `text`: they were read as letters. `open`: how many cells it has is not known. `spans`: it may be several rows. */
  readonly quotes?: 'text' | 'open' | 'spans'
  /** The file ends in it, without a line end, and it has fewer cells than the headers. */
  readonly isCut?: true
}

/** A list file, open for reading. */
export type RawList = {
  readonly form: ListForm
  /** Its letters are read in a code page that the file doesn’t name. */
  readonly isGuessed: boolean
  readonly unclear: readonly UnclearReading[]
  /** Pieces of rows, in their order; empty rows may be left out. */
  readonly rows: AsyncIterable<readonly RawRow[]>
  /** Merged cells, as `A2:B3`; known after the last row. */
  readonly merged: () => readonly string[]
  readonly close: () => void
}

/** Rows and letters of one piece: large enough to cost little each, small enough to be taken over in one turn or two. */
export const pieceRows = 250
const pieceLetters = 128 * 1024

const lettersOf = ({ cells }: RawRow): number => cells.reduce((sum, cell) => sum + cell.length, 0)

/** Counts the rows of a piece; true once it is full. */
export const createPieceCounter = (): ((row: RawRow) => boolean) => {
  let rows = 0
  let letters = 0
  return (row) => {
    rows++
    letters += lettersOf(row)
    if (rows < pieceRows && letters < pieceLetters) return false
    rows = 0
    letters = 0
    return true
  }
}
