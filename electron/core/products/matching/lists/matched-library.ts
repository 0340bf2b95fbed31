import type { MatchRule } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import type { Timer, Timers } from '../../../base/platform/timers.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { parseMapping } from '../names/parse-mapping.ts'
import { createRuleStore } from '../rule-store.ts'
import { type MatchedLibrary, matchLibrary } from './preview-matches.ts'

/** How long a result is kept after its last use, in milliseconds: it has all pictures. */
const keptMs = 60_000

type Ports = { readonly journal: Journal; readonly timers: Pick<Timers, 'after'> }

/**
 * Matches the library, once for a preview of each kind of rows and for applying the same rules, until anything in the library changes. `rules`: `null`: those of
 * the workspace, with its mapping. A mapping that is given with the rules is read each time.
 */
export const createMatchedLibrary = ({ journal, timers }: Ports) => {
  const store = createRuleStore(journal)
  let keep = keepMade<MatchedLibrary>(1)
  let forgetting: Timer | undefined

  return (connectionId: string | null, rules: readonly MatchRule[] | null): MatchedLibrary => {
    if (rules?.some(({ by }) => by === 'mapping')) return matchLibrary(journal, connectionId, rules)
    forgetting?.cancel()
    forgetting = timers.after(
      keptMs,
      () => {
        keep = keepMade(1)
      },
      { background: true },
    )
    const used = rules ?? store.read(connectionId).rules.flatMap(({ rule, isUsed }) => (isUsed ? [rule] : []))
    // The workspace's own mapping is part of the version.
    return keep(JSON.stringify([readLibraryVersion(journal), connectionId, used]), () => {
      const whole = used.map((rule): MatchRule => {
        if ('files' in rule || rule.by !== 'mapping') return rule as MatchRule
        return { by: 'mapping', files: parseMapping(store.mappingText(connectionId)) }
      })
      return matchLibrary(journal, connectionId, whole)
    })
  }
}
