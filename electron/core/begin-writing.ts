import { join } from 'node:path'
import { finishRecovery } from './finish-recovery.ts'
import type { ImageProcess } from './image-process/start-image-process.ts'
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
  await finishRecovery(parts, imageProcess)
  await ports.files.remove(join(ports.dataFolder, 'drafts'), { recursive: true })
}
