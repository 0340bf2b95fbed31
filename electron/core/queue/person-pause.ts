import type { Journal } from '../database/journal.ts'

const settingKey = 'paused'

/** A person's pause lasts until they resume, over a restart too. */
export const createKeptPause = (journal: Pick<Journal, 'write' | 'run' | 'get' | 'durable'>) => ({
  isPaused: (): boolean => journal.get('SELECT 1 FROM settings WHERE key = ?', settingKey) !== undefined,
  set: async (isPaused: boolean): Promise<void> => {
    journal.write(() =>
      isPaused
        ? journal.run("INSERT OR IGNORE INTO settings (key, value) VALUES (?, 'true')", settingKey)
        : journal.run('DELETE FROM settings WHERE key = ?', settingKey),
    )
    await journal.durable()
  },
})
