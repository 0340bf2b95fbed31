// Beside catalogue.ts, whose schemas the window does not load.

/** What a product of the workspace is in a list: a product, or each of its variants. */
export const productIsChoices = ['product', 'variant'] as const
export type ProductIs = (typeof productIsChoices)[number]

/** Where variants are the workspace’s products: which of a product’s variants get pictures of the product as a whole. */
export const sharedPicturesChoices = ['each', 'first', 'none'] as const
export type SharedPictures = (typeof sharedPicturesChoices)[number]

/** An entry of a list: a product without variants, one with variants, or a variant. */
export const entryKinds = ['single', 'parent', 'variant'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Whether such an entry is a product of the workspace. */
export const isTarget = (kind: EntryKind, productIs: ProductIs): boolean =>
  kind === 'single' || kind === (productIs === 'product' ? 'parent' : 'variant')
