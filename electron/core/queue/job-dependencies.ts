import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'

/*
 * Which job waits for which. The caller counts a job's blockers again (settle-dependents.ts). Call changes inside `journal.write`.
 */

type Dependency = { readonly jobId: string; readonly dependsOn: string }

/** Waiting and parked jobs of this operation that depend on any of these. `CROSS`: from these few, not from all jobs. */
export const findDependents = (journal: Journal, operation: OperationName, dependsOn: readonly string[]): Dependency[] =>
  journal
    .all(
      `SELECT job_id, depends_on FROM json_each(?) AS wanted CROSS JOIN job_dependencies ON depends_on = wanted.value
       JOIN jobs ON jobs.id = job_id WHERE jobs.operation = ? AND jobs.state IN ('waiting', 'parked')`,
      JSON.stringify(dependsOn),
      operation,
    )
    .map((row) => ({ jobId: String(row.job_id), dependsOn: String(row.depends_on) }))

export const removeDependency = (journal: Journal, { jobId, dependsOn }: Dependency): void => {
  journal.run('DELETE FROM job_dependencies WHERE job_id = ? AND depends_on = ?', jobId, dependsOn)
}

/** Removes some of what a job waits for that is not there. Returns how many. */
export const removeDependenciesOf = (journal: Journal, jobId: string, limit: number): number =>
  journal.run(
    'DELETE FROM job_dependencies WHERE job_id = ?1 AND depends_on IN (SELECT depends_on FROM job_dependencies WHERE job_id = ?1 LIMIT ?2)',
    jobId,
    limit,
  )

/** All that waits for one job waits for another instead. */
export const moveDependents = (journal: Journal, from: string, into: string): void => {
  journal.run('UPDATE OR IGNORE job_dependencies SET depends_on = ? WHERE depends_on = ?', into, from)
  journal.run('DELETE FROM job_dependencies WHERE depends_on = ?', from)
}
