import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { reopen } from '../../queue/reopen-jobs.ts'
import { listShelved, shelveJobs } from '../../queue/shelve-jobs.ts'
import type { OtherSourceStore } from './other-source-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly otherSources: OtherSourceStore
  readonly clock: { readonly now: () => number }
}

/**
 * Removes sources from the list and restores them. Created ones stay in the workspace; waiting and parked jobs are shelved, and come back with their
 * sources; running ones end by themselves.
 */
export const createSourceRemoval = (ports: Ports) => {
  const { journal, otherSources, clock } = ports

  const removeOne = (ref: string, at: number): boolean => {
    if (!otherSources.remove(ref, at)) return false
    shelveJobs(ports, [otherSources.get(ref)?.jobId ?? ''], at)
    return true
  }

  const restoreOne = (ref: string): boolean => {
    if (!otherSources.restore(ref)) return false
    for (const [id] of listShelved(journal, [otherSources.get(ref)?.jobId ?? ''])) reopen(id, ports)
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
    restore: (refs: readonly string[]): Promise<number> => write(refs, restoreOne),
  }
}
