import type { Refusal } from '../../../../shared/pictures/pictures.ts'
import type { Journal, Row } from '../../base/database/journal.ts'

/** How a refused file came: the id of its drop, and the dropped path that it was in; `null`: unknown. */
export type RefusedFrom = { readonly drop: string | null; readonly root: string | null }

const toRefusal = (row: Row): Refusal => ({
  path: String(row.path),
  name: String(row.name),
  problem: JSON.parse(String(row.problem)) as Refusal['problem'],
  at: Number(row.at),
})

/** Files that were not added, and why; one for each path. Call its changes inside `journal.write`. */
export const createRefusals = (journal: Journal) => ({
  refuse: (refusal: Refusal, from: RefusedFrom): void => {
    journal.run(
      `INSERT INTO refusals (path, name, problem, at, drop_id, root) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (path) DO UPDATE SET name = excluded.name, problem = excluded.problem, at = excluded.at, drop_id = excluded.drop_id,
         root = excluded.root`,
      refusal.path,
      refusal.name,
      JSON.stringify(refusal.problem),
      refusal.at,
      from.drop,
      from.root,
    )
  },
  /** A file refused before has now been added. */
  forgetRefusal: (path: string): void => {
    journal.run('DELETE FROM refusals WHERE path = ?', path)
  },
  /** Why the file of this path was refused. */
  refusalOf: (path: string): Refusal | undefined => {
    const row = journal.get('SELECT path, name, problem, at FROM refusals WHERE path = ?', path)
    return row && toRefusal(row)
  },
  /** Those of these paths (empty: all of them) with the way they came, by time. */
  listRefusedWith: (paths: readonly string[]): (Refusal & RefusedFrom)[] =>
    journal
      .all(
        `SELECT path, name, problem, at, drop_id, root FROM refusals
         WHERE :paths = '[]' OR path IN (SELECT value FROM json_each(:paths)) ORDER BY at, path`,
        { paths: JSON.stringify(paths) },
      )
      .map((row) => ({
        ...toRefusal(row),
        drop: row.drop_id === null ? null : String(row.drop_id),
        root: row.root === null ? null : String(row.root),
      })),
  listRefusals: (): Refusal[] => journal.all('SELECT path, name, problem, at FROM refusals ORDER BY at, path').map(toRefusal),
  /** The newest first, those of one moment by path; `news`: how many of all came after `since`. */
  pageRefusals: (offset: number, limit: number, since: number): { total: number; news: number; rows: Refusal[] } => {
    const counts = journal.get('SELECT count(*) AS total, sum(at > :since) AS news FROM refusals', { since })
    const rows = journal.all('SELECT path, name, problem, at FROM refusals ORDER BY at DESC, path LIMIT ? OFFSET ?', limit, offset)
    return { total: Number(counts?.total ?? 0), news: Number(counts?.news ?? 0), rows: rows.map(toRefusal) }
  },
})
