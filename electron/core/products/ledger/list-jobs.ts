import { listAgeLimitMs } from '../../../../shared/products/products.ts'
import type { JobState } from '../../../../shared/queue/job-states.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import { findJobsOf, findLastInLine, isUnderWay, readWorkAbout } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { FactLog } from './fact-log.ts'
import type { Circumstances } from './when-to-ask.ts'

type Ports = { readonly journal: Journal; readonly jobs: JobStore }

/** A job that will run by itself, so its unanswered requests need no question. */
export const createIsOpen =
  (journal: Pick<Journal, 'get'>) =>
  (jobId: string): boolean =>
    isUnderWay(journal, jobId)

/** The current facts for judging a question about a list of this connection. */
export const circumstancesOf = (
  { journal, facts }: { readonly journal: Pick<Journal, 'get'>; readonly facts: Pick<FactLog, 'now'> },
  connection: Pick<Connection, 'listEditors'> | null,
  jobId: string | null,
): Circumstances => ({ now: facts.now(), limitMs: listAgeLimitMs(connection?.listEditors ?? null), jobId, isOpen: createIsOpen(journal) })

/** The subject of a list's jobs. */
export const listKey = (ref: string, attribute: string): string => `${ref}\n${attribute.toLowerCase()}`

/** The attach that a new one of this list waits for, if it is not over. */
export const lastInLine = ({ journal }: Pick<Ports, 'journal'>, ref: string, attribute: string): readonly string[] =>
  [findLastInLine(journal, 'attach-sources', listKey(ref, attribute)) ?? []].flat()

/** Attaches of one list in one of these states, oldest first. */
export const listJobsOf = ({ journal, jobs }: Ports, ref: string, attribute: string, states: readonly JobState[]): Job[] =>
  findJobsOf(journal, 'attach-sources', listKey(ref, attribute), states).flatMap((id) => jobs.get(id) ?? [])

/** Attributes of a product with waiting or parked attaches. */
export const attributesAttachedTo = ({ journal }: Pick<Ports, 'journal'>, ref: string): string[] => {
  const attributes = readWorkAbout(journal, 'attach-sources', ref, 'attribute')
  return [...new Map(attributes.map((attribute) => [attribute.toLowerCase(), attribute])).values()]
}

export const isAskedAbout = ({ status }: Job): boolean => status.state === 'parked' && status.reason.code === 'current-unknown'

/** A statement counts for every job that waited for one about this list. Called inside `journal.write`; returns those that resume. */
export const resumeAskedJobs = (ports: Ports, ref: string, attribute: string, at: number): Job[] =>
  listJobsOf(ports, ref, attribute, ['parked'])
    .filter(isAskedAbout)
    .flatMap((job) => ports.jobs.apply(job.id, { kind: 'retry', at }) ?? [])
