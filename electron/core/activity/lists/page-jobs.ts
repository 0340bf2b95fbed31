import { type JobState, jobState } from '../../../../shared/queue/job-states.ts'
import type { JobRow } from '../../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../../shared/queue/operations.ts'
import type { Journal } from '../../base/database/journal.ts'
import { type JobPorts, withNames } from '../../products/ledger/lists/name-jobs.ts'

export type JobFilter = {
  readonly states: readonly JobState[]
  readonly operation: OperationName | null
  readonly connectionId: string | null
  /** Only those of this action. */
  readonly action: number | null
}

/** Order of the groups: parked, running, waiting, finished. */
const groups: readonly (readonly JobState[])[] = [['parked'], ['running'], ['waiting'], ['done', 'cancelled']]

/** One page of jobs with the names of their pictures and products, each group's newest change first. */
export const pageJobs = (ports: JobPorts, filter: JobFilter, offset: number, limit: number): { total: number; rows: JobRow[] } => {
  const { journal } = ports
  const wanted = new Set(filter.states.length === 0 ? jobState.options : filter.states)
  const ids: string[] = []
  let total = 0
  for (const group of groups) {
    const states = group.filter((state) => wanted.has(state))
    const count = countGroup(journal, states, filter)
    const from = Math.max(0, offset - total)
    const missing = limit - ids.length
    total += count
    if (missing > 0 && from < count) ids.push(...readGroup(journal, states, filter, from, missing))
  }
  return { total, rows: ids.flatMap((id) => withNames(ports, id)) }
}

export const findJob = (ports: JobPorts, jobId: string): JobRow | null => withNames(ports, jobId)[0] ?? null

/** Unfinished jobs about a product, found by their subjects: its creation, then the oldest change first. */
export const openJobsOfProduct = (ports: JobPorts, productRef: string, limit: number): JobRow[] =>
  ports.journal
    .all(
      `SELECT id FROM (
         SELECT id, 0 AS place, jobs.seq FROM products CROSS JOIN jobs ON operation = 'create-product' AND subject = products.name
         WHERE ref = ?1 AND work ->> '$.productRef' = ?1 AND state IN ('waiting', 'running', 'parked')
         UNION ALL SELECT id, 1, seq FROM jobs
         WHERE operation IN ('attach-sources', 'set-text') AND subject > ?1 || char(10) AND subject < ?1 || char(11) AND state IN ('waiting', 'running', 'parked')
       ) ORDER BY place, seq LIMIT ?2`,
      productRef,
      limit,
    )
    .flatMap((row) => withNames(ports, String(row.id)))

const countGroup = (journal: Journal, states: readonly JobState[], { operation, connectionId, action }: JobFilter): number => {
  if (action !== null && operation === null) {
    // Counted already: an action may have 100,000.
    const sum = journal.get(
      `SELECT total(${states.join(' + ') || '0'}) AS n FROM action_work WHERE action = ?1 AND (?2 IS NULL OR connection_id = ?2)`,
      action,
      connectionId,
    )
    return Number(sum?.n ?? 0)
  }
  const sql =
    action === null
      ? 'SELECT sum(jobs) AS n FROM job_counts WHERE state IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR operation = ?2) AND (?3 IS NULL OR connection_id = ?3)'
      : `SELECT count(*) AS n FROM jobs INDEXED BY jobs_by_action
         WHERE action = ?4 AND state IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR operation = ?2) AND (?3 IS NULL OR connection_id = ?3)`
  const row = journal.get(sql, JSON.stringify(states), operation, connectionId, ...(action === null ? [] : [action]))
  return Number(row?.n ?? 0)
}

const readGroup = (
  journal: Journal,
  states: readonly JobState[],
  { operation, connectionId, action }: JobFilter,
  offset: number,
  limit: number,
): string[] => {
  const from = action === null ? 'jobs_by_change WHERE' : `jobs_by_action WHERE action = ?${states.length + 5} AND`
  const inState = `SELECT updated_at, seq FROM jobs INDEXED BY ${from} state = ? AND (?1 IS NULL OR operation = ?1)
    AND (?4 IS NULL OR connection_id = ?4)`
  const all = states.map((_, index) => inState.replace('state = ?', `state = ?${index + 5}`)).join(' UNION ALL ')
  return journal
    .all(
      `SELECT jobs.id FROM (SELECT * FROM (${all}) ORDER BY updated_at DESC, seq DESC LIMIT ?2 OFFSET ?3) AS wanted
       CROSS JOIN jobs ON jobs.seq = wanted.seq ORDER BY wanted.updated_at DESC, wanted.seq DESC`,
      operation,
      limit,
      offset,
      connectionId,
      ...states,
      ...(action === null ? [] : [action]),
    )
    .map((row) => String(row.id))
}
