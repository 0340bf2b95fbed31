import type { RowProblem } from '../../../../shared/base/row-problem.ts'
import type { RowNote } from '../../../../shared/products/catalogue.ts'
import type { ColumnRole } from '../../../../shared/products/column-roles.ts'
import { foldSku, type ReadEntry } from './read-entry.ts'

export type Repeat = { readonly problem: RowProblem | undefined; readonly notes: readonly RowNote[] }

type Seen = { readonly row: number; readonly productId: string | null }

/**
 * Compares each row with those before it. The same product twice: its second row is refused. Two products with one SKU or GTIN both come
 * in, and that is said: which one is right, only a person knows.
 */
export const createRepeatFinder = (): ((entry: ReadEntry) => Repeat) => {
  const seen = new Map<ColumnRole, Map<string, Seen>>()
  const findFirst = (role: ColumnRole, key: string, entry: ReadEntry): Seen | undefined => {
    const ofRole = seen.get(role) ?? new Map<string, Seen>()
    seen.set(role, ofRole)
    const first = ofRole.get(key)
    if (!first) ofRole.set(key, { row: entry.row, productId: entry.productId })
    return first
  }
  return (entry) => {
    const { productId, sku, gtin, handle, name } = entry
    const refuse = (role: ColumnRole, value: string, { row }: Seen): Repeat => ({
      problem: { kind: 'repeats-row', role, value: value.slice(0, 100), other: row },
      notes: [],
    })
    const notes: RowNote[] = []
    const first = productId === null ? undefined : findFirst('productId', productId, entry)
    if (first && productId !== null) return refuse('productId', productId, first)
    if (sku !== null) {
      const other = findFirst('sku', foldSku(sku), entry)
      if (other && (productId === null || other.productId === null)) return refuse('sku', sku, other)
      if (other) notes.push({ kind: 'also-in-row', role: 'sku', value: sku.slice(0, 100), other: other.row })
    }
    if (gtin !== null) {
      const other = findFirst('gtin', gtin, entry)
      if (other && productId === null && sku === null) return refuse('gtin', gtin, other)
      if (other) notes.push({ kind: 'also-in-row', role: 'gtin', value: gtin, other: other.row })
    }
    if (productId === null && sku === null && gtin === null) {
      const role = handle === null ? 'name' : 'handle'
      const value = handle ?? name ?? ''
      const other = findFirst(role, value, entry)
      if (other) return refuse(role, value, other)
    }
    return { problem: undefined, notes }
  }
}
