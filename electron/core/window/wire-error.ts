import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import { AppError, type ErrorRecord, toAppError } from '../../../shared/base/errors.ts'
import { appErrorCode } from '../../../shared/base/window-host.ts'

const issue = z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])).optional() })
const issues = z.object({ issues: z.array(issue.loose()).min(1) })
/** zod's word for a list that is longer than it may be. */
const longList = z.object({ code: z.literal('too_big'), origin: z.literal('array'), maximum: z.number() })

/** A window's input that does not match the contract: names the place, never the value. */
const explainRefusedInput = (error: ORPCError<string, unknown>, call: string): AppError => {
  const found = issues.safeParse(error.data).data?.issues[0]
  const long = longList.safeParse(found).data
  if (long) return new AppError('usage', { kind: 'too-many-at-once', limit: long.maximum }, { kept: 'nothing-changed', cause: error })
  const place = found?.path?.length ? found.path.join('.') : null
  return new AppError('usage', { kind: 'call-not-understood', call, place, said: found?.message ?? '' }, { cause: error })
}

const toKnown = (error: unknown, call: string): AppError =>
  error instanceof ORPCError && error.code === 'BAD_REQUEST' ? explainRefusedInput(error, call) : toAppError(error)

/** An error as it crosses to the window: its record in `data`, which renderer/bridge.ts turns back into the AppError. */
export const toWireError = (error: unknown, call: string): ORPCError<typeof appErrorCode, ErrorRecord> => {
  const known = toKnown(error, call)
  return new ORPCError(appErrorCode, { status: 500, message: known.message, data: known.toRecord(), cause: error })
}
