import type { PictureCode } from '../../../../../shared/pictures/picture-codes.ts'
import type { MatchCandidate, MatchPicture, MatchRule, NamingField } from '../../../../../shared/products/matching.ts'
import type { Pattern } from './compile-pattern.ts'
import { findCode } from './find-codes.ts'
import { type FoundName, findAround, findNames, haveSameNumbers, keepLongest } from './find-names.ts'
import { matchPattern } from './match-pattern.ts'
import { judgeStrength, keysOfAll, type ProductIndex, type Strength, spell } from './product-index.ts'
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
}

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
  }
}

/** Sure names count before doubtful ones, unless these are around them; those at the same place, and their rivals, are one piece of evidence. */
const toEvidences = (
  found: readonly FoundName[],
  text: ReadText,
  orderOf: (field: NamingField) => number,
  by: 'folder' | null,
): Evidence[] => {
  const sure = found.filter(({ doubt }) => doubt === null)
  const { kept, rivals } = keepLongest(sure.length > 0 ? sure : found, text)
  const doubtful = sure.length > 0 ? keepLongest(findAround(kept, found, text), text).kept : []
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

export type EvidenceGatherer = (picture: MatchPicture) => readonly Evidence[]

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
    const found = toEvidences(findNames(text, index, allFields, 'folder'), text, orderOf, 'folder')
    const folded = text.atoms.map((atom) => atom.text).join('')
    const called = (index.byTitle.get(folded) ?? []).filter(({ spelled }) => haveSameNumbers(spelled, spell(text.atoms)))
    const titled = found.some(({ doubt }) => doubt === null) ? [] : called
    if (titled.length === 0) return found.map((one) => ({ ...one, order: folderOrder }))
    const candidates = titled.map(({ product }) => ({
      productKey: product.key,
      why: { by: 'folder', field: 'name', text: level } as const,
    }))
    const rest = { order: folderOrder, isExplicit: false, doubt: null, around: '', span: null, position: null }
    return [{ candidates, all: keysOfAll(titled), strength: judgeStrength(text), spelled: spell(text.atoms), ...rest }]
  }

  /** A short number or a single word counts only as the innermost folder; folders that only sort, such as “web”, don’t count. */
  const askFolders = (levels: readonly string[]): readonly Evidence[] => {
    const innermost = levels.findLastIndex((level) => !isSortingFolder(foldText(level)))
    return levels.flatMap((level, at) => {
      const known = ofLevels.get(level) ?? readLevel(level)
      ofLevels.set(level, known)
      return at >= innermost ? known : known.filter(({ strength }) => strength !== 'weak')
    })
  }

  const askExplicit = (rule: ReadyRule, order: number, levels: readonly string[], name: string): Evidence[] => {
    const rest = { order, strength: 'strong', isExplicit: true, spelled: '', around: '', span: null } as const
    if (rule.by === 'pattern') {
      const match = matchPattern(rule.pattern, [...levels, withoutExtension(name)], index)
      if (!match) return []
      const candidates = match.names.map(({ product, field }) => ({
        productKey: product.key,
        why: { by: 'pattern', field, text: match.text } as const,
      }))
      return [{ ...rest, candidates: dedupe(candidates), all: keysOfAll(match.names), doubt: match.doubt, position: match.position }]
    }
    const mapped = rule.by === 'mapping' ? findMapped(rule.mapping, levels, name) : null
    if (!mapped) return []
    const position = mapped.place === undefined ? null : { numbers: [mapped.place], view: null }
    const candidates = mapped.products.map(({ product }) => ({
      productKey: product.key,
      why: { by: 'mapping', field: 'name', text: mapped.text } as const,
    }))
    return [{ ...rest, candidates: dedupe(candidates), all: keysOfAll(mapped.products), doubt: null, position }]
  }

  const askCodes = (codes: readonly PictureCode[]): readonly Evidence[] =>
    codeOrder < 0
      ? []
      : codes.flatMap((code): readonly Evidence[] => {
          const found = findCode(code, index)
          const rest = {
            order: codeOrder,
            strength: 'strong',
            isExplicit: false,
            isCode: true,
            spelled: '',
            around: '',
            span: null,
            position: null,
          } as const
          return found ? [{ ...rest, ...found }] : []
        })

  return ({ folder, name, droppedLevels, codes = [] }) => {
    const levels = splitPath(folder)
    const dropped = droppedLevels === undefined ? levels : levels.slice(Math.max(0, levels.length - droppedLevels))
    const text = readText(withoutExtension(name))
    const ofName = fields.size > 0 ? toEvidences(findNames(text, index, fields, 'name'), text, orderOf, null) : []
    const ofFolder = folderOrder < 0 ? [] : askFolders(dropped)
    const explicit = rules.flatMap((rule, at) => askExplicit(rule, at, levels, name))
    return [...explicit, ...ofFolder, ...ofName, ...askCodes(codes)].toSorted((one, other) => one.order - other.order)
  }
}

const dedupe = (candidates: readonly MatchCandidate[]): readonly MatchCandidate[] => [
  ...new Map(candidates.map((one) => [one.productKey, one])).values(),
]
