import { finishRecovery } from './finish-recovery.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
import { reclaimDrafts } from './library/reclaim-drafts.ts'
import type { CoreParts } from './open-parts.ts'
import { recoverInterrupted } from './work/queue/recover-interrupted.ts'
import type { createUnsentAttempts } from './work/queue/unsent-attempts.ts'

type Ports = {
  readonly unsentAttempts: ReturnType<typeof createUnsentAttempts>
  readonly imageProcess: () => ImageProcess
}

/** What a core that writes does before anybody uses it: it settles what the last end left. */
export const beginWriting = async (parts: CoreParts, { unsentAttempts, imageProcess }: Ports): Promise<void> => {
  const { journal, ports } = parts
  const unsent = unsentAttempts.read()
  journal.write(() => recoverInterrupted(parts, ports.clock.now(), unsent))
  await journal.durable()
  unsentAttempts.forget()
  // Before the originals are looked through: some of them may lie among the drafts.
  await reclaimDrafts({ ...parts, ...ports })
  await finishRecovery(parts, imageProcess)
}
