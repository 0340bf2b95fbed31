import type { CurrentStatement } from '../../../shared/jobs.ts'
import { listFreshnessMs } from '../../../shared/products.ts'
import type { StoredList } from './product-store.ts'

export type ListPlan = {
  /** What the request carries: the whole intended list, or only the new ids where the service appends. */
  readonly send: readonly string[]
  /** What the product holds afterwards, as far as we know. */
  readonly after: readonly string[]
}

/** True if our record is recent enough to replace the list without asking a person. */
export const isFresh = (known: StoredList | undefined, now: number): boolean =>
  known !== undefined &&
  known.confirmedAt !== null &&
  now - known.confirmedAt <= listFreshnessMs &&
  known.confirmedAt <= now + listFreshnessMs

const withoutRepeats = (ids: readonly string[]): string[] => [...new Set(ids)]

/**
 * The list to send, computed when it is sent (design, section 6). What a person stated at `statedAt` counts unless our record was
 * confirmed later, by an attach of ours or an answer that showed the list. `undefined`: nothing is known, so nothing may be sent.
 */
export const computeList = (input: {
  readonly known: StoredList | undefined
  readonly statement: CurrentStatement | null
  readonly statedAt: number
  readonly add: readonly string[]
  readonly serviceAppends: boolean
}): ListPlan | undefined => {
  const { known, statement, statedAt, serviceAppends } = input
  const add = withoutRepeats(input.add)
  if (serviceAppends || statement?.kind === 'appends') {
    const before = known?.sourceIds ?? []
    const send = add.filter((id) => !before.includes(id))
    return { send, after: [...before, ...send] }
  }
  const confirmedLater = known !== undefined && known.confirmedAt !== null && known.confirmedAt >= statedAt
  const before =
    confirmedLater || statement === null || statement.kind === 'as-known'
      ? known?.sourceIds
      : statement.kind === 'nothing'
        ? []
        : statement.ids
  if (before === undefined) return undefined
  const after = withoutRepeats([...before, ...add])
  return { send: after, after }
}

/**
 * The whole list that a person wants in place of the one they saw. What was attached since they looked, by us or as an answer showed,
 * stays at the end: nothing vanishes that nobody has seen. `known`: our record, if it was confirmed after they asked.
 */
export const computeReplacement = (input: {
  readonly wanted: readonly string[]
  readonly seen: readonly string[]
  readonly known: readonly string[] | undefined
}): ListPlan => {
  const seen = new Set(input.seen)
  const after = withoutRepeats([...input.wanted, ...(input.known ?? []).filter((id) => !seen.has(id))])
  return { send: after, after }
}
