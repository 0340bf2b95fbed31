import type { MatchProduct } from '../../../../shared/products/matching.ts'
import type { Journal } from '../../base/database/journal.ts'
import { createSameProductFinder } from '../catalogue/product-key.ts'
import { readProductsMark, walkProducts } from './lists/match-subjects.ts'
import type { MatchChanges, MatchStore } from './match-store.ts'

/** Finds the product of today that an earlier, or another library's, one is. */
export const readFinder = async (journal: Journal, connectionId: string | null) => {
  const products: MatchProduct[] = []
  for await (const piece of walkProducts(journal, connectionId)) products.push(...piece)
  return createSameProductFinder(products)
}

/** Gives kept matches the keys of today's products, if these have changed since. Call it first in each change, in its turn. */
export const renewMatchKeys = async (
  journal: Journal,
  { keyMark, renewKeys }: Pick<MatchChanges, 'keyMark' | 'renewKeys'>,
  connectionId: string | null,
): Promise<void> => {
  const before = keyMark(connectionId)
  if (before === undefined) return
  const mark = readProductsMark(journal, connectionId)
  if (before !== mark) await renewKeys(connectionId, mark, await readFinder(journal, connectionId))
}

/** The product of today that a window or a command names, as it saw it before. Kept keys are of today (`renewMatchKeys`). */
export const findToday = async (
  journal: Journal,
  { listOf }: Pick<MatchStore, 'listOf'>,
  connectionId: string | null,
  seen: MatchProduct,
): Promise<MatchProduct> => {
  if (listOf(connectionId, seen.key).length > 0) return seen
  const find = await readFinder(journal, connectionId)
  const now = find(seen)
  return now.kind === 'one' ? now.product : seen
}
