import type { Journal } from '../../database/journal.ts'
import type { Scheduler } from './scheduler.ts'

type Ports = {
  readonly journal: Journal
  readonly scheduler: Pick<Scheduler, 'pause' | 'liftHolds'>
  /** It lasts until a person resumes, over a restart too. */
  readonly outlastsCore: boolean
}

const settingKey = 'paused'

export type PersonPause = ReturnType<typeof createPersonPause>

/** A person's pause; one that an earlier run kept is taken up at once. */
export const createPersonPause = ({ journal, scheduler, outlastsCore }: Ports) => {
  const keep = async (sql: string): Promise<void> => {
    if (!outlastsCore) return
    try {
      journal.write(() => journal.run(sql, settingKey))
      await journal.durable()
    } catch {
      // On a full disk, too, a person is obeyed: until this core ends.
    }
  }
  if (outlastsCore && journal.get('SELECT 1 FROM settings WHERE key = ?', settingKey)) scheduler.pause()
  return {
    begin: (): Promise<void> => {
      scheduler.pause()
      return keep("INSERT OR IGNORE INTO settings (key, value) VALUES (?, 'true')")
    },
    end: (): Promise<void> => {
      scheduler.liftHolds()
      return keep('DELETE FROM settings WHERE key = ?')
    },
  }
}
