import type { RecoveryNotice } from '../../shared/recovery.ts'
import { describeRecovery } from '../../shared/words/recovery.ts'
import type { StoredRecovery } from './database/recovery-store.ts'

/** Recoveries as a person reads them. */
export const toNotices = (recoveries: readonly StoredRecovery[]): RecoveryNotice[] =>
  recoveries.map(({ state: _, ...facts }) => ({ ...facts, ...describeRecovery(facts) }))

/** All of them as one text; `null`: there are none. */
export const describeRecoveries = (recoveries: readonly StoredRecovery[]): string | null =>
  toNotices(recoveries)
    .map(({ message, action }) => `${message} ${action}`)
    .join('\n') || null
