import { AppError, type ErrorRecord } from '../../../shared/base/errors.ts'

/** The ids that a statement left out: known ones, and ones that may have arrived. */
export type DoubtedIds = { readonly ids: readonly string[]; readonly maybe: readonly string[] }

export const noDoubt: DoubtedIds = { ids: [], maybe: [] }

/** From the facts of `current-contradicts`. */
export const readDoubtedFacts = (error: Pick<ErrorRecord, 'failure'> | undefined): DoubtedIds =>
  error?.failure.kind === 'statement-incomplete' ? error.failure : noDoubt

/** The ids that a statement left out although the core knew of them. */
export const readDoubtedIds = (error: unknown): DoubtedIds =>
  error instanceof AppError && error.code === 'current-contradicts' ? readDoubtedFacts(error) : noDoubt
