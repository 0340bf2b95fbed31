import { AppError } from '../../../../../shared/base/errors.ts'
import type { CodeProgress } from '../../../../../shared/pictures/picture-codes.ts'
import type {
  MatchPicture,
  MatchPreview,
  MatchProduct,
  MatchRule,
  PictureMatch,
  PictureMatchKind,
} from '../../../../../shared/products/matching.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { groupFindings, type Matcher, placeGroup, prepareMatcher, type RefusedPattern, toPictureMatch } from '../names/match-pictures.ts'
import { readDecisions } from './kept-decisions.ts'
import { type LibraryPicture, type NamedProduct, readNamed, readPictures } from './match-subjects.ts'
import { readFamilies } from './read-families.ts'

const toMatchPicture = ({ id, name, folder, droppedLevels, codes }: LibraryPicture): MatchPicture => ({
  id,
  name,
  folder: folder ?? '',
  droppedLevels,
  codes: codes === null || codes === 'failed' ? [] : codes,
})

export type MatchedLibrary = {
  /** Without those that a person decided about. */
  readonly pictures: readonly LibraryPicture[]
  /** Pictures that a person decided about. */
  readonly decided: ReadonlySet<string>
  /** Places of the matched pictures in `pictures`, by their first product and their place in it. */
  readonly matchedOrder: readonly number[]
  /** One for each picture, in the same order. */
  readonly matches: readonly PictureMatch[]
  /** The products, each with where it is from, by their keys. */
  readonly named: ReadonlyMap<string, NamedProduct>
  readonly unknownInMapping: Matcher['unknownInMapping']
  /** A rule asks for barcodes. */
  readonly usesBarcodes: boolean
}

const refuse = ({ pattern, problem }: RefusedPattern): AppError =>
  new AppError('usage', { kind: 'pattern-refused', pattern, problem }, { kept: 'nothing-changed' })

/** Matches the whole library. What a person decided stays out of it. Error: `usage` for a pattern that can't be used. */
export const matchLibrary = (journal: Journal, connectionId: string | null, rules: readonly MatchRule[]): MatchedLibrary => {
  const made = prepareMatcher(rules)
  if (made.kind === 'refused') throw refuse(made)
  const known = readNamed(journal, connectionId)
  const named = new Map(known.map((one) => [one.product.key, one]))
  const matcher = made.of(
    known.map(({ product }) => product),
    readFamilies(journal, connectionId, known),
  )
  const { decided } = readDecisions(journal, connectionId)
  const pictures = readPictures(journal).filter(({ id }) => !decided.has(id))
  const placeOf = new Map(pictures.map(({ id }, at) => [id, at]))
  const findings = pictures.map((picture) => matcher.find(toMatchPicture(picture)))
  const groups = [...groupFindings(findings)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const places = new Map(groups.map(([key, group]) => [key, new Map(placeGroup(group))]))
  const matchedOrder = new Set([...places.values()].flatMap((ofProduct) => [...ofProduct.keys()]))
  const matches = findings.map((one) => toPictureMatch(one, places))
  const usesBarcodes = rules.some(({ by }) => by === 'barcode')
  const { unknownInMapping } = matcher
  return {
    pictures,
    decided,
    matches,
    matchedOrder: [...matchedOrder].map((id) => placeOf.get(id) ?? 0),
    named,
    unknownInMapping,
    usesBarcodes,
  }
}

/** What rules found, as a change keeps it. `products`: those that the matches name; `origins`: where each matched product is from. */
export type Findings = {
  readonly matches: readonly PictureMatch[]
  readonly decided: readonly string[]
  readonly products: readonly MatchProduct[]
  readonly origins: readonly NamedProduct[]
}

const matchedKeys = (match: PictureMatch): readonly string[] =>
  match.kind === 'matched' ? match.products.map(({ productKey }) => productKey) : []

const keysOf = (match: PictureMatch): readonly string[] => {
  if (match.kind === 'matched') return matchedKeys(match)
  return match.kind === 'question' ? match.candidates.map(({ productKey }) => productKey) : []
}

/** `only`: of these pictures, and of the others in their products, whose places they share. */
export const takeFindings = ({ matches, decided, named }: MatchedLibrary, only: readonly string[] | null): Findings => {
  const meant = only && new Set(only)
  const shared = new Set(matches.flatMap((one) => (meant?.has(one.pictureId) ? matchedKeys(one) : [])))
  const taken = meant ? matches.filter((one) => meant.has(one.pictureId) || matchedKeys(one).some((key) => shared.has(key))) : matches
  const origins = new Set(taken.flatMap(matchedKeys))
  return {
    matches: taken,
    decided: meant ? [...meant].filter((id) => decided.has(id)) : [...decided],
    products: [...new Set(taken.flatMap(keysOf))].flatMap((key) => named.get(key)?.product ?? []),
    origins: [...origins].flatMap((key) => named.get(key) ?? []),
  }
}

const shownUnknown = 100

const countUnread = (pictures: readonly LibraryPicture[]): Omit<CodeProgress, 'needsList'> => ({
  left: pictures.filter(({ codes }) => codes === null).length,
  unreadable: pictures.filter(({ codes }) => codes === 'failed').length,
})

/** One page of what rules would do, with the counts of all. */
export const previewMatches = (
  { pictures, decided, matches, matchedOrder, named: known, unknownInMapping, usesBarcodes }: MatchedLibrary,
  {
    kind,
    offset,
    limit,
    needsList,
  }: {
    readonly kind: PictureMatchKind | null
    readonly offset: number
    readonly limit: number
    readonly needsList: boolean
  },
): MatchPreview => {
  const listOf = (kind: PictureMatch['kind']): number[] => matches.flatMap((one, at) => (one.kind === kind ? [at] : []))
  const [questions, unmatched] = [listOf('question'), listOf('unmatched')]
  const ofKind = { question: questions, unmatched, matched: matchedOrder }
  const chosen = kind === null ? [...questions, ...unmatched, ...matchedOrder] : ofKind[kind]
  const rows = chosen.slice(offset, offset + limit).flatMap((at) => {
    const [picture, match] = [pictures[at], matches[at]]
    return picture && match ? [{ imageId: picture.id, name: picture.name, folder: picture.folder, match, suggestions: [] }] : []
  })
  const named = rows.flatMap(({ match }) => keysOf(match))
  return {
    pictures: pictures.length + decided.size,
    decided: decided.size,
    matched: matchedOrder.length,
    inSeveral: matches.filter((one) => matchedKeys(one).length > 1).length,
    questions: questions.length,
    unmatched: unmatched.length,
    knownProducts: known.size,
    matchedProducts: new Set(matches.flatMap(matchedKeys)).size,
    unknownInMapping: { total: unknownInMapping.length, first: unknownInMapping.slice(0, shownUnknown) },
    barcodes: usesBarcodes ? { ...countUnread(pictures), needsList } : null,
    rows,
    products: [...new Set(named)].flatMap((key) => known.get(key)?.product ?? []),
  }
}
