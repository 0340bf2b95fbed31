import type { RecoveryNotice } from '../../../../../shared/base/recovery.ts'
import type { StoredRecovery } from '../recovery-store.ts'

/** The notice that a writing start would add for a copy, for commands that only read. */
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

/** Recoveries for a person to read. `isCopy`: the library is a copy, and doubtful facts are not marked yet. */
export const toNotices = (recoveries: readonly StoredRecovery[], isCopy: boolean): RecoveryNotice[] => [
  ...recoveries.map(({ state: _, ...facts }) => ({ ...facts, isMarked: true })),
  ...(isCopy ? [copyNotice] : []),
]
