import type { MatchCandidate, MatchQuestion } from '../../../../../shared/products/matching.ts'
import type { Evidence } from './gather-evidence.ts'

/** What the evidence says: one product, a question, or nothing. */
export type Decision =
  | { readonly kind: 'matched'; readonly candidate: MatchCandidate; readonly by: Evidence }
  | { readonly kind: 'question'; readonly question: MatchQuestion; readonly candidates: readonly MatchCandidate[] }
  | { readonly kind: 'unmatched' }

/** A person can't choose among more. */
const mostCandidates = 20

const ask = (question: MatchQuestion, evidences: readonly Evidence[]): Decision => {
  const candidates = new Map<string, MatchCandidate>()
  for (const one of evidences.flatMap((evidence) => evidence.candidates)) {
    if (!candidates.has(one.productKey)) candidates.set(one.productKey, one)
  }
  return { kind: 'question', question, candidates: [...candidates.values()].slice(0, mostCandidates) }
}

const matchWith = (evidences: readonly Evidence[], productKey: string): Decision => {
  for (const by of evidences) {
    const candidate = by.candidates.find((one) => one.productKey === productKey)
    if (candidate) return { kind: 'matched', candidate, by }
    const [listed] = by.candidates
    if (listed && by.all?.has(productKey)) return { kind: 'matched', candidate: { ...listed, productKey }, by }
  }
  return { kind: 'unmatched' }
}

const isTextInside = (inner: string, outer: string): boolean => inner !== '' && inner !== outer && ` ${outer} `.includes(` ${inner} `)

/** A folder SKU-100 with a file SKU-100-RED: the longer one is meant. */
const isInside = (inner: Evidence, outer: Evidence): boolean =>
  isTextInside(inner.spelled, outer.spelled) || (inner !== outer && isTextInside(inner.spelled, outer.around))

/** Several products that all texts allow. */
const askWhich = (telling: readonly Evidence[], keys: readonly string[]): Decision => {
  const candidates = keys.slice(0, mostCandidates).flatMap((key) => {
    const found = matchWith(telling, key)
    return found.kind === 'matched' ? [found.candidate] : []
  })
  return { kind: 'question', question: 'same-text', candidates }
}

/** Leaves out what is part of a longer text, and short numbers and single words beside a clear name. A barcode leaves no text out. */
const keepTelling = (evidences: readonly Evidence[]): readonly Evidence[] => {
  const longest = evidences.filter((one) => one.isExplicit || !evidences.some((other) => isInside(one, other)))
  const hasStrongText = longest.some(({ strength, isCode = false }) => strength !== 'weak' && !isCode)
  return hasStrongText ? longest.filter(({ strength }) => strength !== 'weak') : longest
}

/** What differs: texts, barcodes, or a barcode and a text. */
const nameDifference = (telling: readonly Evidence[]): MatchQuestion => {
  const codes = telling.filter(({ isCode = false }) => isCode).length
  return codes === 0 ? 'different-texts' : codes === telling.length ? 'different-barcodes' : 'barcode-against-text'
}

const keysOf = ({ all, candidates }: Evidence): ReadonlySet<string> => all ?? new Set(candidates.map(({ productKey }) => productKey))

/** Products that all texts allow. */
const findCommon = (telling: readonly Evidence[]): readonly string[] => {
  const [fewest, ...others] = telling.map(keysOf).toSorted((one, other) => one.size - other.size)
  return [...(fewest ?? [])].filter((key) => others.every((keys) => keys.has(key)))
}

/** It may be another product's name. */
const isDoubtful = ({ doubt, strength, isExplicit }: Evidence): boolean => doubt !== null && strength !== 'weak' && !isExplicit

/** Doubtful texts that don't name the product that only barcodes name: TS-100A.jpg with the barcode of TS-200. */
const findAgainstCodes = (telling: readonly Evidence[], productKey: string, evidences: readonly Evidence[]): readonly Evidence[] =>
  telling.every(({ isCode }) => isCode) ? evidences.filter((one) => isDoubtful(one) && !one.isCode && !keysOf(one).has(productKey)) : []

/** Doubtful texts around all sure ones: TS-100-420b in a folder TS-100 may be a picture of TS-100-420. */
const findAround = (telling: readonly Evidence[], evidences: readonly Evidence[]): readonly Evidence[] => {
  const doubtful = evidences.filter(isDoubtful)
  const isSwallowed = (one: Evidence): boolean => !one.isExplicit && doubtful.some((other) => isTextInside(one.spelled, other.spelled))
  return telling.every(isSwallowed) ? doubtful : []
}

/**
 * Decides for one picture. `evidences` in the person's order of rules. A pattern or a mapping that comes before all others decides alone: it is the
 * person's own word. Otherwise all that is sure has to agree; one product that all texts allow is the match, and anything else is a question.
 */
export const decide = (evidences: readonly Evidence[]): Decision => {
  const sure = evidences.filter(({ doubt }) => doubt === null)
  const [first] = sure
  if (!first) {
    const doubt = evidences[0]?.doubt
    return doubt ? ask(doubt, evidences) : { kind: 'unmatched' }
  }
  const telling = first.isExplicit ? [first] : keepTelling(sure)
  const around = findAround(telling, evidences)
  const [doubtful] = around
  if (doubtful?.doubt) return ask(doubtful.doubt, [...telling, ...around])
  const common = findCommon(telling)
  const [only] = common
  if (only !== undefined && common.length === 1) {
    const against = findAgainstCodes(telling, only, evidences)
    return against.length > 0 ? ask('barcode-against-text', [...telling, ...against]) : matchWith(telling, only)
  }
  if (only !== undefined) return askWhich(telling, common)
  return ask(telling.length === 1 ? 'same-text' : nameDifference(telling), telling)
}
