import type { LibrarySort } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { type DatedFilter, filterLibrary, type Matches } from './filter-library.ts'

type Found = { readonly key: string; readonly matches: Promise<Matches>; readonly ordered: Map<string, Promise<readonly number[]>> }

/** Another value after every write: of this connection (triggers included), or of another process. */
export const readLibraryVersion = (journal: Pick<Journal, 'get'>): string =>
  `${journal.get('SELECT total_changes() AS changes')?.changes} ${journal.get('PRAGMA data_version')?.data_version}`

/**
 * The matches of the last filter, and their order, kept until anything in the library changes: the pages of one list, read one after
 * the other or at once, are found once.
 * @param order puts all matches in an order, by `seq`
 */
export const createMatchesAtHand = (journal: Journal, order: (sort: LibrarySort, matches: Matches) => Promise<readonly number[]>) => {
  let last: Found | undefined

  const readVersion = (): string => readLibraryVersion(journal)

  const find = (filter: DatedFilter, connectionKey: string): Found => {
    const key = JSON.stringify([readVersion(), connectionKey, filter])
    if (last?.key === key) return last
    const found: Found = { key, matches: filterLibrary(journal, filter, connectionKey), ordered: new Map() }
    last = found
    found.matches.catch(() => {
      if (last === found) last = undefined
    })
    return found
  }

  return {
    readVersion,
    find: (filter: DatedFilter, connectionKey: string): Promise<Matches> => find(filter, connectionKey).matches,
    findOrdered: (sort: LibrarySort, filter: DatedFilter, connectionKey: string): Promise<readonly number[]> => {
      const { matches, ordered } = find(filter, connectionKey)
      const key = `${sort.by} ${sort.descending}`
      const known = ordered.get(key)
      if (known !== undefined) return known
      const made = matches.then((all) => order(sort, all))
      ordered.set(key, made)
      made.catch(() => ordered.delete(key))
      return made
    },
  }
}
