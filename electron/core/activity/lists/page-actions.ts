import { type ActionFacts, type ActionRow, type ActionStanding, actionFacts, actionStanding } from '../../../../shared/activity/actions.ts'
import { isSentFormat } from '../../../../shared/pictures/accepted-pictures.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import { type JobState, jobState } from '../../../../shared/queue/job-states.ts'
import type { JobRow } from '../../../../shared/queue/jobs.ts'
import type { OperationName } from '../../../../shared/queue/operations.ts'
import { problemOfJob } from '../../base/database/derived-schema.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { type JobPorts, withNames } from '../../products/ledger/lists/name-jobs.ts'
import { callRecord } from '../../products/ledger/lists/name-records.ts'
import type { FoundActions } from './find-actions.ts'

export type ActionFilter = {
  /** What a text found (find-actions.ts); `null`: all. */
  readonly found: FoundActions | null
  /** Empty: all. */
  readonly standings: readonly ActionStanding[]
  /** `null`: of all connections. */
  readonly connectionId: string | null
  /** Actions that are left out, unless some of their jobs are under way. */
  readonly without: readonly number[]
}

/** `action_work.rank` of each; 3: no job is left. */
const ranks: readonly ActionStanding[] = actionStanding.options

type Page = { total: number; counts: Record<ActionStanding, number>; isCut: boolean; rows: ActionRow[] }

const isShown = `rank < 3 AND (:connectionId IS NULL OR connection_id = :connectionId) AND (:found IS NULL OR action IN (SELECT value FROM json_each(:found)))
  AND (waiting + running > 0 OR action NOT IN (SELECT value FROM json_each(:without)))`

/** One page of actions, the most pressing first, then the newest. An action whose jobs are in two workspaces has a row for each. */
export const pageActions = (ports: JobPorts, filter: ActionFilter, offset: number, limit: number): Page => {
  const { journal } = ports
  const { connectionId, found, standings } = filter
  const values = { connectionId, found: found && JSON.stringify(found.actions), without: JSON.stringify(filter.without) }
  const counts: Record<ActionStanding, number> = { attention: 0, open: 0, over: 0 }
  for (const row of journal.all(`SELECT rank, count(*) AS n FROM action_work WHERE ${isShown} GROUP BY rank`, values))
    counts[ranks[Number(row.rank)] ?? 'over'] = Number(row.n)
  const wanted = standings.length === 0 ? ranks : standings
  const total = wanted.reduce((sum, standing) => sum + counts[standing], 0)
  const rows = journal.all(
    `SELECT * FROM action_work WHERE ${isShown} AND rank IN (SELECT value FROM json_each(:ranks))
     ORDER BY rank, action DESC, connection_id LIMIT :limit OFFSET :offset`,
    { ...values, ranks: JSON.stringify(wanted.map((standing) => ranks.indexOf(standing))), limit, offset },
  )
  return { total, counts, isCut: found?.isCut ?? false, rows: rows.map((row) => toActionRow(ports, row)) }
}

/** One action; `null`: no job belongs to it. Of two workspaces, the part of the more pressing one. */
export const findAction = (ports: JobPorts, connectionId: string | null, action: number): ActionRow | null => {
  const row = ports.journal.get(
    'SELECT * FROM action_work WHERE action = ?1 AND rank < 3 AND (?2 IS NULL OR connection_id = ?2) ORDER BY rank LIMIT 1',
    action,
    connectionId,
  )
  return row ? toActionRow(ports, row) : null
}

const readFacts = (text: unknown): ActionFacts | null => {
  try {
    return actionFacts.parse(JSON.parse(String(text)))
  } catch {
    return null
  }
}

const toActionRow = (ports: JobPorts, work: Row): ActionRow => {
  const { journal } = ports
  const action = Number(work.action)
  const connectionId = work.connection_id === '' ? null : String(work.connection_id)
  const kept = journal.get('SELECT facts, pictures, at FROM actions WHERE seq = ?', action)
  const facts = kept ? readFacts(kept.facts) : null
  const counts = Object.fromEntries(jobState.options.map((state) => [state, Number(work[state])])) as Record<JobState, number>
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const standing = ranks[Number(work.rank)] ?? 'over'
  const shown = all === 1 ? jobState.options.find((state) => counts[state] === 1) : counts.parked === 1 ? 'parked' : undefined
  const isOnlyUploads = facts?.kind === 'add' || facts?.kind === 'version'
  return {
    action,
    connectionId,
    facts,
    operations: facts ? [] : operationsOf(journal, action),
    productName: facts?.kind === 'attach' || facts?.kind === 'replace' ? productOf(journal, action) : null,
    pictures: isOnlyUploads ? all : Number(kept?.pictures ?? 0),
    standing,
    counts,
    ...(all > 1 && all <= mostCounted ? convertedOf(journal, connectionId, action) : {}),
    job: shown === undefined ? null : jobOf(ports, connectionId, action, shown),
    problem: counts.parked > 0 ? problemOf(journal, String(work.connection_id), action) : null,
    beganAt: Number(kept?.at ?? journal.get('SELECT min(created_at) AS at FROM jobs WHERE action = ?', action)?.at ?? 0),
    endedAt: standing === 'over' ? lastChangeOf(journal, action) : null,
  }
}

/** Jobs of an action that are looked at one by one. */
const mostCounted = 1_000

/** Its uploads of pictures that are neither JPEG nor PNG, by format. */
const convertedOf = (journal: Journal, connectionId: string | null, action: number): Pick<ActionRow, 'converted'> => {
  const converted = journal
    .all(
      `SELECT format, count(*) AS n FROM jobs INDEXED BY jobs_by_action JOIN images ON images.id = jobs.work ->> '$.imageId'
       WHERE action = ? AND connection_id IS ? AND operation = 'upload-source' GROUP BY format ORDER BY n DESC`,
      action,
      connectionId,
    )
    .map((row) => ({ format: row.format as ImageFormat, pictures: Number(row.n) }))
    .filter(({ format }) => !isSentFormat(format))
  return converted.length > 0 ? { converted } : {}
}

const jobOf = (ports: JobPorts, connectionId: string | null, action: number, state: JobState): JobRow | null => {
  const row = ports.journal.get(
    'SELECT id FROM jobs INDEXED BY jobs_by_action WHERE action = ? AND state = ? AND connection_id IS ? LIMIT 1',
    action,
    state,
    connectionId,
  )
  return (row && withNames(ports, String(row.id))[0]) ?? null
}

const operationsOf = (journal: Journal, action: number): OperationName[] =>
  journal
    .all('SELECT DISTINCT operation FROM jobs INDEXED BY jobs_by_action WHERE action = ? ORDER BY operation', action)
    .map((row) => row.operation as OperationName)

/** The product of its newest attach: a person may have changed it since. */
const productOf = (journal: Journal, action: number): string | null => {
  const row = journal.get(
    `SELECT jobs.work ->> '$.productRef' AS ref FROM (
       SELECT max(seq) AS last FROM jobs INDEXED BY jobs_by_action WHERE action = ? AND operation = 'attach-sources'
     ) CROSS JOIN jobs ON jobs.seq = last`,
    action,
  )
  return row ? callRecord(journal, String(row.ref)) : null
}

/** The last end of one of its jobs, from an index for each state. */
const lastChangeOf = (journal: Journal, action: number): number => {
  const row = journal.get(
    `SELECT max(
       ifnull((SELECT max(updated_at) FROM jobs INDEXED BY jobs_by_action WHERE action = ?1 AND state = 'done'), 0),
       ifnull((SELECT max(updated_at) FROM jobs INDEXED BY jobs_by_action WHERE action = ?1 AND state = 'cancelled'), 0)
     ) AS at`,
    action,
  )
  return Number(row?.at ?? 0)
}

/** Jobs that wait for others say nothing of their own. */
const waitsForOthers = 'depends-on-failed '

const problemOf = (journal: Journal, connectionKey: string, action: number): ActionRow['problem'] => {
  const problems = journal
    .all(
      `SELECT DISTINCT ${problemOfJob} AS problem FROM jobs INDEXED BY jobs_by_problem
       WHERE action = ? AND state = 'parked' AND ifnull(connection_id, '') = ?`,
      action,
      connectionKey,
    )
    .map((row) => String(row.problem))
  const own = problems.filter((one) => !one.startsWith(waitsForOthers))
  const [problem] = own.length > 0 ? own : problems
  if (problem === undefined || own.length > 1 || (own.length === 0 && problems.length > 1)) return null
  const [code] = problem.split(' ')
  const read = (order: 'ASC' | 'DESC'): string | undefined => {
    const row = journal.get(
      `SELECT jobs.status ->> '$.reason' AS reason FROM jobs INDEXED BY jobs_by_action
       WHERE action = ? AND state = 'parked' AND status ->> '$.reason.code' = ? ORDER BY updated_at ${order}, seq ${order} LIMIT 1`,
      action,
      code ?? '',
    )
    return row?.reason == null ? undefined : String(row.reason)
  }
  const [newest, oldest] = [read('DESC'), read('ASC')]
  return newest === undefined ? null : { reason: JSON.parse(newest), isEach: newest === oldest }
}
