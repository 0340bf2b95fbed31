import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { CatalogueStore } from '../catalogue/catalogue-store.ts'
import { applyFindings } from './apply-findings.ts'
import type { MatchReader } from './match-reader.ts'
import type { MatchStore } from './match-store.ts'
import { changeMatches } from './renew-match-keys.ts'

type Ports = {
  readonly journal: Journal
  readonly matches: MatchStore
  readonly catalogue: Pick<CatalogueStore, 'current'>
  readonly slowReader: MatchReader
  readonly ports: { readonly clock: Clock }
}

type Also = (wasLookedAt: (imageId: string) => boolean) => void

/**
 * Applies the match rules of a workspace to these pictures only; what a person decided about others stays. `owner`: whose rules; what it throws is
 * thrown. `also`: written with it, by which pictures they looked at.
 */
export const createMatchNewPictures =
  ({ journal, matches, slowReader, ports, catalogue }: Ports) =>
  (owner: () => string | null, imageIds: ReadonlySet<string>, also: Also): Promise<void> =>
    changeMatches(
      { journal, matches, slowReader },
      owner,
      (connectionId) => slowReader.read('matching.found', { connectionId, rules: null, only: [...imageIds] }),
      (found, connectionId) => {
        applyFindings({ journal, matches }, connectionId, found, ports.clock.now(), imageIds)
        matches.lookedAt.keepSome(connectionId ?? '', catalogue.current(connectionId)?.import ?? null, imageIds)
        const looked = new Set([...found.matches.map(({ pictureId }) => pictureId), ...found.decided])
        also((imageId) => looked.has(imageId))
      },
    )

export type MatchNewPictures = ReturnType<typeof createMatchNewPictures>
