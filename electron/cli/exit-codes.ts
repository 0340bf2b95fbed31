import type { AppError } from '../../shared/errors.ts'

/** How a command ends, for scripts (README.md of this folder). `workLeft`: work is left, and no action is needed. */
export const exitCodes = { done: 0, failed: 1, signedOut: 2, personNeeded: 3, workLeft: 4 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeOf = (error: AppError): ExitCode =>
  error.retry === 'after-sign-in' && error.code !== 'unauthorized' ? exitCodes.signedOut : exitCodes.failed
