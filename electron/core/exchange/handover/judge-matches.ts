import type { Judged } from '../../answers/sheet/judge-cells.ts'
import { foldSku } from '../../products/catalogue/read-entry.ts'
import type { KeptMatch } from '../../products/matching/match-store.ts'

type Product = Extract<KeptMatch, { state: 'matched' }>['product']

/** The same product, by the surest field that both have. */
const isSameProduct = (one: Product, other: Product): boolean => {
  for (const field of ['productId', 'sku', 'gtin', 'handle', 'name'] as const) {
    const [here, there] = [one[field], other[field]]
    if (here !== null && there !== null) return field === 'sku' ? foldSku(here) === foldSku(there) : here === there
  }
  return one.key === other.key
}

const isByPerson = (match: KeptMatch): boolean => (match.state === 'matched' ? match.by === 'person' : match.state !== 'question')

/** Which of two decisions about a picture counts: a person's before a rule's, and any before a question. */
export const judgeMatches = (mine: KeptMatch | null, theirs: KeptMatch): Judged => {
  if (mine === null) return 'theirs'
  if (theirs.state === 'question') return mine.state === 'question' ? 'same' : 'mine'
  if (mine.state === 'question') return 'theirs'
  const isSame =
    mine.state === 'matched' && theirs.state === 'matched' ? isSameProduct(mine.product, theirs.product) : mine.state === theirs.state
  const [isMinePersons, isTheirsPersons] = [isByPerson(mine), isByPerson(theirs)]
  if (isSame) {
    if (mine.state !== 'matched' || theirs.state !== 'matched') return 'same'
    if (mine.place === theirs.place && isMinePersons === isTheirsPersons) return 'same'
    if (isMinePersons !== isTheirsPersons) return isTheirsPersons ? 'theirs' : 'mine'
    // Rules number all pictures of a product again.
    return isMinePersons ? 'differs' : 'mine'
  }
  if (isMinePersons !== isTheirsPersons) return isTheirsPersons ? 'theirs' : 'mine'
  return 'differs'
}
