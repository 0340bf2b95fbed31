import { AppError } from '../../../../shared/base/errors.ts'
import type { SessionView } from '../../../../shared/contract.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { WorkspaceRow } from '../../../../shared/workspaces/workspaces.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { cancelOpen } from '../../queue/cancel-jobs.ts'
import { apiKeyName } from '../../service/session/secret-names.ts'
import { enterSample, sampleFolder } from '../sample/sample-owner.ts'
import { describeSession } from './lists/session-view.ts'

type Ports = Pick<
  HandlerContext,
  | 'active'
  | 'connecting'
  | 'connections'
  | 'desk'
  | 'dueAsks'
  | 'getSecrets'
  | 'jobs'
  | 'journal'
  | 'plans'
  | 'ports'
  | 'publisher'
  | 'restoreConnection'
>

/** Several workspaces: listing, switching, renaming and disconnecting them. */
export const createWorkspacesHandlers = (context: Ports) => {
  const { active, connections, connecting, desk, dueAsks, journal, jobs, getSecrets, plans, restoreConnection, ports } = context

  const view = async (): Promise<SessionView> => {
    await restoreConnection()
    return describeSession(active.get() ?? connecting.asked(), await getSecrets(), desk)
  }

  const require = (id: string): Connection => {
    const found = connections.list().find((one) => one.id === id)
    if (!found) throw new AppError('unknown-id', { kind: 'workspace-not-connected' }, { kept: 'nothing-changed' })
    return found
  }

  const describe = async (connection: Connection, activeId: string | undefined, store: SecretStore): Promise<WorkspaceRow> => {
    const workspace = await active.open(connection, store)
    const state = workspace.session.state()
    const isUnread = state.kind === 'ended' && (state.reason.code === 'keychain-locked' || state.reason.code === 'keychain-unavailable')
    return {
      id: connection.id,
      name: connection.name,
      baseUrl: connection.baseUrl,
      credentials: connection.credentials.kind,
      isSample: connection.isSample,
      isActive: connection.id === activeId,
      state: isUnread ? 'unknown' : state.kind,
      ...connections.countWork(connection.id),
    }
  }

  /** Waiting and parked jobs of a connection, with what plans and question sets would still queue; running ones end by themselves. */
  const cancelQueue = (connectionId: string): number => {
    plans.cancelAhead(connectionId)
    dueAsks.cancel(connectionId)
    return cancelOpen({ states: ['waiting', 'parked'], connectionId }, [], { journal, jobs, clock: ports.clock }).cancelled
  }

  const forget = async (id: string, queue: 'keep' | 'cancel') => {
    const { isSample } = require(id)
    const { store } = await getSecrets()
    await desk.cancel(id)
    if (isSample) await active.ensureSample().catch(() => undefined)
    const connection = require(id)
    const { session } = await active.open(connection, store)
    const { revoked, reason } = await session.disconnect()
    if (connection.credentials.kind === 'oauth') await store.delete(apiKeyName(id))
    await context.publisher.forget(id)
    const now = ports.clock.now()
    const cancelled = journal.write(() => {
      const count = queue === 'cancel' ? cancelQueue(id) : 0
      // Connected again, it may be another workspace that the browser names.
      connections.save({ ...(connections.get(id) ?? connection), isConfirmed: false })
      connections.forget(id, now)
      return count
    })
    await journal.durable()
    await active.forget(id)
    return { revoked, reason: reason ?? null, cancelled }
  }

  return {
    list: os.workspaces.list.handler(async () => {
      await restoreConnection()
      const { store } = await getSecrets()
      const activeId = connections.active()?.id
      return Promise.all(connections.list().map((connection) => describe(connection, activeId, store)))
    }),
    switch: os.workspaces.switch.handler(async ({ input }) => {
      await connecting.switchTo(require(input.connectionId))
      return view()
    }),
    rename: os.workspaces.rename.handler(async ({ input }) => {
      const { connectionId } = input
      const name = input.name.trim()
      if (name === '') throw new AppError('usage', { kind: 'workspace-name-empty' }, { kept: 'nothing-changed' })
      const { store } = await getSecrets()
      journal.write(() => connections.save({ ...require(connectionId), name }))
      await journal.durable()
      // As it is by now: it may have been changed again, or disconnected.
      const latest = connections.list().find(({ id }) => id === connectionId)
      if (latest) await active.open(latest, store)
      return view()
    }),
    openPages: os.workspaces.openPages.handler(async () => {
      await restoreConnection()
      if (!active.get()?.connection.isSample)
        throw new AppError('no-connection', { kind: 'sample-not-in-use' }, { kept: 'nothing-changed' })
      const { connectionFile } = await active.ensureSample()
      const address = await enterSample(sampleFolder(ports.dataFolder), connectionFile)
      const isOpen = await ports.openBrowser(address).then(
        () => true,
        () => false,
      )
      return { address: isOpen ? null : address }
    }),
    forget: os.workspaces.forget.handler(({ input }) => forget(input.connectionId, input.queue)),
    disconnect: os.workspaces.disconnect.handler(async () => {
      await restoreConnection()
      const current = active.get()
      if (current) {
        const { revoked, reason } = await forget(current.connection.id, 'keep')
        return { revoked, reason }
      }
      if (!active.trial()) throw new AppError('no-connection', { kind: 'no-workspace' })
      await connecting.drop()
      return { revoked: false, reason: null }
    }),
  }
}
