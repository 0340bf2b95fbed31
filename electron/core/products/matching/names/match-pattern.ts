import type { Pattern, PatternPart } from './compile-pattern.ts'
import { judgeSpelling } from './find-names.ts'
import { findGtin, type ProductIndex, type ProductName, spell } from './product-index.ts'
import type { NamedPosition } from './read-position.ts'
import { readText } from './read-text.ts'
import { rankView } from './view-words.ts'

/** What a pattern found in a picture’s path. */
export type PatternMatch = {
  readonly names: readonly ProductName[]
  readonly text: string
  readonly position: NamedPosition | null
  readonly doubt: 'number-split' | null
  /** How many levels are inside of the one with the product; 0: it is in the file’s name. */
  readonly inner: number
}

/** Which places of a text a part of the pattern can begin or end at; one more than its characters. */
type Places = readonly boolean[]

const mostDigits = 4
const longestView = 16

const isDigit = (character: string | undefined): boolean => character !== undefined && character >= '0' && character <= '9'
/** Digits of other scripts are read like letters (read-text.ts). */
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && !isDigit(character) && /[\p{L}\p{M}\p{Nd}]/u.test(character)

/** Ends of a position that begins here. */
const listPositionEnds = (text: string, from: number, digits: number | null): readonly number[] => {
  const ends: number[] = []
  let at = from
  while (at - from < (digits ?? mostDigits) && isDigit(text[at])) at += 1
  for (let end = from + (digits ?? 1); end <= at; end += 1) ends.push(end)
  if (digits !== null || at > from) return ends
  for (let end = from + 1; end <= Math.min(from + longestView, text.length); end += 1)
    if (rankView(text.slice(from, end)) !== null) ends.push(end)
  return ends
}

/** Where one part, begun at these places, can end. Linear in the text: an end is at most a few characters away, or anywhere. */
const moveOn = (part: PatternPart, text: string, begins: Places): boolean[] => {
  const ends = new Array<boolean>(text.length + 1).fill(false)
  if (part.kind === 'any') {
    const first = begins.indexOf(true)
    return first < 0 ? ends : ends.map((_, at) => at >= first)
  }
  for (const [at, isBegin] of begins.entries()) {
    if (!isBegin) continue
    if (part.kind === 'text' && text.startsWith(part.text, at)) ends[at + part.text.length] = true
    if (part.kind === 'position') for (const end of listPositionEnds(text, at, part.digits)) ends[end] = true
  }
  return ends
}

/** Where one part can begin so that it ends at one of these places. */
const moveBack = (part: PatternPart, text: string, ends: Places): boolean[] => {
  if (part.kind === 'any') {
    const last = ends.lastIndexOf(true)
    return ends.map((_, at) => at <= last)
  }
  return ends.map((_, at) => {
    if (part.kind === 'text') return text.startsWith(part.text, at) && ends[at + part.text.length] === true
    return part.kind === 'position' && listPositionEnds(text, at, part.digits).some((end) => ends[end] === true)
  })
}

const only = (text: string, at: number): Places => Array.from({ length: text.length + 1 }, (_, index) => index === at)

const forward = (parts: readonly PatternPart[], text: string, begins: Places): Places =>
  parts.reduce<Places>((places, part) => moveOn(part, text, places), begins)

const backward = (parts: readonly PatternPart[], text: string, ends: Places): Places =>
  parts.reduceRight<Places>((places, part) => moveBack(part, text, places), ends)

/** Whether a product’s text may be cut here: not inside a number or a word, unless the pattern says what is beside it. */
const isCut = (text: string, at: number, beside: PatternPart | undefined): boolean => {
  if (!beside || beside.kind === 'text' || (beside.kind === 'position' && beside.digits !== null)) return true
  const [before, after] = [text[at - 1], text[at]]
  return !(isDigit(before) && isDigit(after)) && !(isLetter(before) && isLetter(after))
}

type Capture = { readonly names: readonly ProductName[]; readonly begin: number; readonly end: number; readonly length: number }

const isSeparator = (character: string): boolean => !isDigit(character) && !isLetter(character)

/** The longest text that names a product, between these places. */
const captureProduct = (text: string, index: ProductIndex, fields: Pattern['fields'], begins: Places, ends: Places): Capture | null => {
  const longest = Math.max(index.longest, 14)
  let best: Capture | null = null
  for (let begin = 0; begin < text.length; begin += 1) {
    if (!begins[begin] || isSeparator(text[begin] ?? '')) continue
    let folded = ''
    for (let end = begin + 1; end <= text.length && folded.length <= longest; end += 1) {
      const last = text[end - 1] ?? ''
      if (isSeparator(last)) continue
      folded += last
      if (!ends[end] || folded.length <= (best?.length ?? 0)) continue
      const byText = (index.byFolded.get(folded) ?? []).filter(({ field }) => fields.includes(field))
      const byNumber = fields.includes('gtin') && /^[0-9]+$/.test(folded) ? findGtin(index, folded) : []
      const names = [...byText, ...byNumber]
      if (names.length > 0) best = { names, begin, end, length: folded.length }
    }
  }
  return best
}

/** The longest position between these places. */
const capturePosition = (text: string, digits: number | null, begins: Places, ends: Places): NamedPosition | null => {
  for (const [begin, isBegin] of begins.entries()) {
    if (!isBegin) continue
    const end = listPositionEnds(text, begin, digits).findLast((one) => ends[one])
    if (end === undefined) continue
    const found = text.slice(begin, end)
    return isDigit(found[0]) ? { numbers: [Number(found)], view: null } : { numbers: [], view: found }
  }
  return null
}

const findPosition = (
  parts: readonly PatternPart[],
  text: string,
  product: { readonly at: number; readonly begin: number; readonly end: number } | null,
): NamedPosition | null => {
  const at = parts.findIndex(({ kind }) => kind === 'position')
  const part = parts[at]
  if (part?.kind !== 'position') return null
  const isAfter = product !== null && product.at < at
  const isBefore = product !== null && product.at > at
  const begins = isAfter
    ? forward(parts.slice(product.at + 1, at), text, only(text, product.end))
    : forward(parts.slice(0, at), text, only(text, 0))
  const ends = isBefore
    ? backward(parts.slice(at + 1, product.at), text, only(text, product.begin))
    : backward(parts.slice(at + 1), text, only(text, text.length))
  return capturePosition(text, part.digits, begins, ends)
}

const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase()

type LevelMatch = Omit<PatternMatch, 'names' | 'inner'> & { readonly names: readonly ProductName[] | null }

const matchLevel = (parts: readonly PatternPart[], raw: string, pattern: Pattern, index: ProductIndex): LevelMatch | null => {
  const text = foldCase(raw)
  const at = parts.findIndex(({ kind }) => kind === 'product')
  const begins = forward(at < 0 ? parts : parts.slice(0, at), text, only(text, 0))
  if (at < 0) return begins[text.length] ? { names: null, text: '', position: findPosition(parts, text, null), doubt: null } : null
  const ends = backward(parts.slice(at + 1), text, only(text, text.length))
  const mayCut = (places: Places, beside: PatternPart | undefined): Places => places.map((one, place) => one && isCut(text, place, beside))
  const found = captureProduct(text, index, pattern.fields, mayCut(begins, parts[at - 1]), mayCut(ends, parts[at + 1]))
  if (!found) return null
  const captured = text.slice(found.begin, found.end)
  const spelled = spell(readText(captured).atoms)
  const exact = found.names.filter((name) => name.spelled === spelled)
  const names = exact.length > 0 ? exact : found.names
  const isDoubtful = exact.length === 0 && names.every((name) => name.field !== 'gtin' && judgeSpelling(name, spelled) !== null)
  const shown = raw.normalize('NFKC')
  return {
    names,
    text: shown.length === text.length ? shown.slice(found.begin, found.end) : captured,
    position: findPosition(parts, text, { at, begin: found.begin, end: found.end }),
    doubt: isDoubtful ? 'number-split' : null,
  }
}

/** Longer names are no file’s. */
const mostCharacters = 400

/** Matches the innermost levels of a path, its last one the file’s name without its extension. Linear in the text for each part. */
export const matchPattern = (pattern: Pattern, levels: readonly string[], index: ProductIndex): PatternMatch | null => {
  if (levels.length < pattern.levels.length) return null
  const wanted = levels.slice(-pattern.levels.length)
  let match: PatternMatch | null = null
  let position: NamedPosition | null = null
  for (const [at, parts] of pattern.levels.entries()) {
    const level = matchLevel(parts, (wanted[at] ?? '').slice(0, mostCharacters), pattern, index)
    if (!level) return null
    position = level.position ?? position
    if (level.names) match = { ...level, names: level.names, inner: wanted.length - 1 - at }
  }
  return match && { ...match, position }
}
