import type { ListedTree } from '../../../../shared/products/catalogue.ts'
import type { ProductIs } from '../../../../shared/products/variants.ts'
import type { ListedProduct, TreeEntry } from './listed-product.ts'
import { nameEntry } from './name-entry.ts'
import { foldSku } from './read-entry.ts'

/** Of a list whose products have no variants. */
export const treeWithout = (products: number): ListedTree => ({
  ...{ products, sold: products, variants: 0, examples: { product: [], variant: [] }, proposed: 'product' },
})

const mostExamples = 3

const exampleOf = (entry: TreeEntry): ListedTree['examples']['product'][number] => ({
  name: nameEntry(entry).slice(0, 200),
  sku: entry.sku?.slice(0, 100) ?? null,
})

/** Counts products and variants, with examples of both. `known`: ids and names of products that the workspace has, to propose which of them its products are. */
export const createTreeSum = (known: readonly string[]) => {
  const there = new Set(known.map(foldSku))
  const hits = { product: 0, variant: 0 }
  const counts = { products: 0, sold: 0, variants: 0 }
  const examples: Record<ProductIs, ListedTree['examples']['product']> = { product: [], variant: [] }
  const isKnown = ({ productId, sku, gtin, handle, name }: TreeEntry): boolean =>
    [productId, sku, gtin, handle, name].some((one) => one !== null && there.has(foldSku(one)))
  return {
    /** Whether it needs more than the product: its entries. */
    needsEntries: ({ variants }: ListedProduct): boolean =>
      variants.length > 0 && (there.size > 0 || examples.variant.length < mostExamples || examples.product.length < mostExamples),
    count: ({ variants }: ListedProduct): void => {
      counts.products++
      counts.sold += Math.max(1, variants.length)
      counts.variants += variants.length
    },
    /** Of a product with variants. */
    look: ([product, ...variants]: readonly TreeEntry[]): void => {
      if (!product) return
      if (isKnown(product)) hits.product++
      if (variants.some(isKnown)) hits.variant++
      if (examples.product.length < mostExamples) examples.product = [...examples.product, exampleOf(product)]
      const left = mostExamples - examples.variant.length
      examples.variant = [...examples.variant, ...variants.slice(0, left).map(exampleOf)]
    },
    end: (): ListedTree => ({ ...counts, examples, proposed: hits.variant > hits.product ? 'variant' : 'product' }),
  }
}
