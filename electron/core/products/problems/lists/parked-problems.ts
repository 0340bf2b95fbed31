import { type JobProblem, type JobRemedy, jobRemedy } from '../../../../../shared/products/problems.ts'
import type { ParkChoice } from '../../../../../shared/queue/job-states.ts'
import type { OperationName } from '../../../../../shared/queue/operations.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { readLibraryVersion } from '../../../pictures/library/lists/library-version.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import { readWrongProducts } from './wrong-products.ts'

const mostExamples = 3

type ParkedJob = {
  readonly id: string
  readonly action: number
  readonly productRef: string | null
  readonly imageId: string | null
  readonly choices: readonly ParkChoice[]
  /** An attachment to a product that the workspace doesn't have, which may go to another one. */
  readonly isOfWrongProduct: boolean
}

/** Jobs, the newest last. `reason`: of the newest, as JSON. */
type Group = { readonly operation: OperationName; readonly jobs: ParkedJob[]; reason: string; isEach: boolean }
type Groups = ReadonlyMap<string, Group>

const textOf = (value: unknown): string | null => (value == null ? null : String(value))

/** What these products show, a person says of each: a retry would only lead to the same question. */
const mustBeSaid = (row: Row): boolean =>
  row.operation === 'attach-sources' && (row.code === 'current-unknown' || row.code === 'current-contradicts')

const toJob = (row: Row): ParkedJob => ({
  id: String(row.id),
  action: Number(row.action),
  productRef: textOf(row.product),
  imageId: textOf(row.image),
  choices: (JSON.parse(String(row.choices)) as ParkChoice[]).filter((choice) => choice !== 'retry' || !mustBeSaid(row)),
  isOfWrongProduct: row.operation === 'attach-sources' && row.code === 'not-found' && row.swap === null && Number(row.uncertain) === 0,
})

const readGroups = (journal: Journal, connectionId: string | null): Groups => {
  const groups = new Map<string, Group>()
  const rows = journal.all(
    `SELECT id, operation, action, uncertain_attempts AS uncertain, work ->> '$.productRef' AS product, work ->> '$.imageId' AS image,
       work ->> '$.swap' AS swap, status ->> '$.reason.code' AS code, status ->> '$.reason.failure.kind' AS kind, status ->> '$.reason' AS reason,
       ifnull(status ->> '$.choices', '[]') AS choices
     FROM jobs INDEXED BY jobs_by_change WHERE state = 'parked' AND (?1 IS NULL OR connection_id = ?1) ORDER BY updated_at, seq`,
    connectionId,
  )
  for (const row of rows) {
    const key = `${row.operation}.${row.code}.${row.kind}`
    const reason = String(row.reason)
    const group = groups.get(key)
    if (!group) {
      groups.set(key, { operation: row.operation as OperationName, jobs: [toJob(row)], reason, isEach: true })
      continue
    }
    group.jobs.push(toJob(row))
    group.isEach &&= group.reason === reason
    group.reason = reason
  }
  return groups
}

const distinct = <Value>(values: readonly (Value | null)[]): Value[] => [...new Set(values)].filter((one) => one !== null)

/** Of a product without a name in our record, that of the list. */
const nameOfProduct = `SELECT coalesce(products.name, (
    SELECT coalesce(entry.name, entry.sku) FROM catalogue_lists AS list CROSS JOIN catalogue_entries AS entry ON entry.import = list.import
    WHERE list.connection_id = ifnull(products.connection_id, '') AND list.state = 'current' AND entry.product_id = products.product_id LIMIT 1
  ), products.product_id) AS name FROM products WHERE ref = ?`

const nameSome = (journal: Journal, { jobs }: Pick<Group, 'jobs'>): string[] => {
  const refs = distinct(jobs.map(({ productRef }) => productRef))
  const [ids, sql] =
    refs.length > 0 ? [refs, nameOfProduct] : [distinct(jobs.map(({ imageId }) => imageId)), 'SELECT name FROM images WHERE id = ?']
  return ids.slice(0, mostExamples).flatMap((id) => textOf(journal.get(sql, id)?.name) ?? [])
}

/** The jobs that a remedy fits. */
export type RemedyJobs = ReadonlyMap<JobRemedy, readonly string[]>

const jobsByRemedy = (ports: Ports, { jobs }: Pick<Group, 'jobs'>): RemedyJobs => {
  const found = new Map<JobRemedy, string[]>()
  const add = (remedy: JobRemedy, id: string): void => {
    const there = found.get(remedy)
    if (there) there.push(id)
    else found.set(remedy, [id])
  }
  const refs = distinct(jobs.map(({ isOfWrongProduct, productRef }) => (isOfWrongProduct ? productRef : null)))
  const wrong = readWrongProducts(ports, refs)
  for (const { id, choices, productRef, isOfWrongProduct } of jobs) {
    for (const choice of choices) if (choice !== 'exists') add(choice, id)
    const product = isOfWrongProduct ? wrong.get(productRef ?? '') : undefined
    if (product?.name != null) add('as-new', id)
    if (product?.otherId != null) add('by-sku', id)
    add('leave', id)
  }
  return found
}

type Ports = { readonly journal: Journal; readonly catalogue: Pick<CatalogueStore, 'current'> }

/** Of this workspace; `null`: of all. */
type Of = { readonly connectionId: string | null }
/** The jobs with this problem; `action`: `null`: of whatever action. */
type Named = Of & { readonly key: string; readonly action: number | null }

const jobsIn = ({ jobs }: Group, action: number | null): ParkedJob[] =>
  action === null ? jobs : jobs.filter((one) => one.action === action)
const countActions = (jobs: readonly ParkedJob[]): number => new Set(jobs.map(({ action }) => action)).size

/** Parked jobs by what they have in common, read once until anything in the library changes. */
export const createParkedProblems = (ports: Ports) => {
  const { journal } = ports
  const keep = keepMade<Groups>(1)
  const read = (connectionId: string | null): Groups =>
    keep(`${readLibraryVersion(journal)} ${connectionId}`, () => readGroups(journal, connectionId))

  const jobsOf = ({ connectionId, key, action }: Named): readonly ParkedJob[] => {
    const group = read(connectionId).get(key)
    return group ? jobsIn(group, action) : []
  }

  const toProblem = (key: string, group: Group, jobs: ParkedJob[]): JobProblem => {
    const remedies = jobsByRemedy(ports, { jobs })
    return {
      key,
      operation: group.operation,
      reason: JSON.parse(group.reason) as JobProblem['reason'],
      isEach: group.isEach,
      jobs: jobs.length,
      actions: countActions(jobs),
      products: distinct(jobs.map(({ productRef }) => productRef)).length,
      examples: nameSome(journal, { jobs }),
      remedies: jobRemedy.options.flatMap((remedy) => {
        const count = remedies.get(remedy)?.length ?? 0
        return count === 0 ? [] : [{ remedy, jobs: count }]
      }),
    }
  }

  return {
    list: ({ connectionId, action, across }: Of & { readonly action: number | null; readonly across: boolean }): JobProblem[] =>
      [...read(connectionId)]
        .map(([key, group]) => ({ key, group, jobs: jobsIn(group, action) }))
        .filter(({ jobs }) => jobs.length > 1 && (!across || countActions(jobs) > 1))
        .sort((one, other) => other.jobs.length - one.jobs.length)
        .map(({ key, group, jobs }) => toProblem(key, group, jobs)),
    /** The ids of the jobs with a problem, the newest first: a page of them, and how many there are in all. */
    jobs: ({ offset, limit, ...named }: Named & { readonly offset: number; readonly limit: number }) => {
      const all = jobsOf(named)
      return {
        total: all.length,
        ids: all
          .toReversed()
          .slice(offset, offset + limit)
          .map(({ id }) => id),
      }
    },
    /** Those of them that a remedy fits, and how many there are in all. */
    fitting: ({
      remedy,
      ...named
    }: Named & { readonly remedy: JobRemedy }): { readonly total: number; readonly ids: readonly string[] } => {
      const jobs = [...jobsOf(named)]
      return { total: jobs.length, ids: jobsByRemedy(ports, { jobs }).get(remedy) ?? [] }
    },
    /** Actions of which every parked job has a problem that several actions have. */
    mergedActions: ({ connectionId }: Of): number[] => {
      const own = new Set<number>()
      const merged = new Set<number>()
      for (const { jobs } of read(connectionId).values()) {
        const into = jobs.length > 1 && countActions(jobs) > 1 ? merged : own
        for (const { action } of jobs) into.add(action)
      }
      return [...merged].filter((action) => !own.has(action))
    },
  }
}
