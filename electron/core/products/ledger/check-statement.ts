import { asReplaced, type ListState, withoutRepeats } from './fold-facts.ts'
import { type Circumstances, unanswered } from './when-to-ask.ts'

/** The ids a statement leaves open: known ones, and ones that a request without an answer may have added. */
export type Contradiction = { readonly known: readonly string[]; readonly maybe: readonly string[] }

/**
 * A statement that leaves out a known id is a question, never a decision. `removed`: the ids of which the
 * person says that they were removed in the workspace. `null`: it covers each of them.
 */
export const findContradiction = (
  state: ListState,
  statement: { readonly ids: readonly string[]; readonly removed: readonly string[] },
  circumstances: Pick<Circumstances, 'jobId' | 'isOpen'>,
): Contradiction | null => {
  const named = new Set([...asReplaced(state, statement.ids), ...asReplaced(state, statement.removed), ...statement.removed])
  const unsent = new Set(state.unsent)
  const known = state.ids.filter((id) => !named.has(id) && !unsent.has(id))
  const there = new Set(state.ids)
  const maybe = withoutRepeats(
    unanswered(state, circumstances)
      .flatMap((one) => asReplaced(state, one.ids))
      .filter((id) => !named.has(id) && !there.has(id)),
  )
  return known.length + maybe.length === 0 ? null : { known, maybe }
}
