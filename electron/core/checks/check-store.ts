import type { RuleResult } from '../../../shared/checks.ts'
import type { Journal } from '../database/journal.ts'

/** What one profile found in a picture; profiles whose rules all passed have no row. */
export type StoredResults = {
  readonly profile: string
  readonly failed: number
  readonly notChecked: number
  /** Those that did not pass. */
  readonly results: readonly RuleResult[]
}

export type CheckStore = ReturnType<typeof createCheckStore>

/**
 * Results of pictures of the library, each with what it was judged by (`basis`). Derived: triggers set a row’s basis to `''` when anything about its
 * picture changes (database/derived-schema.ts). Call its changes inside `journal.write`.
 */
export const createCheckStore = (journal: Journal) => ({
  /** Places (`images.seq`) of pictures without results for this basis. */
  listDue: (basis: string, limit: number): number[] =>
    journal
      .all(
        `SELECT picture FROM (SELECT picture FROM picture_checks WHERE basis < ?1 ORDER BY basis, picture LIMIT ?2)
         UNION ALL SELECT picture FROM (SELECT picture FROM picture_checks WHERE basis > ?1 ORDER BY basis, picture LIMIT ?2) LIMIT ?2`,
        basis,
        limit,
      )
      .map((row) => Number(row.picture)),
  hasDue: (basis: string): boolean =>
    journal.get(
      'SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM picture_checks WHERE basis < ?1) OR EXISTS (SELECT 1 FROM picture_checks WHERE basis > ?1)',
      basis,
    ) !== undefined,
  /** In place of what was found before. */
  keep: (picture: number, basis: string, found: readonly StoredResults[]): void => {
    const sum = (of: (one: StoredResults) => number): number => found.reduce((all, one) => all + of(one), 0)
    const isThere = journal.run(
      'UPDATE picture_checks SET basis = ?, failed = ?, not_checked = ? WHERE picture = ?',
      basis,
      sum(({ failed }) => failed),
      sum(({ notChecked }) => notChecked),
      picture,
    )
    journal.run('DELETE FROM check_results WHERE picture = ?', picture)
    if (isThere === 0) return
    for (const { profile, failed, notChecked, results } of found)
      if (failed + notChecked > 0)
        journal.run(
          'INSERT INTO check_results (picture, profile, failed, not_checked, results) VALUES (?, ?, ?, ?, ?)',
          picture,
          profile,
          failed,
          notChecked,
          JSON.stringify(results),
        )
  },
})
