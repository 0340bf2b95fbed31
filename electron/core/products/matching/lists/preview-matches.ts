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
import { createPause, runInPieces } from '../../../base/database/create-pause.ts'
import type { Journal } from '../../../base/database/journal.ts'
import {
  type Finding,
  groupFindings,
  type Matcher,
  placeGroup,
  prepareMatcher,
  type RefusedPattern,
  toPictureMatch,
} from '../names/match-pictures.ts'
import { readDecisions } from './kept-decisions.ts'
import { type LibraryPicture, type NamedProduct, walkNamed, walkPictures } from './match-subjects.ts'

/** Pictures, or products, between two looks at the time. */
const pieceSize = 25
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
  /** Places of the matched pictures in `pictures`, by product and place. */
  readonly matchedOrder: readonly number[]
  /** One for each picture, in the same order. */
  readonly matches: readonly PictureMatch[]
  readonly products: ReadonlyMap<string, MatchProduct>
  /** Where each matched product is from, by its key. */
  readonly origins: ReadonlyMap<string, NamedProduct>
  readonly unknownInMapping: Matcher['unknownInMapping']
  /** A rule asks for barcodes. */
  readonly usesBarcodes: boolean
}

const refuse = ({ pattern, problem }: RefusedPattern): AppError =>
  new AppError('usage', { kind: 'pattern-refused', pattern, problem }, { kept: 'nothing-changed' })

/**
 * Matches the whole library, in pieces with other work in between. What a person decided stays out of it. Error: `usage`
 * for a pattern that can't be used.
 */
export const matchLibrary = async (journal: Journal, connectionId: string | null, rules: readonly MatchRule[]): Promise<MatchedLibrary> => {
  const made = prepareMatcher(rules)
  if (made.kind === 'refused') throw refuse(made)
  const pause = createPause(journal)
  const products = new Map<string, MatchProduct>()
  const named = new Map<string, NamedProduct>()
  for await (const piece of walkNamed(journal, connectionId)) {
    for (let at = 0; at < piece.length; at += pieceSize) {
      const few = piece.slice(at, at + pieceSize)
      for (const one of few) {
        products.set(one.product.key, one.product)
        named.set(one.product.key, one)
      }
      made.prepared.add(few.map(({ product }) => product))
      await pause()
    }
  }
  const matcher = await runInPieces(made.prepared.finish(), pause)
  const kept = await runInPieces(readDecisions(journal, connectionId), pause)
  const pictures: LibraryPicture[] = []
  const findings: Finding[] = []
  const placeOf = new Map<string, number>()
  for await (const piece of walkPictures(journal)) {
    for (const [at, picture] of piece.entries()) {
      if (kept.decided.has(picture.id)) continue
      placeOf.set(picture.id, pictures.length)
      pictures.push(picture)
      findings.push(matcher.find(toMatchPicture(picture)))
      if (at % pieceSize === 0) await pause()
    }
  }
  const places = new Map<string, number>()
  const matchedOrder: number[] = []
  for (const [, group] of [...groupFindings(findings)].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    for (const [id, place] of await runInPieces(placeGroup(group), pause)) {
      places.set(id, place)
      matchedOrder.push(placeOf.get(id) ?? 0)
    }
    await pause()
  }
  const matches = findings.map((one) => toPictureMatch(one, places))
  const origins = new Map<string, NamedProduct>()
  for (const one of matches) {
    const origin = one.kind === 'matched' ? named.get(one.productKey) : undefined
    if (origin) origins.set(origin.product.key, origin)
  }
  const usesBarcodes = rules.some(({ by }) => by === 'barcode')
  const { unknownInMapping } = matcher
  return { pictures, decided: kept.decided, matches, matchedOrder, products, origins, unknownInMapping, usesBarcodes }
}

const shownUnknown = 100

const countUnread = (pictures: readonly LibraryPicture[]): Omit<CodeProgress, 'needsList'> => ({
  left: pictures.filter(({ codes }) => codes === null).length,
  unreadable: pictures.filter(({ codes }) => codes === 'failed').length,
})

/** One page of what rules would do, with the counts of all. */
export const previewMatches = (
  { pictures, decided, matches, matchedOrder, products, unknownInMapping, usesBarcodes }: MatchedLibrary,
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
  const named = rows.flatMap(({ match }) => {
    if (match.kind === 'matched') return [match.productKey]
    return match.kind === 'question' ? match.candidates.map(({ productKey }) => productKey) : []
  })
  return {
    pictures: pictures.length + decided.size,
    decided: decided.size,
    matched: matchedOrder.length,
    questions: questions.length,
    unmatched: unmatched.length,
    knownProducts: products.size,
    matchedProducts: new Set(matches.flatMap((one) => (one.kind === 'matched' ? [one.productKey] : []))).size,
    unknownInMapping: { total: unknownInMapping.length, first: unknownInMapping.slice(0, shownUnknown) },
    barcodes: usesBarcodes ? { ...countUnread(pictures), needsList } : null,
    rows,
    products: [...new Set(named)].flatMap((key) => products.get(key) ?? []),
  }
}
