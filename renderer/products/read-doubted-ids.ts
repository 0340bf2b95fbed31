import { AppError, type Facts } from '../../shared/errors.ts'

/** What a statement left out: ids that we know of, and ids that may have arrived. */
export type DoubtedIds = { readonly ids: readonly string[]; readonly maybe: readonly string[] }

export const noDoubt: DoubtedIds = { ids: [], maybe: [] }

const readList = (value: Facts[string] | undefined): readonly string[] => (Array.isArray(value) ? value : [])

/** From the facts of `current-contradicts`. */
export const readDoubtedFacts = (facts: Facts | undefined): DoubtedIds => ({ ids: readList(facts?.ids), maybe: readList(facts?.maybe) })

/** The ids that a statement left out although the core knew of them. */
export const readDoubtedIds = (error: unknown): DoubtedIds =>
  error instanceof AppError && error.code === 'current-contradicts' ? readDoubtedFacts(error.facts) : noDoubt
