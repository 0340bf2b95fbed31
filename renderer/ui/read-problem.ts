import { AppError, type ErrorCode, type ErrorRecord } from '../../shared/base/errors.ts'
import { errorWords } from './error-words.ts'

/** Returns a failure as a sentence: the problem, what was kept, and what to do. */
export type Problem = { readonly code: ErrorCode | null; readonly message: string; readonly action: string }

/** The same advice where the window has a place for it. */
const windowActions: Partial<Record<ErrorCode, string>> = {
  'no-address': 'Choose in Settings how questions reach pictures, then retry.',
  internal: 'Try again. If it happens again, copy the diagnostics in Settings and report it.',
}

/** An error that is stored with a job, a file or an offer. Empty while the words are still loading: see `useErrorWords`. */
export const describeProblem = (record: ErrorRecord): Problem => {
  const { message, action } = errorWords()?.describeError(record) ?? { message: '', action: '' }
  return { code: record.code, message, action: windowActions[record.code] ?? action }
}

/** Calls fail with AppErrors (bridge.ts); any other error is shown as is. */
export const readProblem = (error: unknown): Problem => {
  if (error instanceof AppError) return describeProblem(error.toRecord())
  const message = error instanceof Error && error.message ? error.message : 'Something unexpected happened.'
  return { code: null, message, action: windowActions.internal ?? '' }
}
