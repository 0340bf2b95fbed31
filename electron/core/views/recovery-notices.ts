import type { RecoveryNotice } from '../../../shared/recovery.ts'
import { describeCopyFound, describeRecovery } from '../../../shared/words/recovery.ts'
import type { StoredRecovery } from '../database/recovery-store.ts'

/** What a start for writing is going to say of a copy, for who only reads it. */
const copyNotice: RecoveryNotice = {
  id: 'copy',
  reason: 'copy',
  setAside: null,
  snapshotAt: null,
  begunAt: 0,
  pictures: 0,
  lost: [],
  ...describeCopyFound(),
}

/** Recoveries as a person reads them. `isCopy`: the library is one, and nobody has marked yet what is in doubt. */
export const toNotices = (recoveries: readonly StoredRecovery[], isCopy: boolean): RecoveryNotice[] => [
  ...recoveries.map(({ state: _, ...facts }) => ({ ...facts, ...describeRecovery(facts) })),
  ...(isCopy ? [copyNotice] : []),
]

/** All of them as one text; `null`: there are none. */
export const describeRecoveries = (recoveries: readonly StoredRecovery[], isCopy: boolean): string | null =>
  toNotices(recoveries, isCopy)
    .map(({ message, action }) => `${message} ${action}`)
    .join('\n') || null
