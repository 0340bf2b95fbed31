import type { DatabaseSync } from 'node:sqlite'
import { hashSecret, makeId, makeSecret } from '../secrets.ts'

export type ApiKeys = {
  /** A new key of the workspace; only its hash and its last four characters are kept. */
  readonly issue: (name?: string) => string
  readonly isValid: (key: string) => boolean
  readonly list: () => { readonly id: string; readonly name: string; readonly hint: string; readonly createdAt: number }[]
  readonly revoke: (id: string) => void
  readonly revokeAll: () => void
}

export const createApiKeys = (database: DatabaseSync, now: () => number): ApiKeys => {
  const insert = database.prepare('INSERT INTO api_key (id, name, hint, hash, created_at) VALUES (?, ?, ?, ?, ?)')
  const select = database.prepare('SELECT id FROM api_key WHERE hash = ?')
  const list = database.prepare('SELECT id, name, hint, created_at AS createdAt FROM api_key ORDER BY created_at, rowid')
  const remove = database.prepare('DELETE FROM api_key WHERE id = ?')
  return {
    issue: (name = 'API token') => {
      const key = makeSecret('apiKey')
      insert.run(makeId('key'), name, key.slice(-4), hashSecret(key), now())
      return key
    },
    isValid: (key) => select.get(hashSecret(key)) !== undefined,
    list: () => list.all() as unknown as ReturnType<ApiKeys['list']>,
    revoke: (id) => {
      remove.run(id)
    },
    revokeAll: () => database.exec('DELETE FROM api_key'),
  }
}
