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
      const secrets = await getSecrets()
      const changed = changeConnection(workspace.connection, input)
      if (changed.kind === 'refused') return { problems: [...changed.problems], view: describeSession(workspace, secrets, desk) }
      journal.write(() => connections.save(changed.connection))
      await journal.durable()
      const view = describeSession(await active.use(changed.connection, secrets.store), secrets, desk)
      scheduler.wake()
      return { problems: [], view }
    }),
  }
}
