import type { MatchRule } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { Timers } from '../../base/platform/timers.ts'
import type { ConnectionStore } from '../../workspaces/connections/connection-store.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { keepFindings } from './keep-findings.ts'
import { createMatchedLibrary } from './lists/matched-library.ts'
import { createMatchRules } from './match-rules.ts'
import type { MatchStore } from './match-store.ts'
import { renewMatchKeys } from './renew-match-keys.ts'

type Ports = {
  readonly journal: Journal
  readonly connections: Pick<ConnectionStore, 'active'>
  readonly matches: MatchStore
  readonly catalogue: Pick<CatalogueStore, 'current'>
  readonly ports: { readonly clock: Clock; readonly timers: Timers }
}

/** Applies the match rules of the active workspace to these pictures only; what a person decided about others stays. Returns how many changed. */
export const createMatchNewPictures = ({ journal, connections, matches, ports, catalogue }: Ports) => {
  const activeId = (): string | null => connections.active()?.id ?? null
  const readSent = () => Promise.resolve([])
  const rules = createMatchRules({ journal, store: matches.rules, activeId, readSent })
  const matchOnce = createMatchedLibrary({ journal, timers: ports.timers, usedRules: (): Promise<MatchRule[]> => rules.used() })
  return (imageIds: ReadonlySet<string>): Promise<number> =>
    matches.inTurn(async (changes) => {
      for (;;) {
        const connectionId = activeId()
        await renewMatchKeys(journal, changes, connectionId)
        const found = await matchOnce(connectionId, null)
        // Another workspace has other products.
        if (activeId() !== connectionId) continue
        const rows = keepFindings(found, matches.arranged(connectionId)).filter(({ imageId }) => imageIds.has(imageId))
        const list = catalogue.current(connectionId)?.import ?? null
        const also = () => matches.lookedAt.keepSome(connectionId ?? '', list, imageIds)
        return (await changes.save(connectionId, 'apply', rows, { at: ports.clock.now(), isOfRules: true, also })).changed
      }
    })
}
