import type { Journal } from '../../database/journal.ts'
import type { Scheduler } from './scheduler.ts'

type Ports = {
  readonly journal: Journal
  readonly scheduler: Pick<Scheduler, 'pause' | 'liftHolds'>
  /** Lasts until a person resumes, even across a restart. */
  readonly outlastsCore: boolean
}

const settingKey = 'paused'

export type PersonPause = ReturnType<typeof createPersonPause>

/** A person's pause; one saved by an earlier run applies at once. */
export const createPersonPause = ({ journal, scheduler, outlastsCore }: Ports) => {
  const keep = async (sql: string): Promise<void> => {
    if (!outlastsCore) return
    try {
      journal.write(() => journal.run(sql, settingKey))
      await journal.durable()
    } catch {
      // On a full disk the pause still applies until this core ends.
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
