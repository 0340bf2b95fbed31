import type { Journal } from '../../../base/database/journal.ts'
import { keepLast } from '../../../base/platform/keep-last.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import type { CurrentList } from '../../catalogue/catalogue-store.ts'
import { listedAsWays } from '../../catalogue/name-entry.ts'
import { isShown } from './list-products.ts'

/** Products of one turn of the event loop, by their place alone. */
const pieceSize = 1_000

const inPiece = 'rowid > :after AND rowid <= :last'

const bothById = `SELECT catalogue_entries.seq AS seq, ref
  FROM (SELECT ref, product_id FROM products NOT INDEXED WHERE ${inPiece} AND product_id IS NOT NULL AND ${isShown}) AS known
  CROSS JOIN catalogue_entries ON import = :import AND catalogue_entries.product_id = known.product_id`

/** Those that were created for an entry without an id. */
const bothAsListed = listedAsWays
  .map(
    ({ begins, condition }) => `SELECT entries.seq AS seq, ref
  FROM (
    SELECT ref, substr(listed_as, ${begins.length + 1}) AS rest FROM products NOT INDEXED
    WHERE ${inPiece} AND listed_as GLOB '${begins}*' AND ${isShown}
  ) AS known
  CROSS JOIN catalogue_entries AS entries ON import = :import AND ${condition('known.rest')}`,
  )
  .join(' UNION ALL ')

export type Both = ReadonlyMap<number, string>

/** The products that Packshot worked with and that are in the list, too: their references by number of entry. */
export const findBoth = async (journal: Journal, connectionId: string | null, list: CurrentList): Promise<Both> => {
  const byId: [number, string][] = []
  const asListed: [number, string][] = []
  for (let after = 0; ; ) {
    const end = journal.get(
      'SELECT max(at) AS last FROM (SELECT rowid AS at FROM products WHERE rowid > ? ORDER BY rowid LIMIT ?)',
      after,
      pieceSize,
    )
    if (end?.last == null) break
    const piece = { connectionId, import: list.import, after, last: Number(end.last) }
    for (const row of journal.all(bothById, piece)) byId.push([Number(row.seq), String(row.ref)])
    for (const row of journal.all(bothAsListed, piece)) asListed.push([Number(row.seq), String(row.ref)])
    after = piece.last
    await journal.nextTurn()
  }
  const found = new Set(byId.map(([, ref]) => ref))
  return new Map([...asListed.filter(([, ref]) => !found.has(ref)), ...byId])
}

/** The same, found once for all pages until anything in the library changes. */
export const createBothFinder = (journal: Journal) => {
  const keep = keepLast<Both>()
  return (connectionId: string | null, list: CurrentList): Promise<Both> =>
    keep(JSON.stringify([readLibraryVersion(journal), connectionId, list.import]), () => findBoth(journal, connectionId, list))
}
