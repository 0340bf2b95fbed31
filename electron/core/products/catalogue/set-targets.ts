import type { SwitchedMatches } from '../../../../shared/products/catalogue.ts'
import type { Journal } from '../../base/database/journal.ts'
import { followSwitch } from '../matching/follow-switch.ts'
import { findNewMark } from '../matching/lists/outdated-keys.ts'
import type { MatchReader } from '../matching/match-reader.ts'
import type { MatchStore } from '../matching/match-store.ts'
import { renewMatchKeys } from '../matching/renew-match-keys.ts'
import type { CatalogueStore, Targets } from './catalogue-store.ts'

type Ports = {
  readonly journal: Journal
  readonly catalogue: CatalogueStore
  readonly slowReader: MatchReader
  readonly matches: Pick<MatchStore, 'renewKeys'>
}

/**
 * Says what products of the workspace are in the list that counts there, and takes the pictures of those that are none any more to those that are. Returns how
 * many, once it is on disk. `find`: whose list.
 */
export const setTargets = async (
  ports: Ports,
  find: () => string | null,
  { productIs, sharedPictures }: Partial<Targets>,
): Promise<SwitchedMatches> => {
  const { journal, catalogue } = ports
  for (;;) {
    const asked = find()
    // Pictures are found by the keys of today.
    await renewMatchKeys(ports, asked)
    const switched = journal.write((): SwitchedMatches | undefined => {
      const connectionId = find()
      if (connectionId !== asked || findNewMark(journal, connectionId) !== null) return undefined
      const list = catalogue.current(connectionId)
      const now = list && { productIs: productIs ?? list.productIs, sharedPictures: sharedPictures ?? list.sharedPictures }
      if (!now || (now.productIs === list.productIs && now.sharedPictures === list.sharedPictures)) return { moved: 0, open: 0 }
      if (now.productIs !== list.productIs) catalogue.turnAround(list.import)
      catalogue.setTargets(list.import, now)
      return followSwitch(journal, connectionId, list, now)
    })
    await journal.durable()
    if (!switched) continue
    await renewMatchKeys(ports, asked)
    return switched
  }
}
