import type {
  MatchFamily,
  MatchPicture,
  MatchProduct,
  MatchReason,
  MatchRule,
  NamingField,
  PatternProblem,
  PictureMatch,
} from '../../../../../shared/products/matching.ts'
import { compilePattern, type Pattern } from './compile-pattern.ts'
import { type DecidedProduct, decide } from './decide.ts'
import { prepareFamilies } from './families.ts'
import { createGatherer, type Evidence, keysOf, type ReadyRule } from './gather-evidence.ts'
import { comparePlaces, type Placed } from './order-pictures.ts'
import { indexProducts, type ProductIndex } from './product-index.ts'
import { readMapping } from './read-mapping.ts'
import { readPosition } from './read-position.ts'
import { readText, withoutExtension } from './read-text.ts'

/** A picture in one product. */
export type MatchedPicture = Placed & { readonly productKey: string; readonly why: MatchReason }

/** What the rules say about one picture, before its place among the others is known. `matched`: one for each of its products. */
export type Finding =
  | { readonly kind: 'matched'; readonly matched: readonly [MatchedPicture, ...MatchedPicture[]] }
  | Exclude<PictureMatch, { readonly kind: 'matched' }>

export type Matcher = {
  readonly find: (picture: MatchPicture) => Finding
  /** Lines of a mapping file whose product isn’t known. */
  readonly unknownInMapping: readonly { readonly file: string; readonly product: string }[]
}

const everyField: readonly NamingField[] = ['sku', 'id', 'gtin', 'handle']

type CompiledRule = Exclude<MatchRule, { readonly by: 'pattern' }> | { readonly by: 'pattern'; readonly pattern: Pattern }

const fieldsOf = (rule: CompiledRule): readonly NamingField[] => {
  switch (rule.by) {
    case 'folder':
    case 'mapping':
      return everyField
    case 'pattern':
      return rule.pattern.fields
    case 'barcode':
      return ['gtin', 'sku']
    default:
      return [rule.by]
  }
}

const positionOf = (
  picture: MatchPicture,
  { key, by, skipped }: DecidedProduct,
  evidences: readonly Evidence[],
  { parts }: ProductIndex,
) => {
  const family = parts.get(key)?.family
  const isNamed = (evidence: Evidence): boolean => {
    const keys = keysOf(evidence)
    return keys.has(key) || (family !== undefined && [...keys].some((one) => parts.get(one)?.family === family))
  }
  const named = evidences.find((one) => one.span !== null && isNamed(one))
  const read = readPosition(readText(withoutExtension(picture.name)).atoms, named?.span ?? null, skipped)
  return by.position ? { ...by.position, isBare: false } : read
}

export type RefusedPattern = { readonly kind: 'refused'; readonly pattern: string; readonly problem: PatternProblem }

/** `families`: the products with variants; a key among them is the key of one of `products`. */
type MatcherOf = (products: readonly MatchProduct[], families?: readonly MatchFamily[]) => Matcher

/** Makes ready what all pictures share, patterns first; the products come afterwards. Linear in the products, and in the lines of a mapping. */
export const prepareMatcher = (rules: readonly MatchRule[]): { readonly kind: 'ready'; readonly of: MatcherOf } | RefusedPattern => {
  const compiled: CompiledRule[] = []
  for (const rule of rules) {
    if (rule.by !== 'pattern') {
      compiled.push(rule)
      continue
    }
    const result = compilePattern(rule.pattern)
    if (result.kind === 'refused') return { kind: 'refused', pattern: rule.pattern, problem: result.problem }
    compiled.push({ by: 'pattern', pattern: result.pattern })
  }
  const fields = new Set(compiled.flatMap(fieldsOf))
  return {
    kind: 'ready',
    of: (products, families = []) => createMatcher(compiled, indexProducts(prepareFamilies(products, families), fields)),
  }
}

const createMatcher = (compiled: readonly CompiledRule[], index: ProductIndex): Matcher => {
  const unknownInMapping: { file: string; product: string }[] = []
  const ready: ReadyRule[] = []
  for (const rule of compiled) {
    if (rule.by !== 'mapping') {
      ready.push(rule)
      continue
    }
    const { mapping, unknown } = readMapping(rule.files, index)
    for (const at of unknown) unknownInMapping.push(rule.files[at] ?? { file: '', product: '' })
    ready.push({ by: 'mapping', mapping })
  }
  const gather = createGatherer(ready, index)
  const find = (picture: MatchPicture): Finding => {
    const gathered = gather(picture)
    const decision = decide(gathered, index)
    switch (decision.kind) {
      case 'unmatched':
        return { kind: 'unmatched', pictureId: picture.id }
      case 'question':
        return { kind: 'question', pictureId: picture.id, question: decision.question, candidates: [...decision.candidates] }
      case 'matched': {
        const { id: pictureId, folder, name } = picture
        const toMatched = (one: DecidedProduct): MatchedPicture => {
          const { isBare, ...position } = positionOf(picture, one, gathered.evidences, index)
          return { pictureId, ...one.candidate, position, isBare, folder, name, rank: one.rank }
        }
        const [first, ...others] = decision.products
        return { kind: 'matched', matched: [toMatched(first), ...others.map(toMatched)] }
      }
    }
  }
  return { find, unknownInMapping }
}

/** Matched pictures by product, to be put in order one product after another. */
export const groupFindings = (findings: readonly Finding[]): ReadonlyMap<string, readonly MatchedPicture[]> => {
  const groups = new Map<string, MatchedPicture[]>()
  for (const finding of findings) {
    if (finding.kind !== 'matched') continue
    for (const one of finding.matched) {
      const there = groups.get(one.productKey)
      if (there) there.push(one)
      else groups.set(one.productKey, [one])
    }
  }
  return groups
}

/** Picture id → place from 1. */
export const placeGroup = (pictures: readonly MatchedPicture[]): readonly (readonly [pictureId: string, place: number])[] =>
  pictures.toSorted(comparePlaces).map(({ pictureId }, at) => [pictureId, at + 1] as const)

/** `places`: of each product's pictures, by its key. */
export const toPictureMatch = (finding: Finding, places: ReadonlyMap<string, ReadonlyMap<string, number>>): PictureMatch => {
  if (finding.kind !== 'matched') return finding
  const [{ pictureId }] = finding.matched
  const products = finding.matched.map(({ productKey, why }) => ({ productKey, place: places.get(productKey)?.get(pictureId) ?? 1, why }))
  return { kind: 'matched', pictureId, products }
}
