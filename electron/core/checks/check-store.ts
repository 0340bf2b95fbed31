import type { RuleResult } from '../../../shared/checks/checks.ts'
import type { ProfilePictures } from '../../../shared/checks/requirement-profiles.ts'
import type { Journal } from '../base/database/journal.ts'
import { placeBits } from '../pictures/library/picture-places.ts'

/** What one profile found in a picture; profiles whose rules all passed have no row. */
export type StoredResults = {
  readonly profile: string
  /** Which pictures of a product it is about. */
  readonly pictures: ProfilePictures
  readonly failed: number
  readonly notChecked: number
  /** Those that did not pass. */
  readonly results: readonly RuleResult[]
}

export type CheckStore = ReturnType<typeof createCheckStore>

/**
 * Results of pictures of the library, each with what it was judged by (`basis`). Derived: triggers set a row’s basis to `''` when anything about its
 * picture changes (base/database/derived-pictures.ts). Call its changes inside `journal.write`.
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
    const sums = ([undefined, 'first', 'others'] as const).flatMap((pictures) => {
      const some = pictures ? found.filter((one) => one.pictures === pictures) : found
      return [some.reduce((sum, { failed }) => sum + failed, 0), some.reduce((sum, { notChecked }) => sum + notChecked, 0)]
    })
    const isThere = journal.run(
      `UPDATE picture_checks SET basis = ?, failed = ?, not_checked = ?, first_failed = ?, first_not_checked = ?, others_failed = ?,
         others_not_checked = ? WHERE picture = ?`,
      basis,
      ...sums,
      picture,
    )
    journal.run('DELETE FROM check_results WHERE picture = ?', picture)
    if (isThere === 0) return
    for (const { profile, pictures, failed, notChecked, results } of found)
      if (failed + notChecked > 0)
        journal.run(
          'INSERT INTO check_results (picture, profile, places, failed, not_checked, results) VALUES (?, ?, ?, ?, ?, ?)',
          picture,
          profile,
          placeBits[pictures],
          failed,
          notChecked,
          JSON.stringify(results),
        )
  },
})
