import type { CatalogueEntry } from '../../../../shared/products/catalogue.ts'
import { foldSku } from './read-entry.ts'

/** What a product of the list is called. */
export const nameEntry = ({ name, sku, handle, gtin }: Pick<CatalogueEntry, 'name' | 'sku' | 'handle' | 'gtin'>): string =>
  name ?? sku ?? handle ?? gtin ?? 'New product'

/**
 * Stands for a product of the list that has no id yet, also in the lists imported after it: the surest of its fields, which no other one without an
 * id shares (find-repeats.ts). A name is its own only where it has nothing else.
 */
export const listedAsOf = ({ name, sku, handle, gtin }: Pick<CatalogueEntry, 'name' | 'sku' | 'handle' | 'gtin'>): string => {
  if (sku !== null) return `sku:${foldSku(sku)}`
  if (gtin !== null) return `gtin:${gtin}`
  return handle === null ? `name:${name}` : `handle:${handle}`
}

/** For each way in which an entry is named by `listedAsOf`: how it begins, and the condition on `catalogue_entries` with the rest as `:rest`. */
export const listedAsWays = [
  { begins: 'sku:', condition: (rest: string) => `sku_key = ${rest} AND product_id IS NULL` },
  { begins: 'gtin:', condition: (rest: string) => `gtin = ${rest} AND product_id IS NULL AND sku_key IS NULL` },
  { begins: 'handle:', condition: (rest: string) => `handle = ${rest} AND product_id IS NULL AND sku_key IS NULL AND gtin IS NULL` },
  {
    begins: 'name:',
    condition: (rest: string) => `name = ${rest} AND product_id IS NULL AND sku_key IS NULL AND gtin IS NULL AND handle IS NULL`,
  },
] as const
