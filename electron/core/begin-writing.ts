import { finishRecovery } from './finish-recovery.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import type { createUnfinishedIntakes } from './intake/unfinished-intakes.ts'
import { findOrphans, type KeptCopy, reclaimDrafts } from './library/reclaim-drafts.ts'
import type { CoreParts } from './parts/open-parts.ts'
import { recoverInterrupted } from './work/queue/recover-interrupted.ts'
import type { createUnsentAttempts } from './work/queue/unsent-attempts.ts'

type Ports = {
  readonly unsentAttempts: ReturnType<typeof createUnsentAttempts>
  readonly unfinished: Pick<ReturnType<typeof createUnfinishedIntakes>, 'read'>
  readonly imageProcess: () => ImageProcess
}

/** What a core that writes does before anybody uses it: it settles what the last end left. Returns copies that unfinished drops had made. */
export const beginWriting = async (parts: CoreParts, { unsentAttempts, unfinished, imageProcess }: Ports): Promise<readonly KeptCopy[]> => {
  const { journal, ports } = parts
  const unsent = unsentAttempts.read()
  journal.write(() => recoverInterrupted(parts, ports.clock.now(), unsent))
  await journal.durable()
  unsentAttempts.forget()
  // Before the originals are looked through: some of them may lie among the drafts.
  const hasUnfinished = (await unfinished.read()).length > 0
  const drafts = await reclaimDrafts({ ...parts, ...ports }, hasUnfinished)
  await finishRecovery(parts, imageProcess)
  return hasUnfinished ? [...drafts, ...(await findOrphans({ ...parts, ...ports }))] : []
}
