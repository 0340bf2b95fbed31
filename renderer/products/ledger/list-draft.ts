import type { CurrentStatement } from '../../../shared/queue/jobs.ts'

/** `base`: the list as it was when `keys` were put in order. */
export type Draft = { readonly base: readonly string[]; readonly keys: readonly string[] }

/** A draft over the list as it is now: pictures attached since it began stay, at the end. */
export const applyDraft = (draft: Draft | null, now: readonly string[]): readonly string[] => {
  if (draft === null) return now
  const known = new Set([...draft.base, ...draft.keys])
  return [...draft.keys, ...now.filter((key) => !known.has(key))]
}

/** What saving sends. `now`: the known list; `said`: what a person says that the product has instead. */
export const wantedList = (after: readonly string[], now: readonly string[], said: CurrentStatement | null): readonly string[] => {
  if (said === null) return after
  const before = new Set(now)
  // Pictures already removed in the workspace are not restored.
  const gone = new Set('removed' in said ? said.removed : [])
  // Ids that a person adds to the known ones are a colleague's: they stay.
  const others = said.kind === 'ids' ? said.ids.filter((id) => !before.has(id)) : []
  return [...after.filter((key) => !gone.has(key)), ...others]
}
