import type { AppError } from '../../shared/base/errors.ts'
import type { WaitedFor } from '../../shared/command/command-failures.ts'

/** How a command ends, for scripts (README.md of this folder). `workLeft`: work is left, and no action is needed. */
export const exitCodes = { done: 0, failed: 1, signedOut: 2, personNeeded: 3, workLeft: 4 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Where the timeout of a run passed beside its work. */
const unworked: Readonly<Record<WaitedFor, ExitCode>> = {
  input: exitCodes.failed,
  keychain: exitCodes.personNeeded,
  workspace: exitCodes.workLeft,
  'sign-in': exitCodes.signedOut,
  revocation: exitCodes.workLeft,
}

export const exitCodeOf = (error: AppError): ExitCode => {
  if (error.failure.kind === 'run-timeout') return unworked[error.failure.waitedFor]
  return error.retry === 'after-sign-in' && error.code !== 'unauthorized' ? exitCodes.signedOut : exitCodes.failed
}
