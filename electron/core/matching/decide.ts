import type { MatchCandidate, MatchQuestion } from '../../../shared/matching.ts'
import type { Evidence } from './gather-evidence.ts'

/** What the evidence says: one product, a question, or nothing. */
export type Decision =
  | { readonly kind: 'matched'; readonly candidate: MatchCandidate; readonly by: Evidence }
  | { readonly kind: 'question'; readonly question: MatchQuestion; readonly candidates: readonly MatchCandidate[] }
  | { readonly kind: 'unmatched' }

/** More candidates than this help nobody. */
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
  }
  return { kind: 'unmatched' }
}

/** A folder SKU-100 with a file SKU-100-RED: the longer one is meant. */
const isInside = (inner: Evidence, outer: Evidence): boolean =>
  inner.spelled !== '' && inner.spelled !== outer.spelled && ` ${outer.spelled} `.includes(` ${inner.spelled} `)

/** Leaves out what is part of a longer text, and short numbers and single words beside a clear name. */
const keepTelling = (evidences: readonly Evidence[]): readonly Evidence[] => {
  const longest = evidences.filter((one) => one.isExplicit || !evidences.some((other) => isInside(one, other)))
  const strong = longest.filter(({ strength }) => strength !== 'weak')
  return strong.length > 0 ? strong : longest
}

/** What differs: texts, barcodes, or a barcode and a text. */
const nameDifference = (telling: readonly Evidence[]): MatchQuestion => {
  const codes = telling.filter(({ isCode = false }) => isCode).length
  return codes === 0 ? 'different-texts' : codes === telling.length ? 'different-barcodes' : 'barcode-against-text'
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
  const common = (telling[0]?.candidates ?? []).filter(({ productKey }) =>
    telling.every(({ candidates }) => candidates.some((one) => one.productKey === productKey)),
  )
  const [only] = common
  if (only && common.length === 1) return matchWith(telling, only.productKey)
  return ask(common.length > 1 || telling.length === 1 ? 'same-text' : nameDifference(telling), telling)
}
