import { AppError, type ErrorCode, errorKinds } from '../../shared/errors.ts'

/** A failure as a person reads it: what happened and was kept, and what to do. */
export type Problem = { readonly code: ErrorCode | null; readonly message: string; readonly action: string }

/** The same advice in the window's words, where the list speaks of commands. */
const windowActions: Partial<Record<ErrorCode, string>> = {
  'signed-out': 'Sign in. Everything queued goes on afterwards.',
  'session-ended': 'Sign in again. Everything queued goes on afterwards.',
  'no-connection': 'Connect a workspace, or try the sample workspace.',
  'keychain-unavailable': 'Install or unlock the system’s keychain. Until then secrets are kept for this run only.',
  'no-address': 'Choose in Settings how local pictures get an address, then retry.',
  'current-unknown': 'Say what the product shows now.',
  'read-only': 'Close the other Packshot first.',
  'unknown-id': 'Look at what there is now, then try again.',
  internal: 'Try again. If it lasts, copy the diagnostics in Settings and report it.',
}

const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && value in errorKinds

export const actionFor = (code: string, action: string): string => (isCode(code) ? windowActions[code] : undefined) ?? action

/** Calls fail with AppErrors (bridge.ts); anything else is told as it is. */
export const readProblem = (error: unknown): Problem => {
  if (error instanceof AppError) return { code: error.code, message: error.message, action: actionFor(error.code, error.action) }
  const message = error instanceof Error && error.message ? error.message : 'Something unexpected happened.'
  return { code: null, message, action: windowActions.internal ?? '' }
}
