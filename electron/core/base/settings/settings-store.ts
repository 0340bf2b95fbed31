import { type Settings, type SettingsChange, settings as settingsSchema } from '../../../../shared/base/settings.ts'
import type { Journal } from '../database/journal.ts'
import { readSetting, readSettings, saveSetting } from '../database/setting-rows.ts'

export type SettingsStore = ReturnType<typeof createSettingsStore>

/**
 * What a person has set. An invalid row counts as not set.
 * @param atOnceOfHost the default until a person sets how many run in parallel
 */
export const createSettingsStore = (journal: Journal, atOnceOfHost: number) => {
  const get = (): Settings => {
    const found: Record<string, unknown> = { atOnce: Math.min(32, Math.max(1, atOnceOfHost)) }
    for (const [key, kept] of readSettings(journal)) {
      const field = settingsSchema.shape[key as keyof Settings] as (typeof settingsSchema.shape)[keyof Settings] | undefined
      const value = field?.safeParse(kept)
      if (value?.success) found[key] = value.data
    }
    return settingsSchema.parse(found)
  }
  return {
    get,
    isSet: (key: keyof Settings): boolean => readSetting(journal, key) !== undefined,
    /** Called inside `journal.write`. Omitted settings stay as they are. */
    set: (change: SettingsChange): void => {
      for (const [key, value] of Object.entries(change)) if (value !== undefined) saveSetting(journal, key, value)
    },
  }
}
