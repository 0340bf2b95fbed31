import type { Job } from '../../../../shared/queue/jobs.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import type { OtherSourceStore } from './other-source-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly otherSources: OtherSourceStore
  readonly clock: { readonly now: () => number }
}

/**
 * Removes sources from the list and restores them. Created ones stay in the workspace; waiting and parked ones are cancelled, which
 * is remembered until this core ends; running ones end by themselves.
 */
export const createSourceRemoval = ({ journal, jobs, otherSources, clock }: Ports) => {
  /** Source → its job as it was before it was cancelled. */
  const cancelled = new Map<string, Job>()

  const removeOne = (ref: string, at: number): boolean => {
    const source = otherSources.get(ref)
    if (!source || !otherSources.remove(ref, at)) return false
    const job = jobs.get(source.jobId)
    if (job?.status.state === 'waiting' || job?.status.state === 'parked') {
      cancelled.set(ref, job)
      jobs.apply(job.id, { kind: 'cancel', at })
    }
    return true
  }

  const restoreOne = (ref: string): boolean => {
    if (!otherSources.restore(ref)) return false
    const before = cancelled.get(ref)
    const now = before && jobs.get(before.id)
    // A workspace that was connected meanwhile is the one that it waits for.
    if (before && now?.status.state === 'cancelled') jobs.saveWhole({ ...before, connectionId: now.connectionId })
    return true
  }

  const write = async (refs: readonly string[], change: (ref: string) => boolean): Promise<number> => {
    const changed = journal.write(() => refs.filter(change).length)
    await journal.durable()
    return changed
  }

  return {
    remove: (refs: readonly string[]): Promise<number> => {
      const at = clock.now()
      return write(refs, (ref) => removeOne(ref, at))
    },
    restore: async (refs: readonly string[]): Promise<number> => {
      const restored = await write(refs, restoreOne)
      // Not before: a full disk may have refused it, and it is tried again.
      for (const ref of refs) cancelled.delete(ref)
      return restored
    },
  }
}
