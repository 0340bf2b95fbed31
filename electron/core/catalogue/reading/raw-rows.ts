import type { ListForm } from '../../../../shared/catalogue.ts'

/** Why a cell has no value that can be relied on; by its column. */
export type CellFault = 'failed' | 'without-value' | 'too-many-digits'

/** A row as it is in the file. `row`: as a spreadsheet counts, from 1. `isExact`: numbers in it are whole, as in a workbook. */
export type RawRow = {
  readonly row: number
  readonly cells: readonly string[]
  readonly faults?: ReadonlyMap<number, CellFault>
}

/** A list file, open for reading. */
export type RawList = {
  readonly form: ListForm
  /** Pieces of rows, in their order; empty rows may be left out. */
  readonly rows: AsyncIterable<readonly RawRow[]>
  /** Merged cells, as `A2:B3`; known after the last row. */
  readonly merged: () => readonly string[]
  readonly close: () => void
}

/** Rows of one piece: large enough to cost little each, small enough to be written in one turn or two. */
export const pieceRows = 250
