import { z } from 'zod'
import { columnRoles } from '../products/column-roles.ts'

export const columnRole = z.enum(columnRoles)

/** Why a row does not come in. `row`, `other`: as a spreadsheet counts them, from 1. */
export const rowProblem = z.discriminatedUnion('kind', [
  /** `value`: as it is in the file, such as 4.00638E+12. */
  z.object({ kind: z.literal('number-shortened'), role: columnRole, value: z.string() }),
  /** A spreadsheet keeps 15 digits of a number. */
  z.object({ kind: z.literal('number-too-long'), role: columnRole, value: z.string() }),
  z.object({ kind: z.literal('formula-failed'), role: columnRole, value: z.string() }),
  z.object({ kind: z.literal('formula-without-value'), role: columnRole }),
  z.object({ kind: z.literal('names-nothing') }),
  /** `value`: its word for a sum. */
  z.object({ kind: z.literal('total'), value: z.string() }),
  /** A quote opens in it and is never closed. */
  z.object({ kind: z.literal('quote-open') }),
  z.object({ kind: z.literal('gtin-wrong'), value: z.string(), why: z.enum(['not-a-number', 'length', 'check-digit']) }),
  z.object({ kind: z.literal('repeats-row'), role: columnRole, value: z.string(), other: z.number().int() }),
  z.object({ kind: z.literal('too-many-cells'), cells: z.number().int(), columns: z.number().int() }),
  z.object({ kind: z.literal('cell-too-long'), column: z.string(), limit: z.number().int() }),
])
export type RowProblem = z.infer<typeof rowProblem>
