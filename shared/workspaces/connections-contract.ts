import { z } from 'zod'
import { changing } from '../base/call.ts'
import type { FieldRule } from '../base/field-rule.ts'
import { operationName } from '../queue/operations.ts'
import { sessionView } from '../service/session-contract.ts'
import { bodyTemplates, servicePaths } from './connection.ts'
import { readProductChange } from './product-reading-settings.ts'
import { changedSettings } from './workspace-settings.ts'

/** Requests a minute; `null`: the workspace states no limit; `unstated`: it states nothing. */
export const rateChange = z.union([z.number(), z.null(), z.literal('unstated')])
export type RateChange = z.infer<typeof rateChange>

/** A change of a connection. Omitted fields stay; `null` resets a field to its default. */
export const connectionChange = z.object({
  name: z.string().optional(),
  paths: z.partialRecord(servicePaths.keyof(), z.string().nullable()).optional(),
  templates: z.partialRecord(bodyTemplates.keyof(), z.string().nullable()).optional(),
  rates: z.partialRecord(operationName, rateChange).optional(),
  ...changedSettings,
  /** `null`: products can't be read. `{}`: the defaults. */
  readProduct: readProductChange.nullable().optional(),
})
export type ConnectionChange = z.infer<typeof connectionChange>

/** The rule that a field breaks. */
export const fieldProblem = z.object({
  field: z.string(),
  rule: z.custom<FieldRule>((value) => z.looseObject({ kind: z.string() }).safeParse(value).success),
})

/** The active connection's settings besides its sign-in. */
export const connectionsContract = {
  /**
   * Changes the active connection by the rules of a connection file: all of it or, with a problem, nothing. Running requests end as
   * they began; the next request uses the new settings. Error: `no-connection`.
   */
  change: changing('session', 'jobs', 'library')
    .input(connectionChange)
    .output(z.object({ problems: z.array(fieldProblem), view: sessionView })),
}

/** Parses a typed rate: a number, `none` (no limit) or nothing (not stated). `undefined`: invalid. */
export const readRate = (text: string): RateChange | undefined => {
  const words = text.trim().toLowerCase()
  if (words === '') return 'unstated'
  if (words === 'none') return null
  return /^\d+([.,]\d+)?$/.test(words) ? Number(words.replace(',', '.')) : undefined
}

export const formatRate = (rate: number | null | undefined): string => (rate === undefined ? '' : rate === null ? 'none' : String(rate))
