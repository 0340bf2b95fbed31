import type { DatabaseSync } from 'node:sqlite'
import { type IdPrefix, makeId } from '../secrets.ts'

/** The kinds of content that a workspace holds beside sources and products (spec, "Other resources"). */
export const contentKinds = ['tone', 'template', 'audience', 'project', 'document', 'knowledge', 'style-guide'] as const
export type ContentKind = (typeof contentKinds)[number]

const prefixes: Readonly<Record<ContentKind, IdPrefix>> = {
  tone: 'ton',
  template: 'skl',
  audience: 'aud',
  project: 'prj',
  document: 'doc',
  knowledge: 'kno',
  'style-guide': 'sty',
}

export type ContentItem = {
  readonly id: string
  readonly kind: ContentKind
  readonly name: string
  /** Its text: the description of a brand voice, the content of a knowledge item. */
  readonly value: string
  /** Extra fields of a kind: the inputs of a template. */
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: number
}

export type Contents = {
  readonly create: (item: Pick<ContentItem, 'kind' | 'name' | 'value'> & { readonly details?: ContentItem['details'] }) => ContentItem
  readonly find: (kind: ContentKind, id: string) => ContentItem | undefined
  /** Items whose name contains `search`, in the order of their creation. */
  readonly list: (kind: ContentKind, search: string, offset: number, limit: number) => ContentItem[]
  readonly count: (kind: ContentKind, search: string) => number
  readonly isEmpty: () => boolean
}

const columns = 'id, kind, name, value, details, created_at AS createdAt'
// instr and not LIKE: a search for “%” means “%”.
const matching = "kind = :kind AND (:search = '' OR instr(lower(name), lower(:search)) > 0)"
type Row = Omit<ContentItem, 'details'> & { readonly details: string }

export const createContents = (database: DatabaseSync, now: () => number): Contents => {
  const insert = database.prepare('INSERT INTO content_item (id, kind, name, value, details, created_at) VALUES (?, ?, ?, ?, ?, ?)')
  const select = database.prepare(`SELECT ${columns} FROM content_item WHERE kind = ? AND id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM content_item WHERE ${matching} ORDER BY number LIMIT :limit OFFSET :offset`)
  const count = database.prepare(`SELECT count(*) AS count FROM content_item WHERE ${matching}`)
  const any = database.prepare('SELECT 1 FROM content_item LIMIT 1')
  const read = (row: Row): ContentItem => ({ ...row, details: JSON.parse(row.details) })
  return {
    create: ({ kind, name, value, details = {} }) => {
      const item = { id: makeId(prefixes[kind]), kind, name, value, details, createdAt: now() }
      insert.run(item.id, kind, name, value, JSON.stringify(details), item.createdAt)
      return item
    },
    find: (kind, id) => {
      const row = select.get(kind, id) as Row | undefined
      return row && read(row)
    },
    list: (kind, search, offset, limit) => (list.all({ kind, search, offset, limit }) as unknown as Row[]).map(read),
    count: (kind, search) => (count.get({ kind, search }) as { count: number }).count,
    isEmpty: () => any.get() === undefined,
  }
}
