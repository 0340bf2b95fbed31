import { AppError } from '../../../../shared/base/errors.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import { beginAction } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { CheckedSource } from './check-source.ts'
import type { OtherSourceStore, StoredOtherSource } from './other-source-store.ts'

type Ports = { readonly journal: Pick<Journal, 'newId'>; readonly otherSources: OtherSourceStore; readonly jobs: JobStore }

/** A new creation in place of one that was cancelled. Called inside `journal.write`. */
export const queueAgain = ({ journal, otherSources, jobs }: Ports, source: StoredOtherSource, now: number): StoredOtherSource => {
  const { ref, kind, title } = source
  const action = beginAction(journal, { kind: 'create-source', source: kind, title })
  const job = jobs.add(action, { operation: 'create-source', ref, kind, title }, source.connectionId, [], now)
  otherSources.setJob(ref, job.id)
  return { ...source, jobId: job.id }
}

const isCancelled = (job: Job | undefined): boolean => job === undefined || job.status.state === 'cancelled'

/**
 * Puts a source into the list, with the job that creates it. The same value again is the same source and sends nothing, unless its
 * creation was cancelled. Called inside `journal.write`.
 */
export const queueSource = (
  ports: Ports,
  checked: CheckedSource,
  connectionId: string | null,
  now: number,
): { readonly source: StoredOtherSource; readonly isNew: boolean } => {
  const { journal, otherSources, jobs } = ports
  const { kind, value, title, bytes } = checked
  const same = otherSources.findSame(connectionId, kind, value, bytes)
  if (same && !isCancelled(jobs.get(same.jobId))) return { source: same, isNew: false }
  if (same) return { source: queueAgain(ports, same, now), isNew: true }
  const ref = journal.newId('oth_')
  const action = beginAction(journal, { kind: 'create-source', source: kind, title })
  const job = jobs.add(action, { operation: 'create-source', ref, kind, title }, connectionId, [], now)
  otherSources.add({ ref, connectionId, kind, title, bytes, jobId: job.id, createdAt: now, value })
  const source = otherSources.get(ref)
  if (!source) throw new AppError('internal', { kind: 'source-row-lost', ref })
  return { source, isNew: true }
}
