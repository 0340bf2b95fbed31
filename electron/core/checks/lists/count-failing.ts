import type { Journal } from '../../base/database/journal.ts'
import { failsAny, failsOne } from '../../pictures/library/lists/failing-in-places.ts'

type Asked = {
  /** `null`: no profile is in use. */
  readonly basis: string | null
  readonly connectionId: string | null
}

/** Counts pictures with a rule that fails, of all profiles and of each. */
export const countFailing = (
  { get, all }: Pick<Journal, 'get' | 'all'>,
  { basis, connectionId }: Asked,
): { readonly failing: number; readonly byProfile: Record<string, number> } => {
  if (basis === null) return { failing: 0, byProfile: {} }
  const owner = connectionId ?? ''
  const row = get(
    `SELECT count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis WHERE basis = ?1 AND ${failsAny('?2')}`,
    basis,
    owner,
  )
  const byProfile = all(
    `SELECT profile, count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis
     CROSS JOIN check_results ON check_results.picture = picture_checks.picture
     WHERE basis = ?1 AND ${failsOne('?2')} GROUP BY profile`,
    basis,
    owner,
  )
  return { failing: Number(row?.n), byProfile: Object.fromEntries(byProfile.map(({ profile, n }) => [String(profile), Number(n)])) }
}
