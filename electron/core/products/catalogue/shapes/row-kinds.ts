import { foldHeader } from './shape.ts'

/** What the rows of some exports say they are, such as BigCommerce’s column `Item`. */
export type RowKinds = {
  readonly column: number
  readonly kindOf: (cells: readonly string[]) => 'product' | 'variant' | 'pictures'
}

const words = {
  product: 'product parent master simple main model configurable variable object'.split(' '),
  variant: 'variant variation sku child combination'.split(' '),
  pictures: 'image picture photo video media'.split(' '),
} as const

const kindOfWord = (word: string): keyof typeof words | undefined =>
  (['product', 'variant', 'pictures'] as const).find((kind) => words[kind].includes(word as never))

/**
 * The column whose first values are such words, in which a product comes before its variants or pictures. An empty cell is a product’s where
 * the column never says so itself (eBay’s `Relationship`).
 */
export const findRowKinds = (headers: readonly string[], rows: readonly (readonly string[])[]): RowKinds | undefined => {
  const column = headers.findIndex((_, at) => {
    const kinds = rows.map((cells) => foldHeader(cells[at] ?? '')).map((word) => (word === '' ? undefined : (kindOfWord(word) ?? null)))
    if (kinds.includes(null) || !(kinds.includes('variant') || kinds.includes('pictures'))) return false
    return kinds.includes('product') ? !kinds.includes(undefined) && kinds[0] === 'product' : kinds[0] === undefined
  })
  return column < 0 ? undefined : { column, kindOf: (cells) => kindOfWord(foldHeader(cells[column] ?? '')) ?? 'product' }
}
