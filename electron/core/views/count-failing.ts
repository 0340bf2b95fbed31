import type { Journal } from '../database/journal.ts'

/** Counts pictures with a rule that fails, of all profiles and of each. `basis` `null`: no profile is in use. */
export const countFailing = (
  journal: Pick<Journal, 'get' | 'all'>,
  basis: string | null,
): { readonly failing: number; readonly byProfile: Record<string, number> } => {
  if (basis === null) return { failing: 0, byProfile: {} }
  const row = journal.get(
    'SELECT count(*) AS n FROM picture_checks INDEXED BY picture_checks_by_basis WHERE basis = ? AND failed > 0',
    basis,
  )
  const byProfile = journal.all(
    `SELECT profile, count(*) AS n FROM check_results JOIN picture_checks ON picture_checks.picture = check_results.picture
     WHERE basis = ? AND check_results.failed > 0 GROUP BY profile`,
    basis,
  )
  return { failing: Number(row?.n ?? 0), byProfile: Object.fromEntries(byProfile.map((one) => [String(one.profile), Number(one.n)])) }
}
