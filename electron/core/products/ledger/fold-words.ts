import { foldName } from '../../base/database/fold-name.ts'
import type { Journal } from '../../base/database/journal.ts'

/** The words that a product is searched by. */
export const wordsOf = (name: unknown, productId: unknown): string => foldName(`${name ?? ''}\n${productId ?? ''}`)

/** Keeps the words that a product is searched by up to date with its name and id. Called inside `journal.write`. */
export const foldWords = (journal: Journal, ref: string): void => {
  const row = journal.get('SELECT name, product_id FROM products WHERE ref = ?', ref)
  if (row) journal.run('UPDATE products SET folded_words = ? WHERE ref = ?', wordsOf(row.name, row.product_id), ref)
}
