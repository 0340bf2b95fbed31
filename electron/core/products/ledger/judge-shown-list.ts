import type { SendMode } from './facts.ts'
import { asReplaced, type ListState } from './fold-facts.ts'

/** True if a list from the service has everything that we just sent. An older list, or a first page, doesn't. */
export const holdsWhatWasSent = (shown: readonly string[], sent: readonly string[]): boolean => {
  const there = new Set(shown)
  return sent.every((id) => there.has(id))
}

/** True if the answer to a request of ours shows the whole list as the request left it; `state` is our knowledge with it confirmed. */
export const isBelieved = (
  state: ListState,
  shown: readonly string[],
  sent: { readonly ids: readonly string[]; readonly mode: SendMode },
): boolean => {
  if (!holdsWhatWasSent(shown, sent.ids)) return false
  const now = asReplaced(state, shown)
  // The list from before the request still has the removed ids.
  if (now.some((id) => state.removed.has(id) && !state.ids.includes(id))) return false
  // If the service appends, only a completely known list can be verified as complete.
  return sent.mode === 'replace' || (state.basis !== null && holdsWhatWasSent(now, state.ids))
}
