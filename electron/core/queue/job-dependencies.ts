import type { OperationName } from '../../../shared/queue/operations.ts'
import type { Journal } from '../base/database/journal.ts'

/*
 * Which job waits for which. The caller counts a job's blockers again (settle-dependents.ts). Call changes inside `journal.write`.
 */

type Dependency = { readonly jobId: string; readonly dependsOn: string }

export const removeDependency = (journal: Journal, { jobId, dependsOn }: Dependency): void => {
  journal.run('DELETE FROM job_dependencies WHERE job_id = ? AND depends_on = ?', jobId, dependsOn)
}

/**
 * A job that stood in line behind cancelled ones of its kind stands behind those that they waited for: each waits for one only, so that a long line
 * isn't counted for each of them.
 */
export const closeGap = (journal: Journal, jobId: string, operation: OperationName): void => {
  const gap = `WITH RECURSIVE gone (id) AS (
    SELECT jobs.id FROM job_dependencies CROSS JOIN jobs ON jobs.id = depends_on
    WHERE job_id = :jobId AND operation = :operation AND state = 'cancelled'
    UNION SELECT jobs.id FROM gone CROSS JOIN job_dependencies ON job_id = gone.id CROSS JOIN jobs ON jobs.id = depends_on
    WHERE operation = :operation AND state = 'cancelled'
  )`
  journal.run(
    `${gap} INSERT OR IGNORE INTO job_dependencies (job_id, depends_on)
     SELECT :jobId, jobs.id FROM gone CROSS JOIN job_dependencies ON job_id = gone.id CROSS JOIN jobs ON jobs.id = depends_on
     WHERE operation = :operation AND state IN ('waiting', 'running', 'parked')`,
    { jobId, operation },
  )
  journal.run(`${gap} DELETE FROM job_dependencies WHERE job_id = :jobId AND depends_on IN (SELECT id FROM gone)`, { jobId, operation })
}

/** All that waits for one job waits for another instead. */
export const moveDependents = (journal: Journal, from: string, into: string): void => {
  journal.run('UPDATE OR IGNORE job_dependencies SET depends_on = ? WHERE depends_on = ?', into, from)
  journal.run('DELETE FROM job_dependencies WHERE depends_on = ?', from)
}
