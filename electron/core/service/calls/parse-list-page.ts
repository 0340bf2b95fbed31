import type { IncompleteReason, UnreadableReason } from '../../../../shared/workspaces/product-reading-settings.ts'

type Fields = Readonly<Record<string, unknown>>

/** One page of a list as an answer shows it. `entries` in their order, repeats and all. */
export type ListPage =
  | { readonly kind: 'list'; readonly entries: readonly string[]; readonly saysMore: boolean }
  | { readonly kind: 'incomplete'; readonly reason: IncompleteReason }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }

type Wanted = { readonly place: string; readonly productId: string; readonly attribute: string }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const incomplete = (reason: IncompleteReason) => ({ kind: 'incomplete', reason }) as const

const readText = (value: unknown): string | undefined => {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** An entry is an id, or an object that has the source's: an attachment's own id counts only where no other is there. */
const readEntry = (entry: unknown): string | undefined => {
  if (!isFields(entry)) return readText(entry)
  const { sourceId, source, id } = entry
  if (sourceId !== undefined) return readText(sourceId)
  if (source !== undefined) return isFields(source) ? readText(source.id) : readText(source)
  return readText(id)
}

const wrappers = ['values', 'value', 'items', 'data'] as const
const moreNames = [
  'next',
  'nextPage',
  'next_page',
  'nextCursor',
  'next_cursor',
  'hasMore',
  'has_more',
  'hasNext',
  'hasNextPage',
  'truncated',
]
const totalNames = ['totalRecords', 'total', 'totalCount', 'total_count', 'count']

const isSaid = (value: unknown): boolean => value !== undefined && value !== null && value !== false && value !== '' && value !== 0

const saysMoreIn = (fields: Fields, found: number): boolean => {
  if (moreNames.some((name) => isSaid(fields[name]))) return true
  // A page marked as the last one counts as such; a total may be one of products.
  if (moreNames.some((name) => name in fields)) return false
  return totalNames.some((name) => Number(readText(fields[name]) ?? 0) > found)
}

/** Whether an object on the path to the list says that it has more entries than shown. */
const saysMore = (way: readonly Fields[], found: number): boolean =>
  way.some((fields) => [fields.pagination, fields.paging, fields.meta, fields.links].some((one) => isFields(one) && saysMoreIn(one, found)))

/** One step down. An object where a list is meant, and the reverse, are the same thing: descriptions show both. */
type Step = { readonly kind: 'found'; readonly value: unknown } | { readonly kind: 'absent'; readonly in: Fields | readonly unknown[] }

const nameOf = (entry: unknown): string | undefined =>
  isFields(entry) ? (readText(entry.name) ?? readText(entry.key) ?? readText(entry.attribute)) : undefined

const isSameName = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The value of a field, ignoring case; in a list of named entries, that entry. */
const stepTo = (value: unknown, name: string): Step | undefined => {
  if (Array.isArray(value)) {
    const named = value.filter((entry) => isSameName(nameOf(entry) ?? '', name))
    return named.length === 1 ? { kind: 'found', value: named[0] } : { kind: 'absent', in: value }
  }
  if (!isFields(value)) return undefined
  if (Object.hasOwn(value, name)) return { kind: 'found', value: value[name] }
  const alike = Object.keys(value).filter((key) => isSameName(key, name))
  return alike.length === 1 ? { kind: 'found', value: value[alike[0] ?? ''] } : { kind: 'absent', in: value }
}

const idOf = (entry: unknown): string | undefined =>
  isFields(entry) ? (readText(entry.id) ?? (isFields(entry.data) ? readText(entry.data.id) : undefined)) : undefined

/** The requested one of several products; a single one without an id counts. */
const chooseProduct = (list: readonly unknown[], productId: string): unknown => {
  const named = list.filter((entry) => idOf(entry) === productId)
  if (named.length === 1) return named[0]
  return list.length === 1 && idOf(list[0]) === undefined ? list[0] : undefined
}

const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Shorter names are part of too many others to be significant. */
const mightMean = (one: string, other: string): boolean => one === other || (one.length >= 3 && other.includes(one))

/** An attribute that is not among those shown is empty, unless none is shown, or one has a name that might mean it. */
const readAbsent = (shown: Fields | readonly unknown[], attribute: string): ListPage => {
  const names = Array.isArray(shown) ? shown.map((entry) => nameOf(entry)) : Object.keys(shown)
  if (names.length === 0) return incomplete({ kind: 'no-attributes' })
  const wanted = fold(attribute)
  for (const name of names) {
    if (name === undefined) return incomplete({ kind: 'no-attributes' })
    const other = fold(name)
    if (mightMean(other, wanted) || mightMean(wanted, other)) return incomplete({ kind: 'other-name', name })
  }
  return { kind: 'list', entries: [], saysMore: false }
}

const readEntries = (value: unknown, place: string, way: readonly Fields[]): ListPage => {
  // A named attribute, or a list with a count beside it.
  const key = isFields(value) ? wrappers.find((name) => Object.hasOwn(value, name)) : undefined
  const inner = isFields(value) && key !== undefined ? value[key] : value
  // Present, but empty.
  if (inner === null) return { kind: 'list', entries: [], saysMore: false }
  if (!Array.isArray(inner)) return incomplete({ kind: 'not-ids', place })
  const entries: string[] = []
  for (const entry of inner) {
    const id = readEntry(entry)
    if (id === undefined) return incomplete({ kind: 'not-ids', place })
    entries.push(id)
  }
  const beside = isFields(value) && saysMoreIn(value, entries.length)
  return { kind: 'list', entries, saysMore: beside || saysMore(isFields(value) ? [...way, value] : way, entries.length) }
}

/**
 * The list of source ids at `place` of a parsed answer (shared/workspaces/product-reading-settings.ts). Time grows with the answer's length, not faster.
 * Anything ambiguous is `incomplete`: a misread list would remove a colleague's pictures.
 */
export const readListPage = (answer: unknown, wanted: Wanted): ListPage => {
  const found = findAttribute(answer, wanted)
  return found.kind === 'found' ? readEntries(found.value, wanted.place, found.way) : found
}

/** The text at `place` of a parsed answer; an attribute that is not there yet is empty. */
export const readTextAt = (
  answer: unknown,
  wanted: Wanted,
): { readonly kind: 'text'; readonly text: string } | Exclude<ListPage, { kind: 'list' }> => {
  const found = findAttribute(answer, wanted)
  if (found.kind === 'list') return { kind: 'text', text: '' }
  if (found.kind === 'incomplete' || found.kind === 'unreadable') return found
  const { value } = found
  const key = isFields(value) ? wrappers.find((name) => Object.hasOwn(value, name)) : undefined
  const inner = isFields(value) && key !== undefined ? value[key] : value
  if (inner === null) return { kind: 'text', text: '' }
  return typeof inner === 'string' ? { kind: 'text', text: inner } : incomplete({ kind: 'not-text', place: wanted.place })
}

type Found = { readonly kind: 'found'; readonly value: unknown; readonly way: readonly Fields[] }

/** What is at `place`, and the objects on the way. */
const findAttribute = (answer: unknown, { place, productId, attribute }: Wanted): Found | ListPage => {
  const names = place === '.' ? [] : place.split('.')
  const way: Fields[] = []
  let value = answer
  for (const [index, name] of names.entries()) {
    if (isFields(value)) way.push(value)
    const isAttribute = name === '{attribute}'
    if (Array.isArray(value) && !isAttribute) {
      const chosen = chooseProduct(value, productId)
      if (chosen === undefined) return { kind: 'unreadable', reason: { kind: 'other-product' } }
      value = chosen
      if (isFields(value)) way.push(value)
    }
    const step = stepTo(value, isAttribute ? attribute : name)
    if (step?.kind === 'found') value = step.value
    // Only the last name can be an attribute that has nothing yet.
    else if (step?.kind === 'absent' && isAttribute && index === names.length - 1) return readAbsent(step.in, attribute)
    else return incomplete({ kind: 'no-list', place })
  }
  return { kind: 'found', value, way }
}

/** The value at a dot-separated path; `undefined`: nothing. An array of one envelope is that envelope. */
export const readPlace = (answer: unknown, place: string): unknown => {
  let value: unknown = answer
  for (const name of place.split('.')) {
    const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
    if (!isFields(one) || !Object.hasOwn(one, name)) return undefined
    value = one[name]
  }
  return value
}
