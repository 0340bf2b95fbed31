import { hasCheckDigit } from '../../../../../shared/products/gtin.ts'
import type { MatchQuestion, NamingField } from '../../../../../shared/products/matching.ts'
import { clearValueEnd } from './option-values.ts'
import { beginningLength, findGtin, type ProductIndex, type ProductName, readJoints, shortNumber, spell } from './product-index.ts'
import type { Atom, ReadText } from './read-text.ts'
import { isClearView, isCounter, rankView } from './view-words.ts'

/** A name found in a text. `first` and `last`: its atoms. `doubt`: why it needs a person; `null`: it is sure. */
export type FoundName = {
  readonly name: ProductName
  readonly first: number
  readonly last: number
  /** Letters and digits. */
  readonly length: number
  /** Its runs of letters and digits are those of the name, so only separators differ. */
  readonly isSpelled: boolean
  readonly doubt: Exclude<MatchQuestion, 'same-text' | 'different-texts'> | null
}

/** `folder`: the whole text names something, so a short name counts, too. */
export type Place = 'name' | 'folder'

/** With fewer digits, a number without its separators may be another product’s: SKU-10-0 and SKU-100. */
const clearDigits = { withLetters: 4, alone: 6 }

type Span = { readonly first: number; readonly last: number; readonly length: number; readonly runsOn: boolean }

/** A weak name with a larger number after it is rather a part of a longer name: “SKU 172”. */
const mostBesideWeak = 2

const isPositionPart = (atoms: readonly Atom[], at: number): boolean => {
  const atom = atoms[at]
  if (!atom) return false
  const isWord = (one: Atom | undefined): boolean => one !== undefined && (rankView(one.text) !== null || isCounter(one.text))
  if (!atom.isDigits) return isWord(atom) || (atom.text.length === 1 && atom.opens && atom.closes)
  const isFree = (atom.opens || isWord(atoms[at - 1])) && (atom.closes || isWord(atoms[at + 1]))
  return isFree && (atom.text.length <= mostBesideWeak || (atom.text.startsWith('0') && atom.text.length <= 4))
}

/** Whether the atoms around a name are only positions and words for views. */
const isAloneWithPosition = (atoms: readonly Atom[], first: number, last: number): boolean =>
  atoms.every((_, at) => (at >= first && at <= last) || isPositionPart(atoms, at))

/** A number right after a name that is too large for a position, and no date or time: SKU-100-1145 may be a product that the list lacks. */
const isOwnNumber = (atoms: readonly Atom[], at: number): boolean => {
  const [number, by, other] = atoms.slice(at, at + 3)
  const isSize = by?.text === 'x' && !by.opens && !by.closes && other?.isDigits === true
  return number?.isDigits === true && /^[1-9]\d{2,4}$/.test(number.text) && !isSize
}

/**
 * Whether a number at the beginning may be a date, or one of several counts: 2024-05-01, 20240501_102233, 1234_01_02. `first` and `last`: the
 * atoms of the name.
 */
const mayBeDate = (atoms: readonly Atom[], { first, last }: Pick<Span, 'first' | 'last'>): boolean => {
  const after = atoms.slice(last + 1)
  if (atoms.slice(first, last + 1).some(({ isDigits }) => !isDigits)) return false
  const isNumberNext = after[0]?.isDigits === true
  if (isNumberNext && /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/.test(atoms[first]?.text ?? '')) return true
  return first === last && (atoms[first]?.text.length ?? 0) < shortNumber && after.filter(({ isDigits }) => isDigits).length >= 2
}

/** “2.jpg” and “front.jpg” are rather the second picture, and the front, of something else. */
const judgeWeak = (name: ProductName, atoms: readonly Atom[], span: Span): 'sure' | 'doubtful' | 'none' => {
  if (span.first > 0 || !isAloneWithPosition(atoms, span.first, span.last)) return 'none'
  const [atom] = atoms
  if (atom && !atom.isDigits) return rankView(atom.text) === null && !isCounter(atom.text) ? 'sure' : 'none'
  return name.spelled.length <= mostBesideWeak || mayBeDate(atoms, span) ? 'doubtful' : 'sure'
}

/** The runs of digits that a name has once its separators are gone. */
const numbersOf = (spelled: string): readonly string[] => spelled.split(' ').filter((part) => /^[0-9]+$/.test(part))

/** Only separators between words, or beside numbers, differ. */
export const haveSameNumbers = (one: string, other: string): boolean => numbersOf(one).join(' ') === numbersOf(other).join(' ')

/**
 * Whether numbers meet in one spelling and not in the other. Separators that a text adds inside a number make it doubtful, since the second part
 * may be a position; those that it leaves out do only for short numbers.
 */
export const judgeSpelling = (name: ProductName, spelled: string): FoundName['doubt'] => {
  if (haveSameNumbers(name.spelled, spelled)) return null
  const ofName = numbersOf(name.spelled)
  const ofText = numbersOf(spelled)
  const fewest = name.strength === 'strong' ? clearDigits.withLetters : clearDigits.alone
  return ofText.length < ofName.length && ofText.join('').length >= fewest ? null : 'number-split'
}

/** The end of a value of the whole product’s options that is right after its name: “red” in shirt-red. */
const valueEnd = ({ product }: ProductName, { parts }: ProductIndex, atoms: readonly Atom[], last: number): number | null => {
  const part = parts.get(product.key)
  return part && part.members === null ? clearValueEnd(part.family.options, atoms, last + 1) : null
}

const judgeFound = (name: ProductName, atoms: readonly Atom[], span: Span, place: Place, index: ProductIndex): FoundName | null => {
  const spelled = spell(atoms.slice(span.first, span.last + 1))
  const isSpelled = spelled === name.spelled
  const isWhole = span.first === 0 && span.last === atoms.length - 1
  const found = { name, first: span.first, last: span.last, length: span.length, isSpelled }
  const ofSpelling = isSpelled ? null : judgeSpelling(name, spelled)
  if (ofSpelling !== null) return name.strength === 'weak' ? null : { ...found, doubt: ofSpelling }
  if (span.runsOn) return name.strength === 'weak' || span.first > 0 ? null : { ...found, doubt: 'runs-on' }
  // A folder 2024 is rather a year.
  const isYear = name.strength === 'weak' && /^(?:19|20)\d\d$/.test(spelled)
  if (isWhole && place === 'folder' && isYear) return { ...found, doubt: 'number-inside' }
  if (isWhole && (place === 'folder' || name.strength !== 'weak')) return { ...found, doubt: null }
  const after = isOwnNumber(atoms, span.last + 1) && valueEnd(name, index, atoms, span.last) === null ? 'runs-on' : null
  switch (name.strength) {
    case 'strong':
      return { ...found, doubt: after }
    case 'number':
      return { ...found, doubt: span.first > 0 || mayBeDate(atoms, span) ? 'number-inside' : after }
    case 'weak': {
      const weak = place === 'name' ? judgeWeak(name, atoms, span) : 'none'
      return weak === 'none' ? null : { ...found, doubt: weak === 'sure' ? null : 'number-inside' }
    }
  }
}

/** How a name ends at this atom: at a separator, before a word such as “Front”, or in the middle. */
const readEnd = (atoms: readonly Atom[], last: number): 'closed' | 'runs-on' => {
  const atom = atoms[last]
  const next = atoms[last + 1]
  if (atom === undefined || atom.closes || next === undefined) return 'closed'
  return next.closes && !next.isDigits && isClearView(next.text) ? 'closed' : 'runs-on'
}

/** One word with a value after it is as good as two words, and so is a number that is no count or year. */
const isWorthValue = ({ isDigits, text }: Atom, isLonger: boolean): boolean =>
  !isDigits || (!isLonger && text.length > mostBesideWeak && !/^(?:19|20)\d\d$/.test(text))

const findFolded = (atoms: readonly Atom[], index: ProductIndex, place: Place): FoundName[] => {
  const found: FoundName[] = []
  for (const [first, atom] of atoms.entries()) {
    if (!atom.opens) continue
    let folded = ''
    for (let last = first; last < atoms.length; last += 1) {
      folded += atoms[last]?.text ?? ''
      if (folded.length > index.longest) break
      if (folded.length >= beginningLength && !index.beginnings.has(folded.slice(0, beginningLength))) break
      const names = index.byFolded.get(folded)
      if (!names) continue
      const runsOn = readEnd(atoms, last) === 'runs-on'
      for (const one of names) {
        const isValued =
          one.strength === 'weak' && first === 0 && isWorthValue(atom, last > first) && valueEnd(one, index, atoms, last) !== null
        const name = isValued ? ({ ...one, strength: 'strong' } as const) : one
        const judged = judgeFound(name, atoms, { first, last, length: folded.length, runsOn }, place, index)
        if (judged) found.push(judged)
      }
    }
  }
  return found
}

/** Digits of a number that is printed in groups, such as 978-3-16-148410-0; a group of its own each. */
const fewestGroups = 3

const findGtins = (atoms: readonly Atom[], index: ProductIndex): FoundName[] => {
  const found: FoundName[] = []
  const add = (digits: string, first: number, last: number): void => {
    for (const name of findGtin(index, digits))
      found.push({ name, first, last, length: digits.length, isSpelled: first === last, doubt: null })
  }
  for (const [first, atom] of atoms.entries()) {
    if (!atom.isDigits) continue
    add(atom.text, first, first)
    let digits = atom.text
    for (let last = first + 1; last < atoms.length && atoms[last]?.isDigits && digits.length < 14; last += 1) {
      digits += atoms[last]?.text ?? ''
      if (last - first + 1 >= fewestGroups && digits.length >= 12 && hasCheckDigit(digits)) add(digits, first, last)
    }
  }
  return found
}

/** All names in a text that these fields allow, overlapping ones too. */
export const findNames = (text: ReadText, index: ProductIndex, fields: ReadonlySet<NamingField>, place: Place): readonly FoundName[] => [
  ...findFolded(text.atoms, index, place).filter(({ name }) => fields.has(name.field)),
  ...(fields.has('gtin') ? findGtins(text.atoms, index) : []),
]

const contains = (outer: FoundName, inner: FoundName): boolean => outer.first <= inner.first && outer.last >= inner.last
const isSameSpan = (one: FoundName, other: FoundName): boolean => one.first === other.first && one.last === other.last

/**
 * Whether the end of a longer name may be a position of a shorter one: RED_3 is the third picture of RED, or the product RED3. Written as the longer
 * one is, it is that.
 */
const mayBePosition = (longer: FoundName, shorter: FoundName, text: ReadText): boolean => {
  if (longer.first !== shorter.first || !shorter.isSpelled || shorter.name.strength === 'weak') return false
  for (let at = shorter.last + 1; at <= longer.last; at += 1) if (!isPositionPart(text.atoms, at)) return false
  const at = shorter.last - longer.first
  const [joint] = readJoints(text, shorter.last, shorter.last + 1)
  return !longer.isSpelled || longer.name.joints[at] !== joint
}

/**
 * Doubtful names around a sure one: TS-100-RED in TS-100-RED2 may be meant as well as TS-100. Not where the rest is a position of the sure one, as
 * it is written: SKU-10-0 is the first picture of SKU-10 rather than SKU-100.
 */
export const findAround = (sure: readonly FoundName[], found: readonly FoundName[], { atoms }: ReadText): readonly FoundName[] => {
  const isAround = (one: FoundName, inner: FoundName): boolean => {
    if (!contains(one, inner) || one.length <= inner.length) return false
    if (one.doubt !== 'number-split' || !inner.isSpelled || one.first !== inner.first) return true
    for (let at = inner.last + 1; at <= one.last; at += 1) if (!isPositionPart(atoms, at)) return true
    return false
  }
  return found.filter((one) => one.doubt !== null && one.name.strength !== 'weak' && sure.some((inner) => isAround(one, inner)))
}

/** Whether a longer name may be a shorter product’s with a value: “shirt-red” is a product, and “shirt” is one that comes in red. */
const mayBeValue = (longer: FoundName, shorter: FoundName, { atoms }: ReadText, index: ProductIndex): boolean => {
  if (longer.first !== shorter.first) return false
  const end = valueEnd(shorter.name, index, atoms, shorter.last)
  const family = index.parts.get(shorter.name.product.key)?.family
  return end !== null && end <= longer.last && index.parts.get(longer.name.product.key)?.family !== family
}

/** Whether a product’s name and a value of it go beyond the name of a variant of it. */
const reachesBeyond = (whole: FoundName, one: FoundName, { atoms }: ReadText, index: ProductIndex): boolean => {
  const { parts } = index
  const family = parts.get(one.name.product.key)?.family
  if (!family || parts.get(whole.name.product.key)?.family !== family) return false
  return (valueEnd(whole.name, index, atoms, whole.last) ?? 0) > one.last
}

/**
 * Leaves out names inside of longer ones, and at the same place those that are spelled otherwise. `rivals`: shorter names that a longer one may be
 * a position of, or a value.
 */
export const keepLongest = (
  found: readonly FoundName[],
  text: ReadText,
  index: ProductIndex,
): { readonly kept: readonly FoundName[]; readonly rivals: readonly FoundName[] } => {
  const isRival = (one: FoundName): boolean =>
    found.some(
      (other) =>
        other.length > one.length && contains(other, one) && (mayBePosition(other, one, text) || mayBeValue(other, one, text, index)),
    )
  // LS-10 with its value Red-White, rather than the name LS-10-RED.
  const isOutreached = (one: FoundName): boolean =>
    found.some((other) => other.first === one.first && other.last < one.last && reachesBeyond(other, one, text, index))
  const reaching = found.filter((one) => !isOutreached(one))
  const kept = reaching.filter(
    (one) =>
      !reaching.some((other) =>
        isSameSpan(one, other) ? other.isSpelled && !one.isSpelled : contains(other, one) && other.length > one.length,
      ),
  )
  return { kept, rivals: found.filter(isRival) }
}
