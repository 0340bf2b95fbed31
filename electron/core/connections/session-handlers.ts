import type { ConnectionForm, SessionView } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import { implementer as os } from '../implementer.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import type { CoreParts } from '../open-parts.ts'
import type { Publisher } from '../publishing/publisher.ts'
import { retryWithoutAddress } from '../publishing/retry-without-address.ts'
import type { Scheduler } from '../queue/scheduler.ts'
import type { ActiveConnection } from './active-connection.ts'
import { type CreatedConnection, createConnection } from './create-connection.ts'
import { isLoopbackHost } from './normalise-base-url.ts'
import { parseConnectionFile } from './parse-connection-file.ts'
import { parseConnectionLink } from './parse-connection-link.ts'

export type SessionContext = CoreParts & {
  readonly active: ActiveConnection
  readonly publisher: Publisher
  readonly scheduler: Pick<Scheduler, 'wake' | 'liftHolds'>
  readonly getSecrets: () => Promise<{ readonly store: SecretStore; readonly reason?: string }>
  readonly restoreConnection: () => Promise<void>
}

/** Pictures of this computer reach a service on this computer as `data:`; another has to be asked first (design, section 3). */
const withDefaults = (created: CreatedConnection, form: Extract<ConnectionForm, { kind: 'oauth' | 'api-key' }>): CreatedConnection => {
  const isLocal = isLoopbackHost(new URL(created.connection.baseUrl).hostname)
  const publishing = form.publishing ?? (isLocal ? ({ kind: 'data' } as const) : created.connection.publishing)
  return { ...created, connection: { ...created.connection, publishing, rates: form.rates ?? created.connection.rates } }
}

const readForm = async (form: ConnectionForm, active: ActiveConnection): Promise<CreatedConnection> => {
  switch (form.kind) {
    case 'file':
      return createConnection({ kind: 'file', file: parseConnectionFile(form.text) })
    case 'link':
      return createConnection({ kind: 'file', file: parseConnectionLink(form.link) })
    case 'sample':
      return createConnection({ kind: 'file', file: parseConnectionFile((await active.ensureSample()).connectionFile) }, { isSample: true })
    case 'oauth':
    case 'api-key':
      return withDefaults(createConnection(form), form)
  }
}

/** A store that knows these secrets first; what is written goes to the store alone. */
const preferSecrets = (secrets: CreatedConnection['secrets'], store: SecretStore): SecretStore => ({
  ...store,
  get: async (name) => secrets[name] ?? store.get(name),
})

/** Connecting, signing in, disconnecting. */
export const createSessionHandlers = (context: SessionContext) => {
  const { active, connections, journal, scheduler, getSecrets, restoreConnection, ports } = context

  const view = async (): Promise<SessionView> => {
    await restoreConnection()
    const { store, reason } = await getSecrets()
    const current = active.get()
    const state = current?.session.state()
    return {
      connection: current?.connection ?? null,
      state: state?.kind ?? 'none',
      storage: store.storage,
      storageReason: reason ?? null,
      reason: state?.kind === 'ended' ? `${state.reason.message} ${state.reason.action}` : null,
    }
  }

  const requireCurrent = () => {
    const current = active.get()
    if (!current) throw new AppError('no-connection', 'No workspace is connected.')
    return current
  }

  /** Connected and not signed in yet. */
  let onTrial: CreatedConnection | null = null
  const settle = async ({ connection, secrets }: CreatedConnection): Promise<void> => {
    const { store } = await getSecrets()
    for (const [name, value] of Object.entries(secrets)) await store.set(name, value)
    journal.write(() => {
      connections.activate(connection, ports.clock.now())
      if (connection.publishing.kind !== 'origin') retryWithoutAddress(journal, context.jobs, connection.id, ports.clock.now())
    })
    await journal.durable()
    active.keep()
    onTrial = null
    // It may have brought another bucket, or other keys.
    context.publisher.mended()
    scheduler.liftHolds('not-allowed')
  }

  return {
    get: os.session.get.handler(view),

    connect: os.session.connect.handler(async ({ input }) => {
      const created = await readForm(input, active)
      const { store } = await getSecrets()
      // Until somebody has signed in, what was connected before stays so, its secrets too, and no job is promised to this one.
      const session = await active.use(created.connection, preferSecrets(created.secrets, store), true)
      if (session.state().kind === 'signed-in') await settle(created)
      else onTrial = created
      return view()
    }),

    signIn: os.session.signIn.handler(async ({ input }) => {
      await restoreConnection()
      const { connection, session, isTrial } = requireCurrent()
      if (connection.isSample) await active.ensureSample()
      await session.signIn({ openBrowser: input.openBrowser, onAuthorizeUrl: ports.showAuthorizeUrl })
      if (isTrial && onTrial?.connection.id === connection.id) await settle(onTrial)
      return view()
    }),

    update: os.session.update.handler(async ({ input }) => {
      await restoreConnection()
      const { connection } = requireCurrent()
      const changed = { ...connection, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) }
      const { store } = await getSecrets()
      journal.write(() => connections.activate(changed, ports.clock.now()))
      await journal.durable()
      await active.use(changed, store)
      return view()
    }),

    disconnect: os.session.disconnect.handler(async () => {
      await restoreConnection()
      const { connection, session, isTrial } = requireCurrent()
      if (connection.isSample) await active.ensureSample()
      const { revoked, reason } = await session.disconnect()
      if (!isTrial) {
        await context.publisher.forget(connection.id)
        journal.write(() => connections.deactivate())
        await journal.durable()
      }
      active.forget()
      return { revoked, reason: reason?.message ?? null }
    }),
  }
}
