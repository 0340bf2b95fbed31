import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import type { CurrentList } from '../../catalogue/catalogue-store.ts'
import { listedAsWays } from '../../catalogue/name-entry.ts'
import { isShown } from './list-products.ts'

const bothById = `SELECT catalogue_entries.seq AS seq, ref
  FROM (SELECT ref, product_id FROM products NOT INDEXED WHERE product_id IS NOT NULL AND ${isShown}) AS known
  CROSS JOIN catalogue_entries ON import = :import AND catalogue_entries.product_id = known.product_id`

/** Those that were created for an entry without an id. */
const bothAsListed = listedAsWays
  .map(
    ({ begins, condition }) => `SELECT entries.seq AS seq, ref
  FROM (
    SELECT ref, substr(listed_as, ${begins.length + 1}) AS rest FROM products NOT INDEXED
    WHERE listed_as GLOB '${begins}*' AND ${isShown}
  ) AS known
  CROSS JOIN catalogue_entries AS entries ON import = :import AND ${condition('known.rest')}`,
  )
  .join(' UNION ALL ')

export type Both = ReadonlyMap<number, string>

/** The products that Packshot worked with and that are in the list, too: their references by number of entry. */
export const findBoth = (journal: Journal, connectionId: string | null, list: CurrentList): Both => {
  const values = { connectionId, import: list.import }
  const read = (sql: string) => journal.all(sql, values).map((row): [number, string] => [Number(row.seq), String(row.ref)])
  const byId = read(bothById)
  const found = new Set(byId.map(([, ref]) => ref))
  return new Map([...read(bothAsListed).filter(([, ref]) => !found.has(ref)), ...byId])
}

/** The same, found once for all pages until anything in the library changes. */
export const createBothFinder = (journal: Journal) => {
  const keep = keepMade<Both>(1)
  return (connectionId: string | null, list: CurrentList): Both =>
    keep(JSON.stringify([readLibraryVersion(journal), connectionId, list.import]), () => findBoth(journal, connectionId, list))
}
