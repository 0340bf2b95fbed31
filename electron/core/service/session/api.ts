import { AppError } from '../../../../shared/base/errors.ts'
import type { SessionView } from '../../../../shared/contract.ts'
import { normaliseBaseUrl } from '../../base/network/normalise-base-url.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { apiKeySource } from '../../workspaces/connections/client-beside.ts'
import { connectWithKey } from '../../workspaces/connections/connect-with-key.ts'
import { type CreatedConnection, readApiKey } from '../../workspaces/connections/create-connection.ts'
import { describeSession } from '../../workspaces/connections/lists/session-view.ts'
import type { LiveWorkspace } from '../../workspaces/connections/live-workspace.ts'
import { signsInAlike } from '../../workspaces/connections/match-connection.ts'
import { departuresOf, readForm } from '../../workspaces/connections/read-form.ts'
import { tryCredentials } from '../../workspaces/connections/try-credentials.ts'
import { verifySession } from '../../workspaces/connections/verify-session.ts'
import { apiKeyName } from './secret-names.ts'

type Ports = Pick<
  HandlerContext,
  | 'active'
  | 'connecting'
  | 'connections'
  | 'desk'
  | 'fetch'
  | 'getSecrets'
  | 'jobs'
  | 'journal'
  | 'offers'
  | 'ports'
  | 'proxies'
  | 'publisher'
  | 'restoreConnection'
>

/** Connecting, signing in, disconnecting. */
export const createSessionHandlers = (context: Ports) => {
  const { active, connections, connecting, desk, fetch, journal, getSecrets, restoreConnection } = context

  const viewOf = async (workspace: LiveWorkspace | null): Promise<SessionView> => describeSession(workspace, await getSecrets(), desk)
  const view = async (): Promise<SessionView> => {
    await restoreConnection()
    return viewOf(active.get() ?? connecting.asked())
  }
  const requireActive = (): LiveWorkspace => {
    const found = active.get()
    if (!found) throw new AppError('no-connection', { kind: 'no-workspace' })
    return found
  }

  /** The active workspace, and if it is the sample one, up: at another address than before, maybe. */
  const reachActive = async (): Promise<LiveWorkspace> => {
    if (requireActive().connection.isSample) await active.ensureSample()
    return requireActive()
  }

  /** The connection is known and has these same secrets: it is used again, unless its session has ended. */
  const reuse = async (created: CreatedConnection): Promise<LiveWorkspace | null> => {
    const { connection, secrets } = created
    const known = connections.list().find(({ id }) => id === connection.id)
    if (!known || !signsInAlike(known, connection)) return null
    const { store } = await getSecrets()
    for (const [name, value] of Object.entries(secrets)) if ((await store.get(name).catch(() => null)) !== value) return null
    const workspace = await active.open(known, store)
    return workspace.session.state().kind === 'signed-in' ? connecting.renew(created) : null
  }

  /** The id of the connection of a mistyped address. Errors: `usage`, where its work may be meant for it. */
  const requireMistyped = (typed: string, id: string): string => {
    const baseUrl = normaliseBaseUrl(typed)
    const found = connections.listUnreached().find((one) => one.baseUrl === baseUrl && one.id !== id)
    if (found) return found.id
    throw new AppError('usage', { kind: 'work-stays-at-address', baseUrl }, { kept: 'nothing-changed' })
  }

  /** Uses a key without testing it. Work that waits for the mistyped `insteadOf` moves along, but only on request, as it may be another workspace. */
  const connectForRun = async (created: CreatedConnection, insteadOf: string | undefined): Promise<LiveWorkspace> => {
    const { id } = created.connection
    const known = connections.get(id)
    const mistyped = insteadOf === undefined ? [] : [requireMistyped(insteadOf, id)]
    const change = known === null || known.isUntried ? { isUntried: true } : {}
    await connecting.tryAtOnce(created, async () => {}, change, { takesOver: mistyped })
    return requireActive()
  }

  /** A sign-in that asked for other scopes succeeded: the next one asks for them too. */
  const keepScopes = async (id: string, scopes: string[]): Promise<void> => {
    const { store } = await getSecrets()
    const connection = connections.get(id)
    if (connection?.credentials.kind !== 'oauth') return
    const changed = { ...connection, credentials: { ...connection.credentials, scopes } }
    journal.write(() => connections.save(changed))
    await journal.durable()
    // As it is by now: it may have been changed again.
    await active.open(connections.get(id) ?? changed, store)
  }

  return {
    get: os.session.get.handler(view),

    departures: os.session.departures.handler(({ input }) => [...departuresOf(input, connections.listAll())]),

    connect: os.session.connect.handler(async ({ input }) => {
      await restoreConnection()
      const created = await readForm(input, active, connections.listAll())
      const known = await reuse(created)
      if (known) return viewOf(known)
      if (input.kind === 'api-key' && input.isUntried) return viewOf(await connectForRun(created, input.insteadOf))
      if (created.connection.credentials.kind !== 'oauth') {
        await connectWithKey(context, created)
        return viewOf(requireActive())
      }
      return viewOf(await connecting.begin(created))
    }),

    signIn: os.session.signIn.handler(async ({ input }) => {
      await restoreConnection()
      const onTrial = connecting.asked()
      if (onTrial?.connection.isSample) await active.ensureSample()
      const workspace = onTrial ?? (await reachActive())
      try {
        await desk.run(workspace, input)
      } catch (error) {
        // The previous connection stays in use; without one the sign-in can be retried.
        if (onTrial && active.get() && connecting.asked() === onTrial) await connecting.drop()
        throw error
      }
      if (onTrial && connecting.asked() === onTrial) await connecting.settle()
      else if (input.scopes) await keepScopes(workspace.connection.id, input.scopes)
      return view()
    }),

    verify: os.session.verify.handler(async () => {
      await restoreConnection()
      const workspace = await reachActive()
      const problem = await verifySession({ ...workspace, fetch })
      return { view: await viewOf(workspace), problem: problem?.toRecord() ?? null }
    }),
    signOut: os.session.signOut.handler(async () => {
      const { session } = requireActive()
      const { revoked, reason } = await session.disconnect()
      return { revoked, reason: reason ?? null }
    }),

    completeSignIn: os.session.completeSignIn.handler(async ({ input }) => {
      await desk.complete(input.url)
      return view()
    }),
    reopenSignIn: os.session.reopenSignIn.handler(async () => {
      await desk.reopen()
      return view()
    }),
    cancelSignIn: os.session.cancelSignIn.handler(async () => {
      await desk.cancel()
      return view()
    }),

    setApiKey: os.session.setApiKey.handler(async ({ input }) => {
      await restoreConnection()
      const workspace = requireActive()
      const { connection } = workspace
      if (connection.credentials.kind !== 'oauth') throw new AppError('usage', { kind: 'connected-with-key' })
      const { store } = await getSecrets()
      const key = input.apiKey === null ? null : readApiKey(input.apiKey)
      if (key === null) await store.delete(apiKeyName(connection.id))
      else {
        await tryCredentials({ connection, credentials: apiKeySource(() => key), fetch })
        await store.set(apiKeyName(connection.id), key)
      }
      workspace.setApiKey(key)
      return view()
    }),
  }
}
