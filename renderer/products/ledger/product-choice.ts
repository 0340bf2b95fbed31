import { isMeant, namesOfRow } from '../../../shared/products/product-names-words.ts'
import type { ProductRow } from '../../../shared/products/products.ts'
import { nameProduct, titleOf } from './name-product.ts'

/** The product that a person means. `id`: of a product in the workspace that Packshot has no record of. */
export type ProductChoice =
  | { readonly kind: 'known'; readonly product: ProductRow }
  | { readonly kind: 'id'; readonly productId: string }
  | { readonly kind: 'new'; readonly name: string }

const collator = new Intl.Collator('en', { sensitivity: 'accent' })
const isSame = (one: string | null, other: string): boolean => one !== null && collator.compare(one, other) === 0

/** A known product whose name, SKU, GTIN or ID was typed in full. If two have it, the person chooses. */
export const findNamed = (typed: string, products: readonly ProductRow[]): ProductChoice | null => {
  const text = typed.trim()
  const byId = products.find((one) => one.productId === text)
  const found = byId
    ? [byId]
    : products.filter(
        ({ name, productId, listed, found }) =>
          [name, productId, listed?.sku ?? null].some((known) => isSame(known, text)) || (found?.field === 'gtin' && found.how === 'exact'),
      )
  return found.length === 1 && found[0] && text !== '' ? { kind: 'known', product: found[0] } : null
}

/** The choice that Enter takes before a person moves: the closest product, if the text means it and no other one as much. -1: none. */
export const findMeant = (choices: readonly ProductChoice[]): number => {
  const [first, second] = choices.map((one) => (one.kind === 'known' ? one.product : undefined))
  if (!first || !isMeant(first.found, namesOfRow(first))) return -1
  return first.found?.how === 'exact' && second?.found?.how === 'exact' ? -1 : 0
}

/** An id has no spaces, and something that no word has. */
const looksLikeId = (text: string): boolean => !/\s/.test(text) && /[\d_]/.test(text)

/** What the field offers for a text: products that it found, then to use the text as an ID, or as a new name. */
export const offerChoices = (typed: string, products: readonly ProductRow[], allowsNew: boolean): readonly ProductChoice[] => {
  const text = typed.trim()
  const known = products.map((product) => ({ kind: 'known', product }) as const)
  if (text === '') return known
  const asId = products.some((one) => one.productId === text) ? [] : [{ kind: 'id', productId: text } as const]
  const asNew = allowsNew && !products.some((one) => isSame(one.name, text)) ? [{ kind: 'new', name: text } as const] : []
  return [...known, ...(looksLikeId(text) ? [...asId, ...asNew] : [...asNew, ...asId])]
}

export type ProductTarget =
  | { readonly kind: 'id'; readonly productId: string }
  | { readonly kind: 'new'; readonly name: string }
  | { readonly kind: 'ref'; readonly ref: string }

/** As the core knows it: by its id, or as the chosen one of those without, since two may share a name. */
export const toTarget = (choice: ProductChoice): ProductTarget => {
  if (choice.kind !== 'known') return choice
  const { productId, ref } = choice.product
  return productId === null ? { kind: 'ref', ref } : { kind: 'id', productId }
}

/** The text in the field once it is chosen. */
export const labelOf = (choice: ProductChoice): string => {
  switch (choice.kind) {
    case 'known':
      return titleOf(choice.product)
    case 'id':
      return choice.productId
    case 'new':
      return choice.name
  }
}

/** What is chosen, in a sentence. */
export const nameChoice = (choice: ProductChoice): string => (choice.kind === 'known' ? nameProduct(choice.product) : labelOf(choice))
