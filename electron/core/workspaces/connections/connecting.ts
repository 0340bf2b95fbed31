import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { createTurns } from '../../service/session/run-in-turn.ts'
import { apiKeyName, clientSecretName } from '../../service/session/secret-names.ts'
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
  /** Checks the queue: there may be work for the workspace now. */
  readonly wake: () => void
  /** A file or form made a connection active: it may have other publishing settings, or other keys. */
  readonly onSettled: (connection: Connection) => void
}

/** `bring`: keeps what a file brings beside its connection, in the transaction that makes this one active: a kill leaves neither or both. */
type Also = { readonly takesOver?: readonly string[]; readonly bring?: () => void }

export type Connecting = ReturnType<typeof createConnecting>

/** A connection on trial beside the active one, until it is settled or dropped. Nothing about the others changes before. */
export const createConnecting = ({ active, connections, journal, clock, getSecrets, wake, onSettled }: Ports) => {
  let current: { readonly created: CreatedConnection; readonly secrets: TrialSecrets; readonly isOffered: boolean } | null = null

  /** Of two quick clicks the later one counts, even if the earlier switch takes longer. */
  const inTurn = createTurns()

  /** `take`: makes it active. If a full disk could not flush the switch, it still applies: new work belongs to this workspace. */
  const activate = async (connection: Connection, take: () => unknown, { takesOver = [], bring }: Also = {}): Promise<void> => {
    journal.write(() => {
      connections.activate(connection, clock.now(), takesOver)
      bring?.()
    })
    try {
      await journal.durable()
    } finally {
      await take()
      wake()
    }
  }

  /** The trial used no keychain entries. An additional API key stays valid only for the address it was entered for. */
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

  /** Switches to a known workspace. Running work of another ends there. */
  const switchTo = (chosen: Connection, also: Also = {}): Promise<LiveWorkspace> =>
    inTurn(async () => {
      const { store } = await getSecrets()
      if (chosen.isSample) await active.ensureSample()
      const connection = atItsAddress(chosen)
      const workspace = await active.open(connection, store)
      await activate(connection, () => active.use(connection, store), also)
      return workspace
    })

  /**
   * Whoever wrote a file may know a client's secret, but not make its workspace one of theirs. Errors: those of the keychain, too, as
   * nothing is known of a secret that can't be read.
   */
  const keepSecretAtItsOrigin = async ({ connection, secrets }: CreatedConnection, store: SecretStore): Promise<void> => {
    const { credentials, baseUrl: asked } = connection
    if (credentials.kind !== 'oauth') return
    const given = secrets[clientSecretName(connection.id)]
    for (const known of connections.listAll()) {
      if (known.isSample || known.credentials.kind !== 'oauth' || known.credentials.clientId !== credentials.clientId) continue
      if (new URL(known.baseUrl).origin === new URL(asked).origin || (await store.get(clientSecretName(known.id))) !== given) continue
      const { name, baseUrl } = known
      throw new AppError('invalid-connection-file', { kind: 'secret-of-another', name, known: baseUrl, asked }, { kept: 'nothing-changed' })
    }
  }

  /** A locked keychain is reported before the browser opens: a sign-in that then can't be saved would end the earlier session. */
  const requireReadable = async ({ connection }: CreatedConnection, store: SecretStore): Promise<void> => {
    try {
      await store.get(clientSecretName(connection.id))
    } catch (error) {
      // A damaged entry is written again.
      if (toAppError(error).code !== 'data-corrupt') throw error
    }
  }

  /** A trial begins once an earlier one that needs no person has ended: there is one at a time. */
  const trials = createTurns()

  const begin = async (created: CreatedConnection, isOffered = false): Promise<LiveWorkspace> => {
    const { store } = await getSecrets()
    await keepSecretAtItsOrigin(created, store)
    await requireReadable(created, store)
    const secrets = createTrialSecrets(store, created.secrets)
    const workspace = await active.try(created.connection, secrets.store)
    current = { created, secrets, isOffered }
    return workspace
  }

  /** Makes the trial the active workspace, saves its secrets, and assigns it the jobs that waited for a workspace or for one of `takesOver`. */
  const settle = async (change: Partial<Connection> = {}, also: Also = {}): Promise<void> => {
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
      also,
    )
    onSettled(connection)
    wake()
  }

  const drop = async (): Promise<void> => {
    current = null
    await active.dropTrial()
  }

  return {
    onTrial: (): Connection | null => current?.created.connection ?? null,
    /** The one requested by `session.connect`; an offered one belongs to its offer. */
    asked: (): LiveWorkspace | null => (current && !current.isOffered ? active.trial() : null),
    begin: (created: CreatedConnection, isOffered = false): Promise<LiveWorkspace> => trials(() => begin(created, isOffered)),
    settle,
    drop,
    /** A trial that needs no person, from its beginning until it is the active workspace. `judge` throws why it must not be. */
    tryAtOnce: (
      created: CreatedConnection,
      judge: (workspace: LiveWorkspace) => Promise<void>,
      ...taken: Parameters<typeof settle>
    ): Promise<void> =>
      trials(async () => {
        const workspace = await begin(created)
        try {
          await judge(workspace)
        } catch (error) {
          await drop()
          throw error
        }
        await settle(...taken)
      }),
    switchTo: (chosen: Connection): Promise<LiveWorkspace> => switchTo(chosen),
    /** Switches to a signed-in known workspace, with the settings of a newer file. */
    renew: async ({ connection, secrets }: CreatedConnection, also: Also = {}): Promise<LiveWorkspace> => {
      const { store } = await getSecrets()
      for (const [name, value] of Object.entries(secrets)) await store.set(name, value)
      const workspace = await switchTo(connection, also)
      onSettled(connection)
      return workspace
    },
  }
}
