import { type Settings, type SettingsChange, settings as settingsSchema } from '../../../shared/settings.ts'
import type { Journal } from '../database/journal.ts'

export type SettingsStore = ReturnType<typeof createSettingsStore>

/**
 * The settings table: a row for each that a person has set. A row that makes no sense counts as not set.
 * @param atOnceOfHost the default until a person sets how many run in parallel
 */
export const createSettingsStore = (journal: Journal, atOnceOfHost: number) => {
  const get = (): Settings => {
    const found: Record<string, unknown> = { atOnce: Math.min(32, Math.max(1, atOnceOfHost)) }
    for (const row of journal.all('SELECT key, value FROM settings')) {
      const field = settingsSchema.shape[String(row.key) as keyof Settings] as (typeof settingsSchema.shape)[keyof Settings] | undefined
      const value = field?.safeParse(parse(String(row.value)))
      if (value?.success) found[String(row.key)] = value.data
    }
    return settingsSchema.parse(found)
  }
  return {
    get,
    isSet: (key: keyof Settings): boolean => journal.get('SELECT 1 FROM settings WHERE key = ?', key) !== undefined,
    /** Called inside `journal.write`. Omitted settings stay as they are. */
    set: (change: SettingsChange): void => {
      for (const [key, value] of Object.entries(change)) {
        if (value === undefined) continue
        journal.run(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
          key,
          JSON.stringify(value),
        )
      }
    },
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
