import { z } from 'zod'
import { call } from '../call.ts'
import { sheetCounts, sheetRow, sheetView } from '../sheet.ts'

/** Pictures or products down, questions across. All about the active workspace. */
export const sheetContract = {
  /** One page of the rows, and counts of all of them. Errors: `unknown-id` (the set). */
  page: call
    .input(z.object({ view: sheetView, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }))
    .output(z.object({ total: z.number().int(), rows: z.array(sheetRow), counts: sheetCounts })),
  /** The pictures of many rows in the order shown, such as for a paste; `null`: a product without one. */
  keys: call
    .input(z.object({ view: sheetView, offset: z.number().int().min(0), limit: z.number().int().min(1).max(20_000) }))
    .output(z.object({ total: z.number().int(), images: z.array(z.string().nullable()) })),
}
