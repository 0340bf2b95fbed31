import { z } from 'zod'
import { type Template, template, type Voice, voice } from '../../../../shared/answers/brand-voices-contract.ts'
import type { Journal } from '../../base/database/journal.ts'

/** A list as it was read last; `fetchedAt`: milliseconds since 1970, `null`: never. */
export type KeptList<Item> = { readonly items: readonly Item[]; readonly fetchedAt: number | null }

type Kind = 'voices' | 'templates'

export type ContentLists = ReturnType<typeof createContentLists>

/** Content lists of workspaces, by connection, so that they can be shown offline. */
export const createContentLists = (journal: Journal) => {
  const read = <Item>(kind: Kind, schema: z.ZodType<Item>, connectionId: string | null): KeptList<Item> => {
    const row = journal.get('SELECT items, fetched_at FROM content_lists WHERE connection_id = ? AND kind = ?', connectionId ?? '', kind)
    return row
      ? { items: z.array(schema).parse(JSON.parse(String(row.items))), fetchedAt: Number(row.fetched_at) }
      : { items: [], fetchedAt: null }
  }
  return {
    voices: (connectionId: string | null): KeptList<Voice> => read('voices', voice, connectionId),
    templates: (connectionId: string | null): KeptList<Template> => read('templates', template, connectionId),
    /** Replaces the previous list. Call it inside `journal.write`. */
    save: (kind: Kind, connectionId: string, items: readonly (Voice | Template)[], now: number): void => {
      journal.run(
        `INSERT INTO content_lists (connection_id, kind, items, fetched_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (connection_id, kind) DO UPDATE SET items = excluded.items, fetched_at = excluded.fetched_at`,
        connectionId,
        kind,
        JSON.stringify(items),
        Math.round(now),
      )
    },
  }
}
