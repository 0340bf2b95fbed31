import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { Timers } from '../../base/platform/timers.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { applyFindings } from './apply-findings.ts'
import { createMatchedLibrary } from './lists/matched-library.ts'
import { createUsedRules } from './match-rules.ts'
import type { MatchStore } from './match-store.ts'
import { changeMatches } from './renew-match-keys.ts'

type Ports = {
  readonly journal: Journal
  readonly matches: MatchStore
  readonly catalogue: Pick<CatalogueStore, 'current'>
  readonly ports: { readonly clock: Clock; readonly timers: Timers }
}

type Also = (wasLookedAt: (imageId: string) => boolean) => void

/**
 * Applies the match rules of a workspace to these pictures only; what a person decided about others stays. `owner`: whose rules; what it throws is
 * thrown. `also`: written with it, by which pictures they looked at.
 */
export const createMatchNewPictures = ({ journal, matches, ports, catalogue }: Ports) => {
  const rules = createUsedRules({ journal, store: matches.rules })
  const matchOnce = createMatchedLibrary({ journal, timers: ports.timers, usedRules: rules })
  return (owner: () => string | null, imageIds: ReadonlySet<string>, also: Also): Promise<void> =>
    changeMatches(
      { journal, matches },
      owner,
      (connectionId) => matchOnce(connectionId, null),
      (found, connectionId) => {
        applyFindings({ journal, matches }, connectionId, found, ports.clock.now(), imageIds)
        matches.lookedAt.keepSome(connectionId ?? '', catalogue.current(connectionId)?.import ?? null, imageIds)
        const looked = new Set(found.pictures.map(({ id }) => id))
        also((imageId) => looked.has(imageId) || found.decided.has(imageId))
      },
    )
}

export type MatchNewPictures = ReturnType<typeof createMatchNewPictures>
