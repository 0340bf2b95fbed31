import { z } from 'zod'
import { errorRecord } from '../../../shared/error-record.ts'
import type { Journal } from '../database/journal.ts'
import type { PauseMemory, RefreshPause } from './refresh-pause.ts'

const kept = z.object({ since: z.number(), asked: errorRecord })

const parse = (text: string): RefreshPause | null => {
  try {
    return kept.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The pauses that token endpoints asked for, a row of the settings for each connection. A row that makes no sense is none. */
export const keepRefreshPauses =
  (journal: Pick<Journal, 'write' | 'run' | 'get'>) =>
  (connectionId: string): PauseMemory => {
    const key = `refreshPause ${connectionId}`
    return {
      read: () => {
        const row = journal.get('SELECT value FROM settings WHERE key = ?', key)
        return row ? parse(String(row.value)) : null
      },
      write: (pause) => {
        try {
          journal.write(() => {
            if (pause === null) journal.run('DELETE FROM settings WHERE key = ?', key)
            else
              journal.run(
                'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
                key,
                JSON.stringify(pause),
              )
          })
        } catch {
          // One that can't be written is obeyed in this run all the same.
        }
      },
    }
  }
