import type { Journal } from '../../base/database/journal.ts'
import { importOf, readKind, readProductIs } from './entry-place.ts'

/** A row of `catalogue_entries`, as it was. */
export type EntryRow = Readonly<Record<string, string | number | null>>

/** Entries that a person takes out of their list. `onChange`: it is another list afterwards. */
export const createTakenOut = (journal: Journal, onChange: () => void) => {
  /** One entry more in its list, or less. */
  const countEntry = (row: EntryRow, by: 1 | -1): void => {
    onChange()
    const number = Number(row.import)
    journal.run(
      `UPDATE catalogue_lists SET products = products + ?, missing = missing + ?, parents = parents + ?, variants = variants + ?
       WHERE import = ?`,
      number > 0 ? by : 0,
      number > 0 && row.missing_since != null ? by : 0,
      row.kind === 'parent' ? by : 0,
      row.kind === 'variant' ? by : 0,
      Math.abs(number),
    )
  }

  return {
    /** Takes one entry out of its list, with its variants, and returns their rows. */
    takeOut: (seq: number): EntryRow[] => {
      const rows = journal.all('SELECT * FROM catalogue_entries WHERE seq = ?1 OR parent = ?1 ORDER BY seq <> ?1, seq', seq) as EntryRow[]
      journal.run('DELETE FROM catalogue_entries WHERE seq = ?1 OR parent = ?1', seq)
      for (const row of rows) countEntry(row, -1)
      return rows.map((row) => ({ ...row }))
    },
    /** Puts such rows back, while their list counts: a newer one says itself which products there are. */
    putBack: (rows: readonly EntryRow[]): void => {
      const moved = new Map<unknown, number>()
      for (const { seq, parent, ...was } of rows) {
        const number = Math.abs(Number(was.import))
        const list = journal.get("SELECT product_is FROM catalogue_lists WHERE import = ? AND state = 'current'", number)
        if (!list) return
        // Its number may be another one's now.
        const isFree = journal.get('SELECT 1 FROM catalogue_entries WHERE seq = ?', Number(seq)) === undefined
        const row = {
          ...was,
          ...(isFree ? { seq } : {}),
          parent: moved.get(parent) ?? parent ?? null,
          import: importOf(number, readKind(was.kind), readProductIs(list.product_is) ?? 'product'),
        }
        const names = Object.keys(row)
        const put = journal.insert(
          `INSERT INTO catalogue_entries (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          ...Object.values(row),
        )
        moved.set(seq, put)
        countEntry(row, 1)
      }
    },
  }
}
