import type { Family, Part } from './families.ts'
import type { Evidence, Gathered } from './gather-evidence.ts'
import { type FoundValue, isColor, isOfOthers, type Members, type ReadValues, readFolder, readValues } from './option-values.ts'
import { foldWord } from './option-words.ts'
import { readText } from './read-text.ts'

/** Which variants of one product are meant. */
export type Narrowed = {
  /** `null`: the whole product. */
  readonly members: Members | null
  /** It may be others of its variants, or all: a word that is no value, a value that may be something else, or values that no variant has together. */
  readonly isUnclear: boolean
  /** Those that it may be, if it is unclear, and of these those that fit best. */
  readonly allowed: Members | null
  readonly fitting: Members | null
  /** Atoms of the file’s name that say a value. */
  readonly skipped: ReadonlySet<number>
  /** The sure values as they are written. */
  readonly texts: readonly string[]
}

const meet = (one: Members | null, other: Members | null): Members | null => {
  if (one === null || other === null) return one ?? other
  return new Set([...one].filter((member) => other.has(member)))
}

/** The variants that a piece of evidence means. */
export const membersOf = (keys: Iterable<string>, family: Family, parts: ReadonlyMap<string, Part>): Members | null => {
  const members = new Set<number>()
  for (const key of keys) {
    const part = parts.get(key)
    if (part?.family !== family) continue
    if (part.members === null) return null
    for (const one of part.members) members.add(one)
  }
  return members
}

/** Evidence of one product with variants. */
export type Telling = { readonly evidence: Evidence; readonly members: Members | null }

const isSingle = ({ members }: Telling): boolean => members?.size === 1

/**
 * The values in the names of the file (the last one) and its folders. A text that names one variant says all; what else is in it is no value.
 */
const readTexts = (family: Family, telling: readonly Telling[], { evidences, levels, name }: Gathered): readonly (ReadValues | null)[] => {
  const { options } = family
  const spots = telling.flatMap((one) => (one.evidence.at ? [{ ...one, at: one.evidence.at }] : []))
  const outermost = Math.min(...spots.map(({ at }) => at.level))
  let hasValue = false
  const readLevel = (folder: string | null, level: number): ReadValues | null => {
    const here = spots.filter(({ at }) => at.level === level)
    if (here.some(isSingle)) return null
    const names = evidences.flatMap(({ at }) => (at?.level === level ? [at] : []))
    const isName = (atom: number): boolean => names.some(({ first, last }) => first <= atom && last >= atom)
    if (folder === null) return readValues(options, name, isName, hasValue ? 'folder-value' : 'none')
    if (here.length > 0) return readValues(options, readText(folder), isName, 'none')
    if (names.length > 0) return null
    if (level > outermost) return readFolder(options, folder, hasValue ? 'value' : 'folder')
    // Folders around a product’s are called by seasons, shoots and people.
    const values = readFolder(options, folder, 'none')
    const isColor = values.hasUnknown && isOfOthers(options, folder)
    return isColor || (!values.hasUnknown && values.found.every(({ isSure }) => isSure)) ? values : null
  }
  return [...levels, null].map((folder, level) => {
    const values = readLevel(folder, level)
    hasValue ||= level >= outermost && values?.found.some(({ isSure }) => isSure) === true
    return values
  })
}

/** Whether a name that ends with a color is followed by another one: LS-10-RED-WHITE may be a variant that the list lacks. */
const goesOn = ({ options }: Family, { evidence: { at }, members }: Telling, { levels, name }: Gathered): boolean => {
  if (!at || members === null) return false
  const level = levels[at.level]
  const { atoms } = level === undefined ? name : readText(level)
  const [last, next] = [at.last, at.last + 1].map((place) => foldWord(atoms[place]?.text ?? ''))
  return isColor(options, last ?? '') && isColor(options, next ?? '')
}

const isSame = (one: Members | null, other: Members | null): boolean => one === other || one?.size === other?.size

const looksDiffer = ({ options, variants }: Family, members: Members | null): boolean => {
  const [first, ...others] = members ? [...members].map((one) => options.looks[one]) : options.looks.slice(0, variants.length)
  return others.some((one) => one !== first)
}

const none: ReadonlySet<number> = new Set()

/** Finds the variants that the evidence and the values in a picture’s names mean together. */
export const narrowVariants = (family: Family, telling: readonly Telling[], gathered: Gathered): Narrowed => {
  const base = telling.reduce<Members | null>((members, one) => meet(members, one.members), null)
  const texts = base?.size === 0 ? [] : readTexts(family, telling, gathered)
  const skipped = texts.at(-1)?.atoms ?? none
  const said = texts.flatMap((one) => one?.found ?? []).filter(({ members }) => members.size < family.variants.length)
  let members = base
  let isSplit = base?.size === 0
  let isUnclear = telling.some((one) => goesOn(family, one, gathered))
  const applied: FoundValue[] = []
  for (const value of said.filter(({ isSure }) => isSure)) {
    const next = meet(members, value.members)
    if (next?.size === 0) {
      isUnclear = true
      isSplit ||= applied.some(({ options }) => [...options].some((option) => value.options.has(option)))
    } else members = next
    applied.push(value)
  }
  let fitting = members
  if (!telling.some(isSingle)) {
    for (const value of said.filter(({ isSure }) => !isSure)) {
      const next = meet(members, value.members)
      if (isSame(next, members)) continue
      isUnclear = true
      if (next !== null && next.size > 0) fitting = next
    }
    isUnclear ||= telling.some(({ evidence }) => evidence.isLoose)
    isUnclear ||= texts.some((one) => one?.hasUnknown) && looksDiffer(family, members)
  }
  return { members: isSplit ? null : members, isUnclear, allowed: base, fitting, skipped, texts: applied.map(({ text }) => text) }
}
