import { type ListColumns, listColumns, type TargetsSaid, targetsSaid } from '../../../../shared/products/catalogue.ts'
import type { Journal } from '../../base/database/journal.ts'

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

/** What a person chose for lists with certain headers. */
export const createRememberedColumns = (journal: Journal) => ({
  columnsFor: (headers: string): ListColumns | undefined => {
    const row = journal.get('SELECT columns FROM catalogue_columns WHERE headers = ?', headers)
    return row && listColumns.safeParse(parse(row.columns)).data
  },
  /** What products of the workspace were in such a list, if that was said. */
  targetsFor: (headers: string): TargetsSaid | undefined => {
    const row = journal.get(
      'SELECT product_is, shared_pictures FROM catalogue_columns WHERE headers = ? AND product_is IS NOT NULL',
      headers,
    )
    return row && targetsSaid.safeParse({ productIs: row.product_is, sharedPictures: row.shared_pictures ?? 'each' }).data
  },
  /** `targets`: as a person said. */
  rememberColumns: (headers: string, columns: ListColumns, now: number, targets: TargetsSaid | undefined): void => {
    journal.run(
      `INSERT INTO catalogue_columns (headers, columns, used_at, product_is, shared_pictures) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (headers) DO UPDATE SET columns = excluded.columns, used_at = excluded.used_at,
         product_is = coalesce(excluded.product_is, product_is), shared_pictures = coalesce(excluded.shared_pictures, shared_pictures)`,
      headers,
      JSON.stringify(columns),
      Math.round(now),
      targets?.productIs ?? null,
      targets?.sharedPictures ?? null,
    )
    journal.run(
      'DELETE FROM catalogue_columns WHERE headers NOT IN (SELECT headers FROM catalogue_columns ORDER BY used_at DESC LIMIT 100)',
    )
  },
})
