import type { PictureCode } from '../../../../../shared/pictures/picture-codes.ts'
import type { MatchCandidate, MatchPicture, MatchRule, NamingField } from '../../../../../shared/products/matching.ts'
import type { Pattern } from './compile-pattern.ts'
import { findCode } from './find-codes.ts'
import { type FoundName, findAround, findNames, haveSameNumbers, keepLongest } from './find-names.ts'
import { matchPattern } from './match-pattern.ts'
import { isOfValues, readFolder } from './option-values.ts'
import { judgeStrength, keysOfAll, type ProductIndex, type ProductTitle, type Strength, spell } from './product-index.ts'
import { findMapped, type Mapping } from './read-mapping.ts'
import type { NamedPosition } from './read-position.ts'
import { foldText, type ReadText, readText, splitPath, withoutExtension } from './read-text.ts'
import { isSortingFolder } from './view-words.ts'

/** One text that names one product or several. */
export type Evidence = {
  readonly candidates: readonly MatchCandidate[]
  /** Keys of all products that it allows, if there are more than the candidates; `null`: these are all. */
  readonly all: ReadonlySet<string> | null
  /** Place of its rule in the person’s order. */
  readonly order: number
  readonly strength: Strength
  /** The person named the product, or said how names are made up. */
  readonly isExplicit: boolean
  /** A barcode in the picture says it, not a text. */
  readonly isCode?: boolean
  readonly doubt: FoundName['doubt']
  /** Its runs of letters and digits, with spaces between. */
  readonly spelled: string
  /** The same of a doubtful name around it, which is among its candidates; empty: there is none. */
  readonly around: string
  /** Atoms of the file’s name; `null`: it is elsewhere. */
  readonly span: { readonly first: number; readonly last: number } | null
  /** As a pattern or a mapping says; `null`: it says nothing. */
  readonly position: NamedPosition | null
  /** Where it is; `null`: in no name of a file or folder. */
  readonly at: Spot | null
  /** The end of its longest name may be a position, or a value, of a shorter one. */
  readonly isLoose: boolean
  /** Lines of a mapping that name several products for a file, each by itself; absent: one line, or none. */
  readonly lines?: readonly Evidence[]
}

/** `level`: of the folders that count, from 0; the file’s name comes after them. */
export type Spot = { readonly level: number; readonly first: number; readonly last: number }

/** What was found about a picture. `levels`: the folders that count. */
export type Gathered = { readonly evidences: readonly Evidence[]; readonly levels: readonly string[]; readonly name: ReadText }

/** A rule that is ready: its pattern compiled, its mapping read. */
export type ReadyRule =
  | { readonly by: Exclude<MatchRule['by'], 'pattern' | 'mapping'> }
  | { readonly by: 'pattern'; readonly pattern: Pattern }
  | { readonly by: 'mapping'; readonly mapping: Mapping }

const allFields: ReadonlySet<NamingField> = new Set(['sku', 'id', 'gtin', 'handle'])

const isField = (by: ReadyRule['by']): by is NamingField => (allFields as ReadonlySet<string>).has(by)

/** Found names as one piece of evidence, the one that counts first. `around`: doubtful names around it. */
const toEvidence = (
  names: readonly FoundName[],
  around: readonly FoundName[],
  { shown, atoms }: ReadText,
  orderOf: (field: NamingField) => number,
  by: 'folder' | null,
): Evidence | null => {
  const [longest] = names
  const found = [...names, ...around]
  const sorted = found.toSorted((one, other) => orderOf(one.name.field) - orderOf(other.name.field))
  const [first] = sorted
  if (!longest || !first) return null
  const spellOf = (one: FoundName): string => spell(atoms.slice(one.first, one.last + 1))
  const candidates = new Map<string, MatchCandidate>()
  for (const one of sorted) {
    const { product, field } = one.name
    const text = shown.slice(atoms[one.first]?.start, atoms[one.last]?.end)
    if (!candidates.has(product.key)) candidates.set(product.key, { productKey: product.key, why: { by: by ?? field, field, text } })
  }
  return {
    candidates: [...candidates.values()],
    all: keysOfAll(found.map(({ name }) => name)),
    order: orderOf(first.name.field),
    strength: sorted.some(({ name }) => name.strength !== 'weak') ? 'strong' : 'weak',
    isExplicit: false,
    doubt: longest.doubt,
    spelled: spellOf(longest),
    around: around.map(spellOf).toSorted((one, other) => other.length - one.length)[0] ?? '',
    span: by === 'folder' ? null : { first: longest.first, last: longest.last },
    position: null,
    at: { level: 0, first: longest.first, last: longest.last },
    isLoose: names.some(({ last }) => last !== longest.last),
  }
}

/** Sure names count before doubtful ones, unless these are around them; those at the same place, and their rivals, are one piece of evidence. */
const toEvidences = (
  found: readonly FoundName[],
  text: ReadText,
  index: ProductIndex,
  orderOf: (field: NamingField) => number,
  by: 'folder' | null,
): Evidence[] => {
  const sure = found.filter(({ doubt }) => doubt === null)
  const { kept, rivals } = keepLongest(sure.length > 0 ? sure : found, text, index)
  const doubtful = sure.length > 0 ? keepLongest(findAround(kept, found, text), text, index).kept : []
  const places = new Map<string, FoundName[]>()
  for (const one of kept) {
    const key = `${one.first}-${one.last}`
    places.set(key, [...(places.get(key) ?? []), one])
  }
  return [...places.values()].flatMap((names) => {
    const isHere = (rival: FoundName): boolean => names.some(({ first, last }) => first === rival.first && last > rival.last)
    const isAround = (one: FoundName): boolean => names.some(({ first, last }) => one.first <= first && one.last >= last)
    return toEvidence([...names, ...rivals.filter(isHere)], doubtful.filter(isAround), text, orderOf, by) ?? []
  })
}

/** A barcode’s; of a text, the rest is what differs. */
const asCode = {
  strength: 'strong',
  isExplicit: false,
  isCode: true,
  doubt: null,
  spelled: '',
  around: '',
  span: null,
  position: null,
  at: null,
  isLoose: false,
} as const

/** Keys of all products that a piece of evidence allows. */
export const keysOf = ({ all, candidates }: Pick<Evidence, 'all' | 'candidates'>): ReadonlySet<string> =>
  all ?? new Set(candidates.map(({ productKey }) => productKey))

/** The atoms that a text in a level covers. */
const findSpot = ({ shown, atoms }: ReadText, text: string): { readonly first: number; readonly last: number } | null => {
  const begin = shown.toLowerCase().indexOf(text.toLowerCase())
  if (text === '' || begin < 0) return null
  const covered = [...atoms.entries()].filter(([, { start, end }]) => end > begin && start < begin + text.length)
  const [first, last] = [covered[0], covered.at(-1)]
  return first && last ? { first: first[0], last: last[0] } : null
}

/** The longest name of a product with variants that a folder’s name begins with, where all else is values of it: “Linen shirt – red”. */
const findTitle = (
  text: ReadText,
  { byTitle, parts }: ProductIndex,
): { readonly titled: readonly ProductTitle[]; readonly last: number } => {
  const { atoms } = text
  if (parts.size > 0)
    for (let last = atoms.length - 2; last >= 0; last -= 1) {
      const begin = atoms.slice(0, last + 1)
      const titled = (byTitle.get(begin.map((atom) => atom.text).join('')) ?? []).filter(({ product, spelled }) => {
        const part = parts.get(product.key)
        return part?.members === null && haveSameNumbers(spelled, spell(begin)) && isOfValues(part.family.options, text, last)
      })
      if (titled.length > 0) return { titled, last }
    }
  return { titled: [], last: 0 }
}

export type EvidenceGatherer = (picture: MatchPicture) => Gathered

/** Asks all rules about a picture. Folders are read once, however many pictures they hold. */
export const createGatherer = (rules: readonly ReadyRule[], index: ProductIndex): EvidenceGatherer => {
  const orders = new Map(rules.flatMap(({ by }, at) => (isField(by) ? [[by, at] as const] : [])))
  const fields: ReadonlySet<NamingField> = new Set(orders.keys())
  const orderOf = (field: NamingField): number => orders.get(field) ?? rules.length
  const folderOrder = rules.findIndex(({ by }) => by === 'folder')
  const codeOrder = rules.findIndex(({ by }) => by === 'barcode')
  const ofLevels = new Map<string, readonly Evidence[]>()

  const readLevel = (level: string): readonly Evidence[] => {
    const text = readText(level)
    const found = toEvidences(findNames(text, index, allFields, 'folder'), text, index, orderOf, 'folder')
    const folded = text.atoms.map((atom) => atom.text).join('')
    const called = (index.byTitle.get(folded) ?? []).filter(({ spelled }) => haveSameNumbers(spelled, spell(text.atoms)))
    const isNamed = found.some(({ doubt }) => doubt === null)
    const whole = { titled: called, last: text.atoms.length - 1 }
    const { titled, last } = isNamed ? { titled: [], last: 0 } : called.length > 0 ? whole : findTitle(text, index)
    if (titled.length === 0) return found.map((one) => ({ ...one, order: folderOrder }))
    const isWhole = last === text.atoms.length - 1
    const shown = isWhole ? level : text.shown.slice(text.atoms[0]?.start, text.atoms[last]?.end)
    const candidates = titled.map(({ product }) => ({
      productKey: product.key,
      why: { by: 'folder', field: 'name', text: shown } as const,
    }))
    const rest = { ...asCode, order: folderOrder, at: { level: 0, first: 0, last }, isCode: false }
    const strength = isWhole ? judgeStrength(text) : 'strong'
    return [{ ...rest, candidates, all: keysOfAll(titled), strength, spelled: spell(text.atoms.slice(0, last + 1)) }]
  }

  /** Folders that are values of the products around them: shirt/red/1.jpg. */
  const areValues = ({ candidates }: Evidence, inner: readonly string[]): boolean =>
    candidates.some(({ productKey }) => {
      const family = index.parts.get(productKey)?.family
      if (!family) return false
      const read = inner.filter((level) => !isSortingFolder(foldText(level))).map((level) => readFolder(family.options, level))
      return (
        read.every(({ found, hasUnknown }) => found.length > 0 && !hasUnknown) &&
        read.some(({ found }) => found.some(({ isSure }) => isSure))
      )
    })

  /** A short number or a single word counts only as the innermost folder; folders that only sort, such as “web”, don’t count. */
  const askFolders = (levels: readonly string[]): readonly Evidence[] => {
    const innermost = levels.findLastIndex((level) => !isSortingFolder(foldText(level)))
    return levels.flatMap((level, at) => {
      const known = ofLevels.get(level) ?? readLevel(level)
      ofLevels.set(level, known)
      const counting = known.filter((one) => at >= innermost || one.strength !== 'weak' || areValues(one, levels.slice(at + 1)))
      return counting.map((one) => (one.at ? { ...one, at: { ...one.at, level: at } } : one))
    })
  }

  const askPattern = (pattern: Pattern, order: number, levels: readonly string[], dropped: readonly string[], name: string): Evidence[] => {
    const match = matchPattern(pattern, [...levels, withoutExtension(name)], index)
    if (!match) return []
    const candidates = match.names.map(({ product, field }) => ({
      productKey: product.key,
      why: { by: 'pattern', field, text: match.text } as const,
    }))
    const level = dropped.length - match.inner
    const spot = findSpot(readText(match.inner === 0 ? withoutExtension(name) : (dropped[level] ?? '')), match.text)
    const found = { candidates: dedupe(candidates), all: keysOfAll(match.names), doubt: match.doubt, position: match.position }
    return [{ ...asCode, ...found, order, isExplicit: true, isCode: false, at: spot && { level, ...spot } }]
  }

  const askMapping = (mapping: Mapping, order: number, levels: readonly string[], name: string): Evidence[] => {
    const lines = findMapped(mapping, levels, name).map(({ products, text, place }): Evidence => {
      const position = place === undefined ? null : { numbers: [place], view: null }
      const candidates = products.map(({ product }) => ({ productKey: product.key, why: { by: 'mapping', field: 'name', text } as const }))
      return { ...asCode, candidates: dedupe(candidates), all: keysOfAll(products), order, isExplicit: true, isCode: false, position }
    })
    const [first] = lines
    if (!first || lines.length === 1) return lines
    const candidates = dedupe(lines.flatMap((line) => line.candidates))
    const all = lines.some((line) => line.all) ? new Set(lines.flatMap((line) => [...keysOf(line)])) : null
    return [{ ...first, candidates, all, lines }]
  }

  const askCodes = (codes: readonly PictureCode[]): readonly Evidence[] =>
    codeOrder < 0
      ? []
      : codes.flatMap((code) => {
          const found = findCode(code, index)
          return found ? [{ ...asCode, ...found, order: codeOrder }] : []
        })

  return ({ folder, name, droppedLevels, codes = [] }) => {
    const levels = splitPath(folder)
    const dropped = droppedLevels === undefined ? levels : levels.slice(Math.max(0, levels.length - droppedLevels))
    const text = readText(withoutExtension(name))
    const ofName = fields.size > 0 ? toEvidences(findNames(text, index, fields, 'name'), text, index, orderOf, null) : []
    const inName = ofName.map((one) => (one.at ? { ...one, at: { ...one.at, level: dropped.length } } : one))
    const ofFolder = folderOrder < 0 ? [] : askFolders(dropped)
    const explicit = rules.flatMap((rule, at) => {
      if (rule.by === 'pattern') return askPattern(rule.pattern, at, levels, dropped, name)
      return rule.by === 'mapping' ? askMapping(rule.mapping, at, levels, name) : []
    })
    const evidences = [...explicit, ...ofFolder, ...inName, ...askCodes(codes)].toSorted((one, other) => one.order - other.order)
    return { evidences, levels: dropped, name: text }
  }
}

const dedupe = (candidates: readonly MatchCandidate[]): readonly MatchCandidate[] => [
  ...new Map(candidates.map((one) => [one.productKey, one])).values(),
]
