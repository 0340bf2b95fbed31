import { z } from 'zod'
import { changing } from '../call.ts'
import { bodyTemplates, servicePaths } from '../connection.ts'
import { operationName } from '../operations.ts'
import { readProductChange } from '../product-reading-settings.ts'
import { changedSettings } from '../workspace-settings.ts'
import { sessionView } from './session.ts'

/** Requests a minute; `null`: the workspace states that it has no limit; `unstated`: it states nothing. */
export const rateChange = z.union([z.number(), z.null(), z.literal('unstated')])
export type RateChange = z.infer<typeof rateChange>

/** What is to be changed of a connection; what is not named stays. What is `null` goes back to its default. */
export const connectionChange = z.object({
  name: z.string().optional(),
  paths: z.partialRecord(servicePaths.keyof(), z.string().nullable()).optional(),
  templates: z.partialRecord(bodyTemplates.keyof(), z.string().nullable()).optional(),
  rates: z.partialRecord(operationName, rateChange).optional(),
  ...changedSettings,
  /** `null`: products can't be read. `{}`: as the defaults say. */
  readProduct: readProductChange.nullable().optional(),
})
export type ConnectionChange = z.infer<typeof connectionChange>

/** What is wrong with a field, as the end of a sentence that begins with its name. */
export const fieldProblem = z.object({ field: z.string(), problem: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** What the active connection is set to, beyond how it signs in. */
export const connectionsContract = {
  /**
   * Changes the active connection by the rules of a connection file, all of it or, with a problem, nothing. What is under way ends as it
   * began; the next request is made the new way. Error: `no-connection`.
   */
  change: changing('session', 'jobs')
    .input(connectionChange)
    .output(z.object({ problems: z.array(fieldProblem), view: sessionView })),
}

/** A rate as a person writes it: a number, `none` (no limit), nothing (not stated). `undefined`: it is none of these. */
export const readRate = (text: string): RateChange | undefined => {
  const words = text.trim().toLowerCase()
  if (words === '') return 'unstated'
  if (words === 'none') return null
  return /^\d+([.,]\d+)?$/.test(words) ? Number(words.replace(',', '.')) : undefined
}

export const formatRate = (rate: number | null | undefined): string => (rate === undefined ? '' : rate === null ? 'none' : String(rate))
