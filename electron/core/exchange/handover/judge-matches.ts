import type { Judged } from '../../answers/sheet/judge-cells.ts'
import { foldSku } from '../../products/catalogue/read-entry.ts'
import { productsOf } from '../../products/matching/match-rows.ts'
import type { KeptIn, KeptMatch } from '../../products/matching/match-store.ts'

type Product = KeptIn['product']

/** The same product, by the surest field that both have. */
const isSameProduct = (one: Product, other: Product): boolean => {
  for (const field of ['productId', 'sku', 'gtin', 'handle', 'name'] as const) {
    const [here, there] = [one[field], other[field]]
    if (here !== null && there !== null) return field === 'sku' ? foldSku(here) === foldSku(there) : here === there
  }
  return one.key === other.key
}

const isByPerson = (match: KeptMatch): boolean =>
  match.state === 'matched' ? match.products.some(({ by }) => by === 'person') : match.state !== 'question'

/** Their places in the products of one picture; `null`: it is in other products. */
const pairPlaces = (mine: KeptMatch, theirs: KeptMatch): readonly (readonly [mine: number, theirs: number])[] | null => {
  const [ours, others] = [productsOf(mine), productsOf(theirs)]
  const pairs = ours.flatMap((one) => {
    const other = others.find(({ product }) => isSameProduct(one.product, product))
    return other ? [[one.place, other.place] as const] : []
  })
  return mine.state === theirs.state && pairs.length === ours.length && ours.length === others.length ? pairs : null
}

/** Which of two decisions about a picture counts: a person's before a rule's, and any before a question. */
export const judgeMatches = (mine: KeptMatch | null, theirs: KeptMatch): Judged => {
  if (mine === null) return 'theirs'
  if (theirs.state === 'question') return mine.state === 'question' ? 'same' : 'mine'
  if (mine.state === 'question') return 'theirs'
  const pairs = pairPlaces(mine, theirs)
  const [isMinePersons, isTheirsPersons] = [isByPerson(mine), isByPerson(theirs)]
  if (pairs) {
    if (pairs.every(([one, other]) => one === other) && isMinePersons === isTheirsPersons) return 'same'
    if (isMinePersons !== isTheirsPersons) return isTheirsPersons ? 'theirs' : 'mine'
    // Rules number all pictures of a product again.
    return isMinePersons ? 'differs' : 'mine'
  }
  if (isMinePersons !== isTheirsPersons) return isTheirsPersons ? 'theirs' : 'mine'
  return 'differs'
}
