import type { Journal } from '../../base/database/journal.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { recountBlockers } from '../../queue/settle-dependents.ts'
import { attachesAbout, attachPicturesOf } from './attach-pictures.ts'

/** Open attaches of pictures wait for these uploads of them, too. `uploads`: by picture. Called inside `journal.write`. */
export const bindAttaches = (
  { journal, jobs }: { readonly journal: Journal; readonly jobs: JobStore },
  uploads: ReadonlyMap<string, string>,
  connectionId: string | null,
  at: number,
): void => {
  for (const attachId of attachesAbout(journal, [...uploads.keys()])) {
    const state = jobs.standing(attachId)?.state
    if ((state !== 'waiting' && state !== 'parked') || jobs.get(attachId)?.connectionId !== connectionId) continue
    jobs.dependOnAll(
      attachId,
      attachPicturesOf(journal, attachId).flatMap((imageId) => uploads.get(imageId) ?? []),
    )
    recountBlockers(journal, jobs, attachId, at)
  }
}
