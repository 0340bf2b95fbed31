import type { CurrentStatement } from '../../shared/jobs.ts'
import { type AttributeList, listFreshnessMs, type Product } from '../../shared/products.ts'
import { countOf, formatAgo } from '../ui/format.ts'

export type Standing =
  /** A new product, or one of ours: nothing can be lost. */
  | { readonly kind: 'certain'; readonly before: number }
  /** Never stated, or so long ago that a colleague may have changed it: a person says what is there. */
  | { readonly kind: 'ask'; readonly known: AttributeList | null }

const isFresh = (list: AttributeList, now: number): boolean => list.confirmedAt !== null && now - list.confirmedAt < listFreshnessMs

/** Whether we may replace a product's list without asking what it shows now (design, section 6). */
export const judgeList = (product: Product | undefined, attribute: string, now: number): Standing => {
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  if (product?.createdByUs && !list) return { kind: 'certain', before: 0 }
  if (list?.sourceIds && isFresh(list, now)) return { kind: 'certain', before: list.sourceIds.length }
  return { kind: 'ask', known: list?.sourceIds ? list : null }
}

/** What the product shows before and after, in one line. */
export const describeChange = (standing: Standing, statement: CurrentStatement | null, adding: number): string | null => {
  const before = countBefore(standing, statement)
  if (before === 'appended') return `${countOf(adding, 'picture')} added after what it shows now.`
  if (before === null) return null
  return before === 0
    ? `Before: nothing. After: ${countOf(adding, 'picture')}.`
    : `Before: ${countOf(before, 'picture')}. After: ${countOf(before + adding, 'picture')}, the new ones last.`
}

const countBefore = (standing: Standing, statement: CurrentStatement | null): number | 'appended' | null => {
  if (standing.kind === 'certain') return standing.before
  switch (statement?.kind) {
    case 'nothing':
      return 0
    case 'ids':
      return statement.ids.length
    case 'as-known':
      return standing.known?.sourceIds?.length ?? 0
    case 'appends':
      return 'appended'
    case undefined:
      return null
  }
}

export const describeConfirmed = (list: AttributeList, now: number): string =>
  list.confirmedAt === null ? 'never confirmed' : `confirmed ${formatAgo(list.confirmedAt, now)}`
