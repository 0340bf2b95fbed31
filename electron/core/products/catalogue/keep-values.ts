import type { ListColumns } from '../../../../shared/products/catalogue.ts'
import { namingRoles } from '../../../../shared/products/column-roles.ts'
import { foldName } from '../../base/database/fold-name.ts'
import type { Known } from './catalogue-store.ts'
import { foldSku, mostSearched, type StoredEntry } from './read-entry.ts'

/**
 * An entry with what the earlier list said of this product in columns that the new list lacks: a list of SKUs and stock does not take the
 * product ids away. An empty cell does.
 */
export const keepValues = (entry: StoredEntry, known: Known, columns: ListColumns): StoredEntry => {
  const names = namingRoles.filter((role) => columns[role] === undefined && known[role] !== null)
  const keepsShows = columns.shows === undefined && known.shows !== null
  if (names.length === 0 && !keepsShows) return entry
  const kept = Object.fromEntries(names.map((role) => [role, known[role]]))
  const sku = names.includes('sku') ? known.sku : entry.sku
  const searched = foldName(names.map((role) => known[role]).join('\n'))
  return {
    ...entry,
    ...kept,
    ...(keepsShows ? { shows: known.shows, showsAt: known.showsAt } : {}),
    skuKey: sku === null ? null : foldSku(sku),
    searched: `${searched}\n${entry.searched}`.slice(0, mostSearched),
  }
}
