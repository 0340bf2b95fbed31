import { type FolderProposal, type MatchedProductRow, newProductKey } from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { MatchStore, NewMatch } from '../match-store.ts'
import { findFolderProducts, proposeProducts } from '../names/propose-products.ts'
import { foldApart } from '../names/read-text.ts'
import { findHidden } from './kept-decisions.ts'
import { isCode } from './match-subjects.ts'

/** Names that an outline shows. */
const shownNames = 12

/** How many products the folders would be. */
export const outlineFolders = ({ all }: Pick<Journal, 'all'>): { folders: number; pictures: number; names: string[] } => {
  const counts = new Map(
    all('SELECT folder, count(*) AS n FROM images WHERE removed_at IS NULL AND folder IS NOT NULL GROUP BY folder ORDER BY min(seq)').map(
      ({ folder, n }) => [String(folder), Number(n)],
    ),
  )
  const products = findFolderProducts(counts.keys())
  const names = new Map([...products.values()].map(({ path, name }) => [path, name]))
  const shown = [...names].toSorted(([one], [other]) => (one < other ? -1 : 1)).slice(0, shownNames)
  return {
    folders: names.size,
    pictures: [...products.keys()].reduce((sum, folder) => sum + (counts.get(folder) ?? 0), 0),
    names: shown.map(([, name]) => name),
  }
}

/** Products that the folders of the library suggest. */
export const proposeFromFolders = ({ all }: Pick<Journal, 'all'>): FolderProposal[] =>
  proposeProducts(
    all('SELECT id, name, folder FROM images WHERE removed_at IS NULL AND folder IS NOT NULL ORDER BY seq').map(({ id, name, folder }) => ({
      ...{ id: String(id), name: String(name), folder: String(folder) },
    })),
  )

/**
 * The product that a folder stands for. Folders that are called like the same SKU are one product; of other folders with one name, each is called by its
 * path, since a product is created by its name.
 */
const productOf = ({ name, folder }: FolderProposal, isNameShared: boolean): MatchedProductRow => {
  const none = { productId: null, sku: null, gtin: null, handle: null }
  if (isCode(name)) return { ...none, key: `${newProductKey}${foldApart(name)}`, sku: name, name }
  return { ...none, key: `${newProductKey}${folder}`, name: isNameShared ? folder : name }
}

/** The last place of each product that a person made, by its key; places before it may be free. */
const readLastPlaces = (journal: Journal, connectionId: string | null): Map<string, number> =>
  new Map(
    journal
      .all(
        'SELECT product_key, max(place) AS place FROM matches WHERE connection_id = ? AND product_key GLOB ? GROUP BY product_key',
        connectionId ?? '',
        `${newProductKey}*`,
      )
      .map((row) => [String(row.product_key), Number(row.place)]),
  )

/**
 * What makes products of proposed folders: a row for each picture of the library that has no product, and that no person decided about. Called inside
 * `journal.write`.
 */
export const productsOfFolders = (
  journal: Journal,
  connectionId: string | null,
  matches: Pick<MatchStore, 'undecided'>,
  proposed: readonly FolderProposal[],
): { rows: NewMatch[]; products: number } => {
  const named = new Map<string, number>()
  for (const { name } of proposed) named.set(name, (named.get(name) ?? 0) + 1)
  const all = proposed.flatMap(({ imageIds }) => imageIds)
  const free = new Set(matches.undecided(connectionId, all))
  for (const id of findHidden(journal, all)) free.delete(id)
  const lastPlaces = readLastPlaces(journal, connectionId)
  const used = new Set<string>()
  const rows: NewMatch[] = []
  for (const one of proposed) {
    const product = productOf(one, (named.get(one.name) ?? 0) > 1)
    const { key } = product
    for (const imageId of one.imageIds) {
      if (!free.has(imageId)) continue
      const place = (lastPlaces.get(key) ?? 0) + 1
      const why = { by: 'folder', field: 'name', text: one.name } as const
      rows.push({ imageId, match: { state: 'matched', products: [{ product, place, by: 'person', why }] } })
      lastPlaces.set(key, place)
      used.add(key)
    }
  }
  return { rows, products: used.size }
}
