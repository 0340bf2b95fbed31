import { z } from 'zod'
import { type ErrorCode, retryRules } from './error-codes.ts'
import type { Failure } from './failures.ts'
import type { Kept } from './kept.ts'

const errorCode = z.enum(Object.keys(retryRules) as [ErrorCode, ...ErrorCode[]])

/** An error as it is stored with a job (failures.ts, ErrorRecord). */
export const errorRecord = z.object({
  code: errorCode,
  failure: z.custom<Failure>((value) => z.looseObject({ kind: z.string() }).safeParse(value).success),
  kept: z.custom<Kept>((value) => typeof value === 'string').optional(),
  status: z.number().optional(),
  retryAfterMs: z.number().optional(),
})
