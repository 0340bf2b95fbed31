import type { RecoveryNotice } from '../../../shared/recovery.ts'
import type { StoredRecovery } from '../database/recovery-store.ts'

/** What a start for writing is going to note of a copy, for who only reads it. */
const copyNotice: RecoveryNotice = {
  id: 'copy',
  reason: 'copy',
  isMarked: false,
  setAside: null,
  snapshotAt: null,
  begunAt: 0,
  pictures: 0,
  lost: [],
}

/** Recoveries for a person to read. `isCopy`: the library is one, and nobody has marked yet what is in doubt. */
export const toNotices = (recoveries: readonly StoredRecovery[], isCopy: boolean): RecoveryNotice[] => [
  ...recoveries.map(({ state: _, ...facts }) => ({ ...facts, isMarked: true })),
  ...(isCopy ? [copyNotice] : []),
]
