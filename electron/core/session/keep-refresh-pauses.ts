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

/** Pauses requested by token endpoints, one settings row per connection. An invalid row counts as none. */
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
          // A pause that can't be saved still applies in this run.
        }
      },
    }
  }
