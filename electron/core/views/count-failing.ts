import type { Journal } from '../database/journal.ts'
import { failsAny, failsOne } from './failing-in-places.ts'

/**
 * Counts pictures with a rule that fails, of all profiles and of each. `basis` `null`: no profile is in use.
 * @param connectionKey the active connection's id, `''` for none
 */
export const countFailing = (
  journal: Pick<Journal, 'get' | 'all'>,
  basis: string | null,
  connectionKey: string,
): { readonly failing: number; readonly byProfile: Record<string, number> } => {
  if (basis === null) return { failing: 0, byProfile: {} }
  const row = journal.get(
    `SELECT count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis WHERE basis = ?1 AND ${failsAny('?2')}`,
    basis,
    connectionKey,
  )
  const byProfile = journal.all(
    `SELECT profile, count(*) AS n FROM check_results JOIN picture_checks ON picture_checks.picture = check_results.picture
     WHERE basis = ?1 AND ${failsOne('?2')} GROUP BY profile`,
    basis,
    connectionKey,
  )
  return { failing: Number(row?.n ?? 0), byProfile: Object.fromEntries(byProfile.map((one) => [String(one.profile), Number(one.n)])) }
}
