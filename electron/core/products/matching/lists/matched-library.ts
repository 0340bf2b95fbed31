import type { MatchRule } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import type { Timer, Timers } from '../../../base/platform/timers.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import { type MatchedLibrary, matchLibrary } from './preview-matches.ts'

/** How long a result is kept after its last use, in milliseconds: it has all pictures. */
const keptMs = 60_000

type Ports = {
  readonly journal: Journal
  readonly timers: Pick<Timers, 'after'>
  /** The rules that the workspace uses. */
  readonly usedRules: (connectionId: string | null) => Promise<readonly MatchRule[]>
}

/**
 * Matches the library, once for a preview of each kind of rows and for applying the same rules, until anything in the library changes. `rules`: `null`: those of
 * the workspace. A mapping that is given with the rules is read each time.
 */
export const createMatchedLibrary = ({ journal, timers, usedRules }: Ports) => {
  let keep = keepLast<MatchedLibrary>()
  let forgetting: Timer | undefined

  return async (connectionId: string | null, rules: readonly MatchRule[] | null): Promise<MatchedLibrary> => {
    // Read first: what changes meanwhile makes the result an old one.
    const version = readLibraryVersion(journal)
    const used = rules ?? (await usedRules(connectionId))
    if (rules?.some(({ by }) => by === 'mapping')) return matchLibrary(journal, connectionId, used)
    forgetting?.cancel()
    forgetting = timers.after(
      keptMs,
      () => {
        keep = keepLast()
      },
      { background: true },
    )
    // The workspace's own mapping is part of the version.
    const key = JSON.stringify([version, connectionId, used.map((rule) => (rule.by === 'mapping' ? rule.by : rule))])
    return keep(key, () => matchLibrary(journal, connectionId, used))
  }
}
