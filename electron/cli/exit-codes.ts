import type { AppError } from '../../shared/errors.ts'

/** What the command's end says to a script (design, section 9). */
export const exitCodes = { done: 0, failed: 1, signedOut: 2, parked: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeOf = (error: AppError): ExitCode =>
  error.retry === 'after-sign-in' && error.code !== 'unauthorized' ? exitCodes.signedOut : exitCodes.failed
