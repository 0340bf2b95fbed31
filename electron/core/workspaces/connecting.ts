import type { Connection } from '../../../shared/connection.ts'
import type { Journal } from '../database/journal.ts'
import type { SecretStore } from '../keychain/secret-store.ts'
import { createTurns } from '../session/run-in-turn.ts'
import { apiKeyName } from '../session/secret-names.ts'
import type { ActiveConnection } from './active-connection.ts'
import type { ConnectionStore } from './connection-store.ts'
import type { CreatedConnection } from './create-connection.ts'
import type { LiveWorkspace } from './live-workspace.ts'
import { createTrialSecrets, type TrialSecrets } from './trial-secrets.ts'

type Ports = {
  readonly active: ActiveConnection
  readonly connections: ConnectionStore
  readonly journal: Journal
  readonly clock: { readonly now: () => number }
  readonly getSecrets: () => Promise<{ readonly store: SecretStore }>
  /** Looks at the queue: there may be work for the workspace now. */
  readonly wake: () => void
  /** A connection became the active one by a file or form: it may have brought another way for pictures, or other keys. */
  readonly onSettled: (connection: Connection) => void
}

export type Connecting = ReturnType<typeof createConnecting>

/** A connection on trial beside the active one, until it is settled or dropped. Nothing about the others changes before. */
export const createConnecting = ({ active, connections, journal, clock, getSecrets, wake, onSettled }: Ports) => {
  let current: { readonly created: CreatedConnection; readonly secrets: TrialSecrets; readonly isOffered: boolean } | null = null

  /** Of two quick clicks the later one counts, also where going to the earlier one takes longer. */
  const inTurn = createTurns()

  /** `take`: works for it from now on. A full disk could not flush the switch, but it is made: then new work is this workspace's. */
  const activate = async (connection: Connection, take: () => unknown, takesOver: readonly string[] = []): Promise<void> => {
    journal.write(() => connections.activate(connection, clock.now(), takesOver))
    try {
      await journal.durable()
    } finally {
      await take()
      wake()
    }
  }

  /** The trial saw nothing of the keychain. A key beside the sign-in goes on at the address that it was given for, and to no other. */
  const takeApiKey = async (connection: Connection): Promise<void> => {
    if (connection.credentials.kind !== 'oauth') return
    const { store } = await getSecrets()
    const before = connections.get(connection.id)
    if (before && before.baseUrl !== connection.baseUrl) await store.delete(apiKeyName(connection.id))
    else active.trial()?.setApiKey(await store.get(apiKeyName(connection.id)))
  }

  /** The sample workspace may have moved when it was started. */
  const atItsAddress = (connection: Connection): Connection =>
    connection.isSample ? { ...connection, baseUrl: connections.get(connection.id)?.baseUrl ?? connection.baseUrl } : connection

  /** Works for a workspace that is known, from now on. What is under way for another ends there. */
  const switchTo = (chosen: Connection): Promise<LiveWorkspace> =>
    inTurn(async () => {
      const { store } = await getSecrets()
      if (chosen.isSample) await active.ensureSample()
      const connection = atItsAddress(chosen)
      const workspace = await active.open(connection, store)
      await activate(connection, () => active.use(connection, store))
      return workspace
    })

  return {
    onTrial: (): Connection | null => current?.created.connection ?? null,
    /** The one that was asked for by `session.connect`; one that was offered is that offer's own affair. */
    asked: (): LiveWorkspace | null => (current && !current.isOffered ? active.trial() : null),
    begin: async (created: CreatedConnection, isOffered = false): Promise<LiveWorkspace> => {
      const { store } = await getSecrets()
      const secrets = createTrialSecrets(store, created.secrets)
      const workspace = await active.try(created.connection, secrets.store)
      current = { created, secrets, isOffered }
      return workspace
    },
    /** The trial becomes the active workspace, its secrets are kept, and jobs that waited for a workspace, or for one of `takesOver`, are its own. */
    settle: async (change: Partial<Connection> = {}, takesOver: readonly string[] = []): Promise<void> => {
      if (!current) return
      const connection = { ...current.created.connection, ...change }
      await current.secrets.keep()
      await takeApiKey(connection)
      await activate(
        connection,
        () => {
          active.keepTrial(connection)
          current = null
        },
        takesOver,
      )
      onSettled(connection)
      wake()
    },
    drop: async (): Promise<void> => {
      current = null
      await active.dropTrial()
    },
    switchTo,
    /** Switches to a known workspace that is signed in, with what a newer file says of it. */
    renew: async ({ connection, secrets }: CreatedConnection): Promise<LiveWorkspace> => {
      const { store } = await getSecrets()
      for (const [name, value] of Object.entries(secrets)) await store.set(name, value)
      const workspace = await switchTo(connection)
      onSettled(connection)
      return workspace
    },
  }
}
