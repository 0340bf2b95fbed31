import { countOf } from '../../../shared/base/number-words.ts'
import { describeOrigin } from '../../../shared/products/attached-lists-words.ts'
import { type AttributeList, listAgeLimitMs, type Product } from '../../../shared/products/products.ts'
import type { CurrentStatement } from '../../../shared/queue/jobs.ts'
import type { ListEditors } from '../../../shared/workspaces/workspace-settings.ts'
import { formatAgo } from '../../ui/format.ts'

export type Standing =
  /** A new product, or one of ours: nothing can be lost. */
  | { readonly kind: 'certain'; readonly before: number }
  /** Never stated, or too long ago to rule out a colleague's change: a person states the current pictures. */
  | { readonly kind: 'ask'; readonly known: AttributeList | null }

/** While the window is open, a list grows older than the core reported. */
const isTooOld = (list: AttributeList, editors: ListEditors | null, now: number): boolean => {
  const limit = listAgeLimitMs(editors)
  return list.confirmedAt === null || (limit !== null && now - list.confirmedAt >= limit)
}

/** Whether we may replace a product's list without asking what it shows now (electron/core/products/ledger/README.md). */
export const judgeList = (product: Product | undefined, attribute: string, editors: ListEditors | null, now: number): Standing => {
  const list = product?.lists.find((one) => one.attribute.toLowerCase() === attribute.toLowerCase())
  if (product?.createdByUs && !list) return { kind: 'certain', before: 0 }
  if (list?.sourceIds && !list.asks && !isTooOld(list, editors, now)) return { kind: 'certain', before: list.sourceIds.length }
  return { kind: 'ask', known: list ?? null }
}

/** The product's pictures before and after, in one line. */
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

/** `confirmed by the workspace 2 days ago`. */
export const describeKnown = (list: AttributeList, now: number): string => {
  const ago = list.confirmedAt === null ? null : formatAgo(list.confirmedAt, now)
  if (list.origin !== undefined) return describeOrigin(list.origin, ago)
  return ago === null ? 'never confirmed' : `confirmed ${ago}`
}
