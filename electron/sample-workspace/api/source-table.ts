import type { DatabaseSync } from 'node:sqlite'

export const sourceTypes = ['FILE', 'TEXT', 'URL', 'KNOWLEDGE'] as const
export type SourceType = (typeof sourceTypes)[number]

export type Source = {
  readonly id: string
  readonly type: SourceType
  /** File name, and its declared media type, of a FILE. */
  readonly name: string | null
  readonly mediaType: string | null
  /** Format of the bytes: png, jpeg, webp, gif, or null. */
  readonly format: string | null
  readonly bytes: number | null
  readonly sha256: string | null
  /** The value of the other types. */
  readonly value: string | null
  readonly createdAt: number
}

export type Sources = {
  readonly insert: (source: Source) => void
  readonly find: (id: string) => Source | undefined
  readonly list: (after: number, limit: number) => (Source & { readonly number: number })[]
}

const columns = 'number, id, type, name, media_type AS mediaType, format, bytes, sha256, value, created_at AS createdAt'

export const createSources = (database: DatabaseSync): Sources => {
  const insert = database.prepare(
    'INSERT INTO source (id, type, name, media_type, format, bytes, sha256, value, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const select = database.prepare(`SELECT ${columns} FROM source WHERE id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM source WHERE number > ? ORDER BY number LIMIT ?`)
  return {
    insert: ({ id, type, name, mediaType, format, bytes, sha256, value, createdAt }) => {
      insert.run(id, type, name, mediaType, format, bytes, sha256, value, createdAt)
    },
    find: (id) => select.get(id) as Source | undefined,
    list: (after, limit) => list.all(after, limit) as (Source & { number: number })[],
  }
}
