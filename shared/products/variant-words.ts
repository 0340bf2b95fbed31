import { countOf, formatCount } from '../base/number-words.ts'
import type { ListedTree, SwitchedMatches } from './catalogue.ts'
import type { ProductIs, SharedPictures } from './variants.ts'

export const variantWords = {
  question: 'What is a product in your workspace?',
  change: 'Change',
  shared: 'Pictures of a product with variants go to',
  remembered: 'As you chose for your earlier list.',
  variants: 'Variants',
  of: 'Variant of',
} as const

export const productIsWords: Readonly<Record<ProductIs, string>> = { product: 'Each product', variant: 'Each variant' }

export const sharedWords: Readonly<Record<SharedPictures, string>> = {
  each: 'Each of its variants',
  first: 'Its first variant only',
  none: 'No variant',
}

const inLine: Readonly<Record<SharedPictures, string>> = { each: 'each variant', first: 'the first variant', none: 'no variant' }

/** “400 products with 1,600 variants.” */
export const describeTree = ({ products, variants }: Pick<ListedTree, 'products' | 'variants'>): string =>
  variants === 0 ? `${countOf(products, 'product')}.` : `${countOf(products, 'product')} with ${countOf(variants, 'variant')}.`

/** “Each variant is a product in the workspace. Pictures of a whole product go to each variant.” */
export const describeTargets = (productIs: ProductIs, shared: SharedPictures): string =>
  productIs === 'product'
    ? 'Each product is one product in the workspace.'
    : `Each variant is a product in the workspace. Pictures of a whole product go to ${inLine[shared]}.`

/** “12 pictures moved to other products. 3 pictures have no product now: match them again.” Empty: neither. */
export const describeSwitched = ({ moved, open }: SwitchedMatches): string =>
  [
    ...(moved > 0 ? [`${countOf(moved, 'picture')} moved to other products.`] : []),
    ...(open === 1 ? ['1 picture has no product now: match it again.'] : []),
    ...(open > 1 ? [`${countOf(open, 'picture')} have no product now: match them again.`] : []),
  ].join(' ')

/** “Each variant (1,600)”. */
export const describeChoice = (productIs: ProductIs, { products, sold }: Pick<ListedTree, 'products' | 'sold'>): string =>
  `${productIsWords[productIs]} (${formatCount(productIs === 'product' ? products : sold)})`

/** “Linen shirt – Red, S (LS-RED-S) · Linen shirt – Red, M (LS-RED-M)”. */
export const describeExamples = (examples: ListedTree['examples']['product']): string =>
  examples.map(({ name, sku }) => (sku === null || sku === name ? name : `${name} (${sku})`)).join(' · ')

export const describeMissingVariants = (count: number): string =>
  `${countOf(count, 'variant')} of its products ${count === 1 ? 'is' : 'are'} missing in this list. ${count === 1 ? 'It is' : 'They are'} kept.`
