import { hasCheckDigit, toGtin14 } from '../../../../../shared/products/gtin.ts'
import type { MatchFamily, MatchProduct, MatchSuggestion } from '../../../../../shared/products/matching.ts'
import { listChoices, prepareFamilies } from './families.ts'
import { findGtin, indexProducts, type ProductIndex, spell } from './product-index.ts'
import { type ReadText, readText } from './read-text.ts'

/** Suggestions for one picture. */
export const mostSuggestions = 3
/** Longer answers are cut. */
const mostCharacters = 4_000
/** Products that one text is compared with: those of its rarest words. */
const mostCompared = 2_000
/** Runs of letters or digits that one SKU or GTIN has. */
const mostRuns = 8
/** The part of a name, by the weight of its words, that a text must have. */
const leastShare = 0.7
/** Names that fit much worse than the best one are left out. */
const besideBest = 0.8
/** Letters and digits of the words that were found; fewer are found by chance. */
const leastFound = 4

/** How well a product fits, the first number first. */
type Fit = {
  readonly at: number
  readonly field: MatchSuggestion['field']
  readonly text: string
  readonly rank: readonly [number, number, number]
}

type Named = { readonly product: MatchProduct; readonly words: readonly string[] }

const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')

const readWords = (text: string): ReadText => readText(withoutMarks(text), mostCharacters)

const wordsOf = ({ atoms }: ReadText): readonly string[] => [...new Set(atoms.map((atom) => atom.text))]

const compare = ({ rank: one, at }: Fit, { rank: other, at: otherAt }: Fit): number =>
  other[0] - one[0] || other[1] - one[1] || other[2] - one[2] || at - otherAt

const isAsGood = ({ rank: one }: Fit, { rank: other }: Fit): boolean => one.every((value, place) => value === other[place])

type Code = { readonly first: number; readonly last: number; readonly keys: readonly string[]; readonly field: 'sku' | 'gtin' }

/** The codes in a text that begin at one of its runs. */
const codesFrom = ({ atoms }: ReadText, index: ProductIndex, first: number): Code[] => {
  const found: Code[] = []
  let folded = ''
  let isNumber = true
  for (let last = first; last < Math.min(atoms.length, first + mostRuns); last++) {
    const atom = atoms[last]
    if (!atom) break
    folded += atom.text
    isNumber &&= atom.isDigits
    if (folded.length > Math.max(index.longest, 14)) break
    const gtin = isNumber && toGtin14(folded) !== null && hasCheckDigit(folded) ? findGtin(index, folded) : []
    if (gtin.length > 0) found.push({ first, last, field: 'gtin', keys: gtin.map(({ product }) => product.key) })
    if (!atoms[first]?.opens || !atom.closes) continue
    const spelled = spell(atoms.slice(first, last + 1))
    const skus = (index.byFolded.get(folded) ?? []).filter((one) => one.strength !== 'weak' && one.spelled === spelled)
    if (skus.length > 0) found.push({ first, last, field: 'sku', keys: skus.map(({ product }) => product.key) })
  }
  return found
}

/** SKUs and GTINs in a text; of one inside another the longer counts: SKU-100-RED, not SKU-100. */
const findCodes = (text: ReadText, index: ProductIndex): readonly Code[] => {
  const all = text.atoms.flatMap((_, first) => codesFrom(text, index, first))
  return all.filter(
    (one) => !all.some((other) => other.first <= one.first && other.last >= one.last && other.last - other.first > one.last - one.first),
  )
}

/** Products by the words of their names. */
const openNames = () => {
  const named: Named[] = []
  const byWord = new Map<string, number[]>()
  const placeOf = new Map<string, number>()
  const weigh = (word: string): number => Math.log(1 + named.length / (byWord.get(word)?.length ?? 1))

  /** Those of the rarest words of a text, so that a large list takes no longer. */
  const near = (words: readonly string[]): ReadonlySet<number> => {
    const lists = words.flatMap((word) => [byWord.get(word) ?? []]).toSorted((one, other) => one.length - other.length)
    const found = new Set<number>()
    let seen = 0
    for (const list of lists) {
      seen += list.length
      if (seen > mostCompared) break
      for (const at of list) found.add(at)
    }
    return found
  }

  const judge = (at: number, words: ReadonlySet<string>): Fit | null => {
    const one = named[at]
    if (!one) return null
    const found = one.words.filter((word) => words.has(word))
    if (found.length < Math.min(2, one.words.length) || found.reduce((sum, word) => sum + word.length, 0) < leastFound) return null
    const sum = (all: readonly string[]): number => all.reduce((total, word) => total + weigh(word), 0)
    const weight = sum(found)
    const share = weight / sum(one.words)
    return share < leastShare ? null : { at, field: 'name', text: one.product.name ?? '', rank: [0, share, weight] }
  }

  return {
    add: (product: MatchProduct): void => {
      const words = wordsOf(readWords(product.name ?? ''))
      const at = named.push({ product, words }) - 1
      placeOf.set(product.key, at)
      for (const word of words) {
        const list = byWord.get(word)
        if (list) list.push(at)
        else byWord.set(word, [at])
      }
    },
    place: (key: string): number | undefined => placeOf.get(key),
    product: (at: number): MatchProduct | undefined => named[at]?.product,
    find: (text: ReadText): readonly Fit[] => {
      const words = wordsOf(text)
      const set = new Set(words)
      const fits = [...near(words)].flatMap((at) => judge(at, set) ?? [])
      const best = Math.max(...fits.map(({ rank }) => rank[1]), 0)
      return fits.filter(({ rank }) => rank[1] >= best * besideBest)
    },
  }
}

/**
 * The best of them. If more fit alike than there is room for, they say nothing, and none of them is suggested.
 */
const chooseBest = (fits: readonly Fit[]): readonly Fit[] => {
  const best = new Map<number, Fit>()
  for (const fit of fits) {
    const there = best.get(fit.at)
    if (!there || compare(fit, there) < 0) best.set(fit.at, fit)
  }
  const ordered = [...best.values()].toSorted(compare)
  const next = ordered[mostSuggestions]
  const first = ordered.slice(0, mostSuggestions)
  return next ? first.filter((one) => !isAsGood(one, next)) : first
}

/**
 * Compares answers about pictures with products: their SKU or GTIN in an answer, or that of a variant, else the words of their name. A suggestion is
 * never a match: nothing that applies rules reads it.
 */
export const createSuggester = (products: readonly MatchProduct[], families: readonly MatchFamily[] = []) => {
  const index = indexProducts(prepareFamilies(products, families), new Set(['sku', 'gtin']))
  const names = openNames()
  for (const product of products) names.add(product)
  const toTargets = (key: string): readonly string[] => {
    const part = index.parts.get(key)
    return part ? listChoices(part.family, part.members) : [key]
  }
  return {
    /** Up to three, the best first. `texts`: the answers of one picture. */
    suggest: (texts: readonly string[]): readonly { readonly product: MatchProduct; readonly suggestion: MatchSuggestion }[] => {
      const fits: Fit[] = []
      for (const text of texts) {
        const read = readWords(text)
        for (const { first, last, keys, field } of findCodes(read, index)) {
          const written = read.shown.slice(read.atoms[first]?.start, read.atoms[last]?.end)
          const rank = [field === 'gtin' ? 2 : 1, 0, 0] as const
          for (const at of keys.flatMap(toTargets).flatMap((key) => names.place(key) ?? [])) fits.push({ at, field, text: written, rank })
        }
        fits.push(...names.find(read))
      }
      return chooseBest(fits).flatMap(({ at, field, text }) => {
        const product = names.product(at)
        return product ? [{ product, suggestion: { productKey: product.key, field, text } }] : []
      })
    },
  }
}

export type Suggester = ReturnType<typeof createSuggester>
