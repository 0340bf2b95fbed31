import type { Journal } from '../../base/database/journal.ts'
import { failsAny, failsOne } from '../../pictures/library/lists/failing-in-places.ts'

/** Pictures that are looked at in one turn of the event loop, by their places in the library. */
const pieceSize = 5_000

/**
 * Counts pictures with a rule that fails, of all profiles and of each. `basis` `null`: no profile is in use.
 * @param connectionKey the active connection's id, `''` for none
 */
export const countFailing = async (
  journal: Pick<Journal, 'get' | 'all' | 'nextTurn'>,
  basis: string | null,
  connectionKey: string,
): Promise<{ readonly failing: number; readonly byProfile: Record<string, number> }> => {
  const found = { failing: 0, byProfile: {} as Record<string, number> }
  if (basis === null) return found
  const last = Number(journal.get('SELECT max(picture) AS last FROM picture_checks')?.last ?? 0)
  for (let after = 0; after < last; after += pieceSize) {
    if (after > 0) await journal.nextTurn()
    const piece = [basis, connectionKey, after, after + pieceSize]
    const row = journal.get(
      `SELECT count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis
       WHERE basis = ?1 AND picture > ?3 AND picture <= ?4 AND ${failsAny('?2')}`,
      ...piece,
    )
    found.failing += Number(row?.n ?? 0)
    const byProfile = journal.all(
      `SELECT profile, count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis
       CROSS JOIN check_results ON check_results.picture = picture_checks.picture
       WHERE basis = ?1 AND picture_checks.picture > ?3 AND picture_checks.picture <= ?4 AND ${failsOne('?2')} GROUP BY profile`,
      ...piece,
    )
    for (const one of byProfile) found.byProfile[String(one.profile)] = (found.byProfile[String(one.profile)] ?? 0) + Number(one.n)
  }
  return found
}
