import type { MatchFamily } from '../../../../../shared/products/matching.ts'
import {
  foldWord,
  hasWordCharacters,
  isBasicColor,
  isColorName,
  isLetterSize,
  isQualifier,
  isShortCode,
  isSizeName,
  isVague,
  spellings,
} from './option-words.ts'
import { type Atom, type ReadText, readText } from './read-text.ts'

/**
 * How sure a value is where it is found: a `clear` one always; a `size` such as XL, too; a single `letter`, a `number` and a `vague` word (`front`, `new`)
 * only after another value, or after the option's name.
 */
type ValueKind = 'clear' | 'size' | 'letter' | 'number' | 'vague'

/** Places of variants in their product. */
export type Members = ReadonlySet<number>

type Value = {
  readonly option: number
  readonly members: Set<number>
  readonly kind: ValueKind
  /** Its runs of letters and digits, folded, with spaces between. */
  readonly spelled: string
}

/** The options of one product and their values, to be found in texts. */
export type OptionValues = {
  /** By the value without separators. */
  readonly byFolded: ReadonlyMap<string, readonly Value[]>
  /** By the option’s name without separators. */
  readonly byName: ReadonlyMap<string, number>
  /** Characters of the longest. */
  readonly longest: number
  /** Options that are sizes by their name or by all of their values. */
  readonly sizes: ReadonlySet<number>
  /** What each variant looks like: its values that are no sizes. */
  readonly looks: readonly string[]
  /** The value that pictures are grouped by, for each variant: its color. */
  readonly groups: readonly string[]
  /** Words of the product’s own name. */
  readonly own: ReadonlySet<string>
  /** Colors and the like of all products of the list, without separators. */
  readonly elsewhere: ReadonlySet<string>
}

const readFolded = (text: string): readonly string[] => readText(text).atoms.map((atom) => foldWord(atom.text))

const kindOf = (words: readonly string[], isSize: boolean): ValueKind => {
  const folded = words.join('')
  if (words.every((word) => /^[0-9]+$/.test(word))) return 'number'
  if (isLetterSize(folded)) return folded.length === 1 ? 'letter' : 'size'
  if (hasWordCharacters(folded) || (words.length > 1 && isSizeName(words[0] ?? ''))) return 'clear'
  const telling = words.filter((word) => !/^[0-9]+$/.test(word) && !isVague(word))
  const isMixed = words.some((word) => /^[0-9]+$/.test(word))
  const length = telling.reduce((sum, word) => sum + word.length, 0)
  if (length >= (isMixed ? 2 : 3)) return 'clear'
  return length > 0 && folded.length <= 2 ? 'letter' : isSize && length > 0 ? 'size' : 'vague'
}

const isDefault = (value: string): boolean => readFolded(value).join(' ') === 'default title'

/** The values of each option: its name, and each variant’s own. */
const listOptions = ({ variants }: MatchFamily, { isNothing, joined }: ReturnType<typeof createReading>) => {
  const options = new Map<string, { readonly name: string; readonly values: Map<number, string> }>()
  for (const [at, { options: own }] of variants.entries())
    for (const [name, value] of own) {
      if (isNothing(value)) continue
      const key = joined(name)
      const option = options.get(key) ?? { name, values: new Map<number, string>() }
      option.values.set(at, value)
      options.set(key, option)
    }
  return [...options.values()]
}

const isSizeOption = (name: string, values: Iterable<string>): boolean =>
  isSizeName(name) ||
  [...values].every((value) => {
    const words = readFolded(value)
    return isLetterSize(words.join('')) || words.every((word) => /^[0-9]+$/.test(word))
  })

const memo = <T>(make: (text: string) => T): ((text: string) => T) => {
  const kept = new Map<string, T>()
  return (text) => {
    const there = kept.get(text)
    if (there !== undefined) return there
    const made = make(text)
    kept.set(text, made)
    return made
  }
}

const joinedOf = (text: string): string => readFolded(text).join('')

/** What is the same for many products of a list: texts of their options. */
const createReading = () => ({
  elsewhere: new Set<string>(),
  fold: memo(foldWord),
  joined: memo(joinedOf),
  ways: memo((value) =>
    spellings(
      readText(value)
        .atoms.map(({ text }) => text)
        .join(' '),
    ).map((spelled) => ({ spelled, folded: spelled.replaceAll(' ', '') })),
  ),
  kind: memo((spelled) => kindOf(spelled.split(' '), false)),
  sizeKind: memo((spelled) => kindOf(spelled.split(' '), true)),
  isSizeName: memo(isSizeName),
  isColorName: memo(isColorName),
  isSize: memo((value) => isSizeOption('', [value])),
  isNothing: memo((value) => isDefault(value) || readText(value).atoms.length === 0),
})

/** Makes products of one list ready, each in time linear in its variants. */
export const createOptionReader = (): ((family: MatchFamily) => OptionValues) => {
  const reading = createReading()
  return (family) => readOptions(family, reading)
}

const readOptions = (family: MatchFamily, reading: ReturnType<typeof createReading>): OptionValues => {
  const { elsewhere, fold } = reading
  const options = listOptions(family, reading)
  const byFolded = new Map<string, Value[]>()
  const byName = new Map<string, number>()
  const sizes = new Set<number>()
  let longest = 0
  for (const [option, { name, values }] of options.entries()) {
    // Makers number their colors, too.
    const isSize = reading.isSizeName(name) || (!reading.isColorName(name) && [...values.values()].every(reading.isSize))
    if (isSize) sizes.add(option)
    for (const one of [
      name,
      ...(reading.isColorName(name) ? ['color', 'colour', 'farbe'] : []),
      ...(isSize ? ['size', 'grosse', 'groesse'] : []),
    ])
      for (const { folded } of reading.ways(one)) if (folded !== '' && !byName.has(folded)) byName.set(folded, option)
    for (const [at, value] of values) {
      for (const { spelled, folded } of reading.ways(value)) {
        const kind = isSize ? reading.sizeKind(spelled) : reading.kind(spelled)
        const there = byFolded.get(folded) ?? []
        const same = there.find((one) => one.option === option && one.spelled === spelled)
        if (same) same.members.add(at)
        else byFolded.set(folded, [...there, { option, members: new Set([at]), kind, spelled }])
        longest = Math.max(longest, folded.length)
        if (!isSize && kind === 'clear') elsewhere.add(folded)
      }
    }
  }
  for (const name of byName.keys()) longest = Math.max(longest, name.length)
  const looking = options.filter((_, at) => !sizes.has(at))
  const color = options.find(({ name }) => reading.isColorName(name)) ?? looking[0] ?? options[0]
  const { name, handle, sku } = family.names
  return {
    byFolded,
    byName,
    longest,
    sizes,
    looks: family.variants.map((_, at) => looking.map(({ values }) => fold(values.get(at) ?? '')).join('\n')),
    groups: family.variants.map((_, at) => fold(color?.values.get(at) ?? '')),
    elsewhere,
    own: new Set([name, handle, sku].flatMap((text) => readFolded(text ?? ''))),
  }
}

/** What is before a text: the product’s name, a folder that is a value, the folder of the product, or nothing. */
export type Before = 'name' | 'value' | 'folder' | 'folder-value' | 'none'

export type FoundValue = {
  readonly first: number
  readonly last: number
  readonly members: Members
  readonly options: ReadonlySet<number>
  readonly isSure: boolean
  /** As it is written. */
  readonly text: string
}

export type ReadValues = {
  readonly found: readonly FoundValue[]
  /** Whether there are words that tell something else. */
  readonly hasUnknown: boolean
  /** The atoms of sure values, and of names of options. */
  readonly atoms: ReadonlySet<number>
}

/** Where a value may end: at a separator, or before a count of one or two digits, as in `red2`. */
const isEnd = (atoms: readonly Atom[], last: number): boolean => {
  const [atom, next] = [atoms[last], atoms[last + 1]]
  if (!atom || atom.closes || !next) return true
  return !atom.isDigits && next.isDigits && next.text.length <= 2 && next.closes
}

type Hit<T> = { readonly value: T; readonly last: number }

/** What a map has of the texts that begin at an atom, the longest last. */
const lookUp = <T>(map: ReadonlyMap<string, T>, longest: number, atoms: readonly Atom[], first: number): readonly Hit<T>[] => {
  const hits: Hit<T>[] = []
  if (!atoms[first]?.opens) return hits
  let folded = ''
  for (let last = first; last < atoms.length; last += 1) {
    folded += foldWord(atoms[last]?.text ?? '')
    if (folded.length > longest) break
    const value = map.get(folded)
    if (value !== undefined && isEnd(atoms, last)) hits.push({ value, last })
  }
  return hits
}

const numbersOf = (spelled: string): string =>
  spelled
    .split(' ')
    .filter((part) => /^[0-9]+$/.test(part))
    .join(' ')

/** The values of which only separators differ, and no number is joined or taken apart. */
const keepSame = (values: readonly Value[], atoms: readonly Atom[]): readonly Value[] => {
  const spelled = atoms.map(({ text }) => foldWord(text)).join(' ')
  return values.filter((value) => numbersOf(value.spelled) === numbersOf(spelled) || (value.kind !== 'number' && value.spelled === spelled))
}

/** The longest value that begins at an atom. `isSplit`: a number in it may be a position: `Red_2`, if there is `Red`, or `2_XL`. */
const findValue = ({ byFolded, longest }: OptionValues, atoms: readonly Atom[], first: number) => {
  const hits = lookUp(byFolded, longest, atoms, first)
    .map(({ value, last }) => ({ values: keepSame(value, atoms.slice(first, last + 1)), last }))
    .filter(({ values }) => values.length > 0)
  const hit = hits.at(-1)
  if (!hit) return null
  const inner = atoms.slice(first + 1, hit.last + 1)
  const isCount = hits.length > 1 && inner.at(-1)?.isDigits === true && inner.at(-1)?.opens === true
  const isApart = hit.values.some(({ kind }) => kind === 'size') && inner.some(({ opens }) => opens)
  return { ...hit, isSplit: isCount || isApart }
}

/** Digits of a number that is no place of a picture, if the list has it as a value. */
const fewestOfCode = 3

/** A maker’s number of a color, right after the product: AB7001-320. */
const isCode = ({ kind, spelled, option }: Value, sizes: OptionValues['sizes']): boolean =>
  kind === 'number' && spelled.length >= fewestOfCode && !sizes.has(option)

/** The end of a value that is clear by itself and begins at this atom; `null`: none does. */
export const clearValueEnd = (options: OptionValues, atoms: readonly Atom[], first: number): number | null => {
  const named = lookUp(options.byName, options.longest, atoms, first).at(-1)
  const found = findValue(options, atoms, named ? named.last + 1 : first)
  const isClear =
    found?.values.some((one) => one.kind === 'clear' || one.kind === 'size' || named !== undefined || isCode(one, options.sizes)) === true
  return found && isClear ? found.last : null
}

/** Larger numbers are rather sizes than positions. */
const mostPosition = 20

type Context = {
  readonly before: Before
  /** The option whose name is right before it. */
  readonly named: number | null
  /** Options of the value right before it. */
  readonly said: ReadonlySet<number>
  readonly sizes: ReadonlySet<number>
}

const judgeValue = (
  values: readonly Value[],
  atoms: readonly Atom[],
  { before, named, said, sizes }: Context,
): 'sure' | 'unsure' | 'none' => {
  const [value] = values
  if (!value) return 'none'
  if (values.some(({ option }) => option === named)) return 'sure'
  switch (value.kind) {
    case 'clear':
    case 'size':
      return 'sure'
    case 'letter': {
      const isAfterName = before === 'name' && isShortCode(value.spelled)
      const isAfterValue = before !== 'name' && before !== 'none' && (isLetterSize(value.spelled) || isShortCode(value.spelled))
      return isAfterName || isAfterValue ? 'sure' : 'unsure'
    }
    case 'vague':
      return before === 'value' && sizes.has(value.option) ? 'sure' : 'unsure'
    case 'number': {
      const isLarge = Number(atoms[0]?.text) > mostPosition
      if (before === 'name' && isCode(value, sizes)) return 'sure'
      if (before === 'none' || said.has(value.option) || (before === 'folder-value' && !isLarge)) return 'none'
      return before === 'value' && isLarge ? 'sure' : 'unsure'
    }
  }
}

/** A word that is a color by itself, in any product of the list. */
export const isColor = ({ elsewhere }: OptionValues, word: string): boolean => isBasicColor(word) || elsewhere.has(word)

/**
 * The values in a text, each the longest at its place, and whether anything else is said. `isName`: atoms of names of products. `before`: what is before
 * the text.
 */
export const readValues = (
  options: OptionValues,
  { shown, atoms }: ReadText,
  isName: (at: number) => boolean,
  begin: Before,
): ReadValues => {
  const found: FoundValue[] = []
  const read = new Set<number>()
  let hasUnknown = false
  let before: Before = begin
  let named: number | null = null
  let strange = false
  let said: ReadonlySet<number> = new Set()
  const take = (first: number, last: number): void => {
    for (let at = first; at <= last; at += 1) read.add(at)
  }
  for (let at = 0; at < atoms.length; at += 1) {
    const atom = atoms[at]
    if (!atom) break
    if (isName(at)) {
      before = 'name'
      ;[strange, said] = [false, new Set()]
      continue
    }
    // A copy’s number: shirt (2).jpg.
    const isCopy = atom.isDigits && shown[atom.start - 1] === '('
    const value = isCopy ? null : findValue(options, atoms, at)
    const verdict = value
      ? judgeValue(value.values, atoms.slice(at, value.last + 1), { before, named, said, sizes: options.sizes })
      : 'none'
    if (value && verdict !== 'none') {
      const next = foldWord(atoms[value.last + 1]?.text ?? '')
      // Red-white, where only red is a value.
      const isLook = value.values.some(({ option }) => !options.sizes.has(option))
      const isOther = isLook && isColor(options, next) && !options.own.has(next) && findValue(options, atoms, value.last + 1) === null
      const isMore = isQualifier(next) || isOther
      const isSure = verdict === 'sure' && !value.isSplit && !strange && !isMore
      const members = new Set(value.values.flatMap((one) => [...one.members]))
      const text = shown.slice(atom.start, atoms[value.last]?.end)
      said = new Set(value.values.map(({ option }) => option))
      found.push({ first: at, last: value.last, members, options: said, isSure, text })
      if (isSure) take(at, value.last)
      before = isSure ? 'value' : 'none'
      ;[named, strange] = [null, false]
      at = value.last
      continue
    }
    const name = lookUp(options.byName, options.longest, atoms, at).at(-1)
    if (name) {
      take(at, name.last)
      ;[named, strange, before] = [name.value, false, 'none']
      at = name.last
      continue
    }
    const word = foldWord(atom.text)
    const isUnknown = !atom.isDigits && word.length > 1 && (!isVague(word) || isQualifier(word)) && !options.own.has(word)
    hasUnknown ||= isUnknown
    ;[named, strange, before] = [null, isUnknown, 'none']
  }
  return { found, hasUnknown, atoms: read }
}

/** Whether everything in a text, after an atom, is values, at least one of them sure. */
export const isOfValues = (options: OptionValues, text: ReadText, after = -1): boolean => {
  const { found, hasUnknown } = readValues(options, text, (at) => at <= after, after < 0 ? 'folder' : 'name')
  return !hasUnknown && found.some(({ isSure }) => isSure)
}

/** The values that a folder inside of a product’s is called by. */
export const readFolder = (options: OptionValues, level: string, begin: Before = 'folder'): ReadValues =>
  readValues(options, readText(level), () => false, begin)

/** Whether a folder is called by a color that the product may lack. */
export const isOfOthers = (options: OptionValues, level: string): boolean => isColor(options, readFolded(level).join(''))
