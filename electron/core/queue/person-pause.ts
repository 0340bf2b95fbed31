import type { Journal } from '../base/database/journal.ts'
import { readSetting, removeSetting, saveSetting } from '../base/database/setting-rows.ts'
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
  const keep = async (change: () => void): Promise<void> => {
    if (!outlastsCore) return
    try {
      journal.write(change)
      await journal.durable()
    } catch {
      // On a full disk the pause still applies until this core ends.
    }
  }
  if (outlastsCore && readSetting(journal, settingKey) !== undefined) scheduler.pause()
  return {
    begin: (): Promise<void> => {
      scheduler.pause()
      return keep(() => saveSetting(journal, settingKey, true))
    },
    end: (): Promise<void> => {
      scheduler.liftHolds()
      return keep(() => removeSetting(journal, settingKey))
    },
  }
}
