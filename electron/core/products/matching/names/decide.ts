import type { MatchCandidate, MatchQuestion } from '../../../../../shared/products/matching.ts'
import { type Family, type Kin, listChoices, listTargets, rankMembers } from './families.ts'
import { type Evidence, type Gathered, keysOf } from './gather-evidence.ts'
import { membersOf, type Narrowed, narrowVariants } from './narrow-variants.ts'
import type { Members } from './option-values.ts'

/** A product of the workspace that a picture belongs to. `key`: what names it; another one, if it is the product of a variant, or one of its variants. */
export type DecidedProduct = {
  readonly candidate: MatchCandidate
  readonly key: string
  readonly by: Evidence
  readonly rank: number
  /** Atoms of the file’s name that say an option’s value. */
  readonly skipped: ReadonlySet<number>
}

/** What the evidence says: a product, or several that belong together; a question, or nothing. */
export type Decision =
  | { readonly kind: 'matched'; readonly products: readonly [DecidedProduct, ...DecidedProduct[]] }
  | { readonly kind: 'question'; readonly question: MatchQuestion; readonly candidates: readonly MatchCandidate[] }
  | { readonly kind: 'unmatched' }

/** A person can't choose among more. */
const mostCandidates = 20

/** The products of the workspace that a candidate stands for. */
const choicesOf = (one: MatchCandidate, kin: Kin): readonly MatchCandidate[] => {
  const part = kin.parts.get(one.productKey)
  if (!part) return [one]
  return listChoices(part.family, part.members).map((productKey) => ({ ...one, productKey }))
}

const toQuestion = (question: MatchQuestion, found: readonly MatchCandidate[]): Decision => {
  const candidates = new Map<string, MatchCandidate>()
  for (const one of found) if (!candidates.has(one.productKey)) candidates.set(one.productKey, one)
  if (candidates.size === 0) return { kind: 'unmatched' }
  return { kind: 'question', question, candidates: [...candidates.values()].slice(0, mostCandidates) }
}

const ask = (question: MatchQuestion, evidences: readonly Evidence[], kin: Kin): Decision =>
  toQuestion(
    question,
    evidences.flatMap((evidence) => evidence.candidates.flatMap((one) => choicesOf(one, kin))),
  )

/** What a key belongs to: a product with its variants, or itself. */
const idOf = (key: string, kin: Kin): string => kin.parts.get(key)?.family.id ?? key

type Reason = { readonly candidate: MatchCandidate; readonly by: Evidence }

/** The first evidence, in the person’s order, that names it. */
const findReason = (evidences: readonly Evidence[], id: string, kin: Kin): Reason | null => {
  for (const by of evidences) {
    const candidate = by.candidates.find((one) => idOf(one.productKey, kin) === id)
    if (candidate) return { candidate, by }
    const [listed] = by.candidates
    const key =
      listed && by.all && (kin.parts.size === 0 ? (by.all.has(id) ? id : undefined) : [...by.all].find((one) => idOf(one, kin) === id))
    if (listed && key) return { candidate: { ...listed, productKey: key }, by }
  }
  return null
}

const isTextInside = (inner: string, outer: string): boolean => inner !== '' && inner !== outer && ` ${outer} `.includes(` ${inner} `)

/** A folder SKU-100 with a file SKU-100-RED: the longer one is meant. */
const isInside = (inner: Evidence, outer: Evidence): boolean =>
  isTextInside(inner.spelled, outer.spelled) || (inner !== outer && isTextInside(inner.spelled, outer.around))

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

/** What evidence allows: products by their ids, and of those with variants which of these; `null`: the whole product. */
type Reach = ReadonlyMap<string, Members | null>

/** Sets of namesakes are the same for many pictures. */
const reaches = new WeakMap<ReadonlySet<string>, Reach>()

const reachOf = (evidence: Evidence, kin: Kin): Reach => {
  const known = evidence.all && reaches.get(evidence.all)
  if (known) return known
  const reach = new Map<string, Set<number> | null>()
  for (const key of keysOf(evidence)) {
    const part = kin.parts.get(key)
    const id = part?.family.id ?? key
    const there = reach.get(id)
    if (!part || part.members === null) reach.set(id, null)
    else if (there !== null) reach.set(id, new Set([...(there ?? []), ...part.members]))
  }
  if (evidence.all) reaches.set(evidence.all, reach)
  return reach
}

const isTogether = (one: Members | null, other: Members | null): boolean =>
  one === null || other === null || [...one].some((member) => other.has(member))

/** Products that all texts allow. Two variants of one product of the workspace don’t contradict each other. */
const findCommon = (telling: readonly Evidence[], kin: Kin): readonly string[] => {
  const [fewest, ...others] = telling.map((one) => reachOf(one, kin)).toSorted((one, other) => one.size - other.size)
  return [...(fewest ?? [])].flatMap(([id, members]) => {
    const all = others.map((reach) => reach.get(id))
    const isVariant = members !== null || all.some((one) => one)
    if (all.some((one) => one === undefined)) return []
    return isVariant && kin.families.get(id)?.key === null && !all.every((one) => isTogether(members, one ?? null)) ? [] : [id]
  })
}

/** It may be another product's name. */
const isDoubtful = ({ doubt, strength, isExplicit }: Evidence): boolean => doubt !== null && strength !== 'weak' && !isExplicit

/** Doubtful texts that don't name the product that only barcodes name: TS-100A.jpg with the barcode of TS-200. */
const findAgainstCodes = (telling: readonly Evidence[], id: string, evidences: readonly Evidence[], kin: Kin): readonly Evidence[] =>
  telling.every(({ isCode }) => isCode) ? evidences.filter((one) => isDoubtful(one) && !one.isCode && !reachOf(one, kin).has(id)) : []

/** Doubtful texts around all sure ones: TS-100-420b in a folder TS-100 may be a picture of TS-100-420. */
const findAround = (telling: readonly Evidence[], evidences: readonly Evidence[]): readonly Evidence[] => {
  const doubtful = evidences.filter(isDoubtful)
  const isSwallowed = (one: Evidence): boolean => !one.isExplicit && doubtful.some((other) => isTextInside(one.spelled, other.spelled))
  return telling.every(isSwallowed) ? doubtful : []
}

/** Several products that all texts allow. */
const askWhich = (telling: readonly Evidence[], ids: readonly string[], kin: Kin): Decision =>
  toQuestion(
    'same-text',
    ids.slice(0, mostCandidates).flatMap((id) => {
      const reason = findReason(telling, id, kin)
      return reason ? choicesOf(reason.candidate, kin) : []
    }),
  )

const nothing: ReadonlySet<number> = new Set()

const unread: Omit<Narrowed, 'members'> = { isUnclear: false, allowed: null, fitting: null, skipped: nothing, texts: [] }

/** A mapping says itself which product or variant it is. */
const isMapped = ({ isExplicit, at, lines }: Evidence): boolean => isExplicit && at === null && lines === undefined

/** A product with variants, of which names and values say which are meant. */
const matchVariants = (family: Family, { candidate, by }: Reason, sure: readonly Evidence[], gathered: Gathered, kin: Kin): Decision => {
  const telling = sure.flatMap((evidence) =>
    reachOf(evidence, kin).has(family.id) ? [{ evidence, members: membersOf(keysOf(evidence), family, kin.parts) }] : [],
  )
  const [only] = telling
  const isSaid = only !== undefined && telling.length === 1 && isMapped(only.evidence)
  const { members, isUnclear, allowed, fitting, skipped, texts } = isSaid
    ? { ...unread, members: only.members }
    : narrowVariants(family, telling, gathered)
  const why = { ...candidate.why, text: [candidate.why.text, ...texts].join(' ') }
  if (isUnclear && family.key === null) {
    const choices = [...listChoices(family, fitting), ...listChoices(family, allowed)]
    return toQuestion(
      'variant-unclear',
      choices.map((productKey) => ({ productKey, why })),
    )
  }
  const rank = rankMembers(family, members)
  const [first, ...others] = listTargets(family, members).map((productKey) => ({
    candidate: { productKey, why },
    key: candidate.productKey,
    by,
    rank,
    skipped,
  }))
  return first ? { kind: 'matched', products: [first, ...others] } : { kind: 'unmatched' }
}

/** A mapping that names a file in several lines: its product is that of each of them. */
const matchLines = (lines: readonly Evidence[], gathered: Gathered, kin: Kin): Decision => {
  const products = new Map<string, DecidedProduct>()
  for (const line of lines) {
    const decision = decideSure([line], [line], gathered, kin)
    if (decision.kind === 'question') return ask(decision.question, lines, kin)
    if (decision.kind === 'matched')
      for (const one of decision.products) products.set(one.candidate.productKey, products.get(one.candidate.productKey) ?? one)
  }
  const [first, ...others] = products.values()
  return first ? { kind: 'matched', products: [first, ...others] } : { kind: 'unmatched' }
}

/** `telling`: what counts of all that is sure. */
const decideSure = (telling: readonly Evidence[], sure: readonly Evidence[], gathered: Gathered, kin: Kin): Decision => {
  const { evidences } = gathered
  const around = findAround(telling, evidences)
  const common = findCommon(telling, kin)
  const [only] = common
  const isSettled = only !== undefined && common.length === 1
  const [doubtful] = around
  if (doubtful?.doubt) {
    const isSame =
      isSettled &&
      (kin.families.get(only)?.key ?? null) !== null &&
      around.every((one) => reachOf(one, kin).size === 1 && reachOf(one, kin).has(only))
    if (!isSame) return ask(doubtful.doubt, [...telling, ...around], kin)
  }
  const lines = telling.find((one) => one.lines)?.lines
  if (lines && only !== undefined) return matchLines(lines, gathered, kin)
  if (isSettled) {
    const against = findAgainstCodes(telling, only, evidences, kin)
    if (against.length > 0) return ask('barcode-against-text', [...telling, ...against], kin)
    const reason = findReason(telling, only, kin)
    if (!reason) return { kind: 'unmatched' }
    const family = kin.families.get(only)
    if (family) return matchVariants(family, reason, sure, gathered, kin)
    return { kind: 'matched', products: [{ ...reason, key: only, rank: 0, skipped: nothing }] }
  }
  if (only !== undefined) return askWhich(telling, common, kin)
  return ask(telling.length === 1 ? 'same-text' : nameDifference(telling), telling, kin)
}

/**
 * Decides for one picture. `evidences` in the person's order of rules. A pattern or a mapping that comes before all others decides alone: it is the
 * person's own word. Otherwise all that is sure has to agree; one product that all texts allow is the match, and anything else is a question.
 */
export const decide = (gathered: Gathered, kin: Kin): Decision => {
  const { evidences } = gathered
  const sure = evidences.filter(({ doubt }) => doubt === null)
  const [first] = sure
  if (!first) {
    const doubt = evidences[0]?.doubt
    return doubt ? ask(doubt, evidences, kin) : { kind: 'unmatched' }
  }
  if (!first.isExplicit) return decideSure(keepTelling(sure), sure, gathered, kin)
  return first.lines ? matchLines(first.lines, gathered, kin) : decideSure([first], [first], gathered, kin)
}
