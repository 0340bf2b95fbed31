import { AppError, type ErrorCode, errorKinds } from '../../shared/errors.ts'

/** A failure as a person reads it: what happened and was kept, and what to do. */
export type Problem = { readonly code: ErrorCode | null; readonly message: string; readonly action: string }

/** The same advice where the window has a place for it. */
const windowActions: Partial<Record<ErrorCode, string>> = {
  'no-address': 'Choose in Settings how questions reach pictures, then retry.',
  internal: 'Try again. If it happens again, copy the diagnostics in Settings and report it.',
}

const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && value in errorKinds

export const actionFor = (code: string, action: string): string => (isCode(code) ? windowActions[code] : undefined) ?? action

/** Calls fail with AppErrors (bridge.ts); anything else is told as it is. */
export const readProblem = (error: unknown): Problem => {
  if (error instanceof AppError) return { code: error.code, message: error.message, action: actionFor(error.code, error.action) }
  const message = error instanceof Error && error.message ? error.message : 'Something unexpected happened.'
  return { code: null, message, action: windowActions.internal ?? '' }
}
