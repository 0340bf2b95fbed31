import { AppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { ConnectionStore } from './connection-store.ts'

/**
 * The workspace of a call, for work that is written in several turns: another one may be active by then. It is the one that the person saw, if the
 * call says so, else the one that is active now; of none: the one that is connected by then. Error: `unknown-id` (it was removed).
 */
export const askedIn = (connections: Pick<ConnectionStore, 'active' | 'list'>, seen?: string | null): (() => Connection | null) => {
  const asked = seen == null ? connections.active() : connections.list().find(({ id }) => id === seen)
  if (asked === undefined) throw new AppError('unknown-id', { kind: 'workspace-not-connected' }, { kept: 'nothing-changed' })
  return () => asked ?? connections.active()
}

/** The id of that workspace, in the write that happens later. Error: `unknown-id` (it was removed since). */
export const ownerAskedIn = (connections: Pick<ConnectionStore, 'active' | 'list'>, seen?: string | null): (() => string | null) => {
  const asked = askedIn(connections, seen)
  return () => {
    const id = asked()?.id ?? null
    return id === null ? null : (askedIn(connections, id)()?.id ?? null)
  }
}
