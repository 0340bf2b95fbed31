import type { Journal } from '../../base/database/journal.ts'
import type { LiveWorkspace } from '../../workspaces/connections/live-workspace.ts'
import type { ContentLists } from './content-lists.ts'
import { askPaced, readAllVoices } from './read-all-voices.ts'

type Ports = {
  readonly journal: Journal
  readonly lists: ContentLists
  readonly clock: { readonly now: () => number }
  /** The active workspace, ready for requests. Throws `no-connection`, or why no one is signed in. */
  readonly requireWorkspace: () => Promise<LiveWorkspace>
}

export type Refreshed = { readonly total: number; readonly fetchedAt: number | null }

/**
 * Reads lists of the active workspace again and stores them; concurrent calls share one read. The previous list stays if it
 * fails. Errors: those of the service client, `no-connection`, `signed-out`, `session-ended`.
 */
export const createListRefresh = ({ journal, lists, clock, requireWorkspace }: Ports) => {
  const underWay = new Map<string, Promise<Refreshed>>()
  const read = async (kind: 'voices' | 'templates', { connection, place }: LiveWorkspace): Promise<Refreshed> => {
    const pacer = place.pacerOf('read-content')
    const items =
      kind === 'voices' ? await readAllVoices(place.client, pacer) : (await askPaced(pacer, () => place.client.listTemplates())).templates
    const fetchedAt = Math.round(clock.now())
    journal.write(() => lists.save(kind, connection.id, items, fetchedAt))
    await journal.durable()
    return { total: items.length, fetchedAt }
  }

  return async (kind: 'voices' | 'templates'): Promise<Refreshed> => {
    const workspace = await requireWorkspace()
    const key = `${workspace.connection.id} ${kind}`
    const begun = underWay.get(key) ?? read(kind, workspace).finally(() => underWay.delete(key))
    underWay.set(key, begun)
    return begun
  }
}
