import { z } from 'zod'
import { errorRecord } from '../../../../shared/base/error-record.ts'
import type { Journal } from '../../base/database/journal.ts'
import { readSetting, removeSetting, saveSetting } from '../../base/database/setting-rows.ts'
import type { PauseMemory } from './refresh-pause.ts'

const kept = z.object({ since: z.number(), asked: errorRecord })

/** The pauses that token endpoints asked for, a setting per connection. An invalid one counts as none. */
export const keepRefreshPauses =
  (journal: Pick<Journal, 'write' | 'run' | 'get'>) =>
  (connectionId: string): PauseMemory => {
    const key = `refreshPause ${connectionId}`
    return {
      read: () => kept.safeParse(readSetting(journal, key)).data ?? null,
      write: (pause) => {
        try {
          journal.write(() => (pause === null ? removeSetting(journal, key) : saveSetting(journal, key, pause)))
        } catch {
          // A pause that can't be saved still applies to this run.
        }
      },
    }
  }
