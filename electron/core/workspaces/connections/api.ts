import { AppError } from '../../../../shared/base/errors.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { changeConnection } from './change-connection.ts'
import { describeSession } from './lists/session-view.ts'

type Ports = Pick<HandlerContext, 'active' | 'connections' | 'desk' | 'getSecrets' | 'journal' | 'restoreConnection' | 'scheduler'>

/** A person's changes of the active connection. */
export const createConnectionsHandlers = (context: Ports) => {
  const { active, connections, desk, journal, scheduler, getSecrets, restoreConnection } = context
  return {
    change: os.connections.change.handler(async ({ input }) => {
      await restoreConnection()
      const workspace = active.get()
      if (!workspace) throw new AppError('no-connection', { kind: 'no-workspace' }, { kept: 'nothing-changed' })
      const { id } = workspace.connection
      const secrets = await getSecrets()
      // As it is now: another change may have come while the keychain was read.
      const changed = journal.write(() => {
        const after = changeConnection(connections.get(id) ?? workspace.connection, input)
        if (after.kind === 'changed') connections.save(after.connection)
        return after
      })
      if (changed.kind === 'refused') return { problems: [...changed.problems], view: describeSession(workspace, secrets, desk) }
      await journal.durable()
      // Another may be the active one by now, or none, and this one may have been changed again.
      const latest = connections.get(id) ?? changed.connection
      const shown = active.get()?.connection.id === id ? await active.use(latest, secrets.store) : active.get()
      const view = describeSession(shown, secrets, desk)
      scheduler.wake()
      return { problems: [], view }
    }),
  }
}
