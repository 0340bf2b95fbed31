import { createSheetLists, type WalkedRow } from '../../answers/sheet/lists/sheet-lists.ts'
import { walkSheet } from '../../answers/sheet/sheet-reader.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../pictures/library/lists/about-earlier.ts'
import { createImageStore, type ImageStore } from '../../pictures/library/picture-store.ts'
import { type CatalogueStore, createCatalogueStore } from '../../products/catalogue/catalogue-store.ts'
import { namesOf } from '../../products/catalogue/merge-products.ts'
import type { TableSource, TableTask } from './table-pieces.ts'
import type { ListedProduct, TablePorts } from './table-rows.ts'

const nothingListed: ReadonlyMap<string, string> = new Map()

const readFurther = (text: string): ReadonlyMap<string, string> => {
  try {
    return new Map(JSON.parse(text) as [string, string][])
  } catch {
    return nothingListed
  }
}

type Stores = { readonly images: Pick<ImageStore, 'get'>; readonly catalogue: Pick<CatalogueStore, 'current' | 'entry' | 'findLike'> }

/** What rows are made with, of a workspace. */
export const createTablePorts = ({ images, catalogue }: Stores, owner: string | null): TablePorts => {
  const list = catalogue.current(owner)
  const known = new Map<string, ListedProduct | undefined>()
  const findListed = ({ product }: WalkedRow): ListedProduct | undefined => {
    if (!product || !list) return undefined
    if (known.has(product.key)) return known.get(product.key)
    const entry = catalogue.findLike(list.import, namesOf(product))
    // What a variant doesn’t say itself, its product does.
    const parent = entry?.parent == null ? undefined : catalogue.entry(entry.parent)
    const found = entry && {
      gtin: entry.gtin,
      handle: entry.handle ?? parent?.handle ?? null,
      further: new Map([...(parent ? readFurther(parent.further) : []), ...readFurther(entry.further)]),
    }
    known.set(product.key, found)
    return found
  }
  return {
    findListed,
    findPlace: (imageId) => {
      const origin = images.get(imageId)?.origin
      if (!origin) return undefined
      return origin.kind === 'file' ? { path: origin.path, address: '' } : { path: '', address: origin.url }
    },
  }
}

/** Finds the rows of a table in one state of the library. */
export const createTableSource =
  (journal: Journal, findAboutEarlier: FindAboutEarlier) =>
  async ({ view, selected, owner }: Pick<TableTask, 'view' | 'selected' | 'owner'>): Promise<TableSource> => {
    const lists = createSheetLists(journal, findAboutEarlier)
    const ask = { view, owner, selected, checkBasis: null }
    const found = lists['sheet.rows'](ask)
    const stores = { images: createImageStore(journal), catalogue: createCatalogueStore(journal) }
    const rows = walkSheet(found, async (some) => lists['sheet.walked']({ ...ask, ...some }))
    return { total: found.rows.pictures.length, rows, ports: createTablePorts(stores, owner) }
  }
