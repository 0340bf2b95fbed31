import { z } from 'zod'
import type { ErrorRecord } from '../base/errors.ts'
import type { FieldRule } from '../base/field-rule.ts'

export const defaultReadProductPath = '/v1/products/{productId}'
export const defaultPageSize = 100
export const defaultListPlace = 'data.attributes.{attribute}'

/**
 * How a workspace's products can be read. Our own setting: the interface describes no such operation (README, "Reading products").
 * `GET path` answers JSON, with the list of source ids, or of objects with ids, at `list`.
 */
export const readProduct = z.object({
  /** Follows the base URL; may have a query. `{productId}`, `{attribute}` and, with pages, `{page}` (from 1) and `{size}` are filled in. */
  path: z.string().default(defaultReadProductPath),
  /** Dot-separated path from the answer to the list; `{attribute}` is the attribute's name. `.`: the answer is the list. */
  list: z.string().default(defaultListPlace),
  /** `page`: pages by number. `next`: each answer has the address of the next page. */
  paging: z.enum(['none', 'page', 'next']).default('none'),
  /** Requested entries per page: `{size}`. */
  pageSize: z.number().int().min(1).max(1_000).default(defaultPageSize),
  /** Path to the next page's address in an answer; `null`, empty or absent there: this is the last page. */
  next: z.string().default('pagination.next'),
  /** Path to the total number of entries in an answer. Without one, pages are read until one is empty. */
  total: z.string().default('pagination.totalRecords'),
})
export type ReadProduct = z.infer<typeof readProduct>

/** The same in a connection file: omitted fields use the default. */
export const readProductFields = z.object({
  path: z.string().optional(),
  list: z.string().optional(),
  paging: readProduct.shape.paging.unwrap().optional(),
  pageSize: z.number().optional(),
  next: z.string().optional(),
  total: z.string().optional(),
})

/** A change of it: omitted fields stay, `null` resets to the default. */
export const readProductChange = z.object({
  path: z.string().nullable().optional(),
  list: z.string().nullable().optional(),
  paging: readProduct.shape.paging.unwrap().nullable().optional(),
  pageSize: z.number().nullable().optional(),
  next: z.string().nullable().optional(),
  total: z.string().nullable().optional(),
})

export const readProductNames = readProduct.keyof().options

/** Why a list that was read is not used. */
export type IncompleteReason =
  /** The list is missing in the answer. */
  | { readonly kind: 'no-list'; readonly place: string }
  /** The product shows no attributes, so an absent one proves nothing. */
  | { readonly kind: 'no-attributes' }
  /** Absent, but another attribute might be it. */
  | { readonly kind: 'other-name'; readonly name: string }
  /** The list has entries that are not ids. */
  | { readonly kind: 'not-ids'; readonly place: string }
  /** The attribute holds no text. */
  | { readonly kind: 'not-text'; readonly place: string }
  /** The answer says that there are more entries, but the connection has no paging set. */
  | { readonly kind: 'more-pages' }
  | { readonly kind: 'too-many-pages'; readonly pages: number }
  /** Every page is the same. */
  | { readonly kind: 'same-page' }
  | { readonly kind: 'count-differs'; readonly stated: number; readonly found: number }
  /** Two reads gave different lists. */
  | { readonly kind: 'changing' }
  /** Status 206, or a missing page in between. */
  | { readonly kind: 'part-missing' }

/** Why an answer can't be read at all. */
export type UnreadableReason =
  /** Several products without this id, or a different one. */
  | { readonly kind: 'other-product' }
  /** The next page is on another server, which must not get the credentials. */
  | { readonly kind: 'next-elsewhere'; readonly origin: string }
  | { readonly kind: 'odd-next' }
  /** The service refused, or the answer isn't from the service. */
  | { readonly kind: 'refused'; readonly because: ErrorRecord }

/** The result of reading one product's list. A list counts only when it is complete. */
export type ProductReading =
  | { readonly kind: 'complete'; readonly ids: readonly string[] }
  | { readonly kind: 'incomplete'; readonly reason: IncompleteReason }
  /** 404 or 410, or it can be no product's id. */
  | { readonly kind: 'gone'; readonly because: ErrorRecord }
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }

const placeholder = /\{[^{}]{0,40}\}/g
const placeNames = /^[^.{}]+$/

const pathProblem = ({ path, paging }: ReadProduct): FieldRule | null => {
  if (!/^\/(?!\/)[\x21\x24-\x5b\x5d-\x7e]{0,500}$/.test(path)) return { kind: 'reading-path' }
  const filled = path.replace(placeholder, 'x')
  const [beforeQuery = ''] = filled.split('?', 1)
  if (beforeQuery.split('/').includes('..')) return { kind: 'no-dots' }
  const names: readonly string[] = path.match(placeholder) ?? []
  const known = ['{productId}', '{attribute}', ...(paging === 'page' ? ['{page}', '{size}'] : [])]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) return { kind: 'name-unknown', name: unknown, known }
  if (/[{}]/.test(filled)) return { kind: 'stray-brace' }
  if (!names.includes('{productId}')) return { kind: 'contains', text: '{productId}' }
  return paging === 'page' && !names.includes('{page}') ? { kind: 'contains', text: '{page}' } : null
}

const placeProblem = (place: string): FieldRule | null => {
  if (place.length > 200) return { kind: 'most-characters', most: 200 }
  return place.split('.').every((name) => placeNames.test(name)) ? null : { kind: 'dotted-names' }
}

const listProblem = ({ list, path }: ReadProduct): FieldRule | null => {
  const plain = list === '.' ? null : placeProblem(list.replaceAll('{attribute}', 'x'))
  if (plain !== null) return plain
  if (list.split('.').some((name) => name.includes('{attribute}') && name !== '{attribute}')) return { kind: 'attribute-apart' }
  // Otherwise one list would be used for every attribute.
  return `${path}${list}`.includes('{attribute}') ? null : { kind: 'attribute-somewhere' }
}

/** Rules beyond the shape: pairs of a field and the rule it breaks. */
export const readProductProblems = function* (reading: ReadProduct): Generator<readonly [field: keyof ReadProduct, rule: FieldRule]> {
  const found = [
    ['path', pathProblem(reading)],
    ['list', listProblem(reading)],
    ['next', placeProblem(reading.next)],
    ['total', placeProblem(reading.total)],
  ] as const
  for (const [field, rule] of found) if (rule !== null) yield [field, rule]
  if (!(Number.isInteger(reading.pageSize) && reading.pageSize >= 1 && reading.pageSize <= 1_000)) yield ['pageSize', { kind: 'page-size' }]
}
