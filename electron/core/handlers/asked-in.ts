import type { Connection } from '../../../shared/connection.ts'
import type { HandlerContext } from './handler-context.ts'

/**
 * The workspace that is active now, for work that is written in several turns: another one may be active by then.
 * Of none: the one that is connected by then.
 */
export const askedIn = (connections: HandlerContext['connections']): (() => Connection | null) => {
  const asked = connections.active()
  return () => asked ?? connections.active()
}
