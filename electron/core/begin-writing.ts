import type { CoreLibrary } from './open-library.ts'
import type { PictureChecks } from './pictures/intake/check-pictures.ts'
import { rebuildLibrary } from './pictures/intake/rebuild-library.ts'
import type { createUnfinishedIntakes } from './pictures/intake/unfinished-intakes.ts'
import { findOrphans, type KeptCopy, reclaimDrafts } from './pictures/library/reclaim-drafts.ts'
import type { CorePorts } from './ports.ts'
import { renewMatchKeys } from './products/matching/renew-match-keys.ts'
import { recoverInterrupted } from './queue/recover-interrupted.ts'
import type { createUnsentAttempts } from './queue/unsent-attempts.ts'

type Ports = {
  readonly ports: CorePorts
  readonly library: CoreLibrary
  readonly unsentAttempts: ReturnType<typeof createUnsentAttempts>
  readonly unfinished: Pick<ReturnType<typeof createUnfinishedIntakes>, 'read'>
  readonly checks: PictureChecks
}

/**
 * Continues a recovery until it is complete: pictures are restored from their originals. Its row marks it as running until the last of
 * them is on disk, so that an interrupted one continues at the next start.
 */
const finishRecovery = async ({ ports, library, checks }: Ports): Promise<void> => {
  const { recoveries, journal } = library
  if (!recoveries.isRebuilding()) return
  const { back, lost, isWhole } = await rebuildLibrary({ ...library, ...ports, checks })
  journal.write(() => recoveries.rebuilt(back, isWhole ? lost : null))
  await journal.durable()
}

/** Prepares a writing core for use: settles leftovers of the last run. Returns copies made by unfinished drops. */
export const beginWriting = async (all: Ports): Promise<readonly KeptCopy[]> => {
  const { ports, library, unsentAttempts, unfinished } = all
  const { journal } = library
  const unsent = unsentAttempts.read()
  journal.write(() => recoverInterrupted(library, ports.clock.now(), unsent))
  await journal.durable()
  unsentAttempts.forget()
  // If one fails, the next change of matches does it.
  await library.matches.sweep().catch(() => {})
  await renewMatchKeys(library, library.connections.active()?.id ?? null).catch(() => {})
  library.sheet.sweepLater()
  // Before the originals are looked through: some of them may lie among the drafts.
  const hasUnfinished = (await unfinished.read()).length > 0
  const drafts = await reclaimDrafts({ ...library, ...ports }, hasUnfinished)
  await finishRecovery(all)
  return hasUnfinished ? [...drafts, ...(await findOrphans({ ...library, ...ports }))] : []
}
