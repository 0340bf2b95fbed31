import type { MatchCandidate, MatchPicture, MatchRule, NamedPosition, NamingField } from '../../../shared/matching.ts'
import type { PictureCode } from '../../../shared/picture-codes.ts'
import type { Pattern } from './compile-pattern.ts'
import { findCode } from './find-codes.ts'
import { type FoundName, findNames, keepLongest } from './find-names.ts'
import { matchPattern } from './match-pattern.ts'
import { judgeStrength, type ProductIndex, type Strength, spell } from './product-index.ts'
import { findMapped, type Mapping } from './read-mapping.ts'
import { type ReadText, readText, splitPath, withoutExtension } from './read-text.ts'

/** One text that names one product or several. */
export type Evidence = {
  readonly candidates: readonly MatchCandidate[]
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
  /** Atoms of the file’s name; `null`: it is elsewhere. */
  readonly span: { readonly first: number; readonly last: number } | null
  /** As a pattern says; `null`: it says nothing. */
  readonly position: NamedPosition | null
}

/** A rule that is ready: its pattern compiled, its mapping read. */
export type ReadyRule =
  | { readonly by: Exclude<MatchRule['by'], 'pattern' | 'mapping'> }
  | { readonly by: 'pattern'; readonly pattern: Pattern }
  | { readonly by: 'mapping'; readonly mapping: Mapping }

const allFields: ReadonlySet<NamingField> = new Set(['sku', 'id', 'gtin', 'handle'])

const isField = (by: ReadyRule['by']): by is NamingField => (allFields as ReadonlySet<string>).has(by)

/** Found names as one piece of evidence, the longest first. */
const toEvidence = (
  found: readonly FoundName[],
  { shown, atoms }: ReadText,
  orderOf: (field: NamingField) => number,
  by: 'folder' | null,
): Evidence | null => {
  const [longest] = found
  const sorted = found.toSorted((one, other) => orderOf(one.name.field) - orderOf(other.name.field))
  const [first] = sorted
  if (!longest || !first) return null
  const candidates = new Map<string, MatchCandidate>()
  for (const one of sorted) {
    const { product, field } = one.name
    const text = shown.slice(atoms[one.first]?.start, atoms[one.last]?.end)
    if (!candidates.has(product.key)) candidates.set(product.key, { productKey: product.key, why: { by: by ?? field, field, text } })
  }
  return {
    candidates: [...candidates.values()],
    order: orderOf(first.name.field),
    strength: sorted.some(({ name }) => name.strength !== 'weak') ? 'strong' : 'weak',
    isExplicit: false,
    doubt: longest.doubt,
    spelled: spell(atoms.slice(longest.first, longest.last + 1)),
    span: by === 'folder' ? null : { first: longest.first, last: longest.last },
    position: null,
  }
}

/** Sure names count before doubtful ones; those at the same place, and their rivals, are one piece of evidence. */
const toEvidences = (
  found: readonly FoundName[],
  text: ReadText,
  orderOf: (field: NamingField) => number,
  by: 'folder' | null,
): Evidence[] => {
  const sure = found.filter(({ doubt }) => doubt === null)
  const { kept, rivals } = keepLongest(sure.length > 0 ? sure : found, text)
  const places = new Map<string, FoundName[]>()
  for (const one of kept) {
    const key = `${one.first}-${one.last}`
    places.set(key, [...(places.get(key) ?? []), one])
  }
  return [...places.values()].flatMap((names) => {
    const isHere = (rival: FoundName): boolean => names.some(({ first, last }) => first === rival.first && last > rival.last)
    return toEvidence([...names, ...rivals.filter(isHere)], text, orderOf, by) ?? []
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
    const titled = found.some(({ doubt }) => doubt === null) ? [] : (index.byTitle.get(folded) ?? [])
    if (titled.length === 0) return found.map((one) => ({ ...one, order: folderOrder }))
    const candidates = titled.map(({ key }) => ({ productKey: key, why: { by: 'folder', field: 'name', text: level } as const }))
    const strength = judgeStrength(text)
    const rest = { order: folderOrder, isExplicit: false, doubt: null, span: null, position: null }
    return [{ candidates, strength, spelled: spell(text.atoms), ...rest }]
  }

  const askFolders = (levels: readonly string[]): readonly Evidence[] =>
    levels.flatMap((level) => {
      const known = ofLevels.get(level) ?? readLevel(level)
      ofLevels.set(level, known)
      return known
    })

  const askExplicit = (rule: ReadyRule, order: number, levels: readonly string[], name: string): Evidence[] => {
    const rest = { order, strength: 'strong', isExplicit: true, spelled: '', span: null } as const
    if (rule.by === 'pattern') {
      const match = matchPattern(rule.pattern, [...levels, withoutExtension(name)], index)
      if (!match) return []
      const candidates = match.names.map(({ product, field }) => ({
        productKey: product.key,
        why: { by: 'pattern', field, text: match.text } as const,
      }))
      return [{ ...rest, candidates: dedupe(candidates), doubt: match.doubt, position: match.position }]
    }
    const mapped = rule.by === 'mapping' ? findMapped(rule.mapping, levels, name) : null
    if (!mapped) return []
    const candidates = mapped.products.map(({ key }) => ({
      productKey: key,
      why: { by: 'mapping', field: 'name', text: mapped.text } as const,
    }))
    return [{ ...rest, candidates, doubt: null, position: null }]
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
            span: null,
            position: null,
          } as const
          return found ? [{ ...rest, ...found }] : []
        })

  return ({ folder, name, codes = [] }) => {
    const levels = splitPath(folder)
    const text = readText(withoutExtension(name))
    const ofName = fields.size > 0 ? toEvidences(findNames(text, index, fields, 'name'), text, orderOf, null) : []
    const ofFolder = folderOrder < 0 ? [] : askFolders(levels)
    const explicit = rules.flatMap((rule, at) => askExplicit(rule, at, levels, name))
    return [...explicit, ...ofFolder, ...ofName, ...askCodes(codes)].toSorted((one, other) => one.order - other.order)
  }
}

const dedupe = (candidates: readonly MatchCandidate[]): readonly MatchCandidate[] => [
  ...new Map(candidates.map((one) => [one.productKey, one])).values(),
]
