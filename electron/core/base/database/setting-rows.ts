import type { Journal } from './journal.ts'

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/**
 * The settings table: small durable facts by name, as JSON, for whoever keeps one. `undefined`: not set, or invalid.
 * Call what changes something inside `journal.write`.
 */
export const readSetting = (journal: Pick<Journal, 'get'>, key: string): unknown => {
  const row = journal.get('SELECT value FROM settings WHERE key = ?', key)
  return row && parse(row.value)
}

/** All of them, by name. */
export const readSettings = (journal: Pick<Journal, 'all'>): ReadonlyMap<string, unknown> =>
  new Map(journal.all('SELECT key, value FROM settings').map((row) => [String(row.key), parse(row.value)]))

export const saveSetting = (journal: Pick<Journal, 'run'>, key: string, value: unknown): void => {
  journal.run(
    'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    JSON.stringify(value),
  )
}

export const removeSetting = (journal: Pick<Journal, 'run'>, key: string): void => {
  journal.run('DELETE FROM settings WHERE key = ?', key)
}
