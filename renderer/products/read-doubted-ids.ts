import { AppError, type ErrorRecord, factsOf } from '../../shared/errors.ts'
import type { Facts } from '../../shared/failures/failure.ts'

/** The ids that a statement left out: known ones, and ones that may have arrived. */
export type DoubtedIds = { readonly ids: readonly string[]; readonly maybe: readonly string[] }

export const noDoubt: DoubtedIds = { ids: [], maybe: [] }

const readList = (value: Facts[string] | undefined): readonly string[] => (Array.isArray(value) ? value : [])

/** From the facts of `current-contradicts`. */
export const readDoubtedFacts = (error: Pick<ErrorRecord, 'failure'> | undefined): DoubtedIds =>
  error === undefined ? noDoubt : { ids: readList(factsOf(error).ids), maybe: readList(factsOf(error).maybe) }

/** The ids that a statement left out although the core knew of them. */
export const readDoubtedIds = (error: unknown): DoubtedIds =>
  error instanceof AppError && error.code === 'current-contradicts' ? readDoubtedFacts(error) : noDoubt
