import type { Dispatcher } from 'undici'
import { AppError, errorFrom, toAppError } from '../../../../shared/base/errors.ts'
import { lacksScope, type ServiceScope } from '../../../../shared/service/scopes.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { IsReachable } from '../../base/network/reachability.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { Workplace } from '../../queue/scheduler.ts'
import type { KeepOddAnswer } from '../../service/calls/keep-odd-answer.ts'
import { createServiceClient } from '../../service/calls/service-client.ts'
import type { Pacer } from '../../service/pace/pacer.ts'
import type { createPacers, PacedName } from '../../service/pace/pacers.ts'
import { createApiKeySession } from '../../service/session/create-api-key-session.ts'
import { createSession, readClientSecret } from '../../service/session/create-session.ts'
import type { RevokeLater } from '../../service/session/pending-revocations.ts'
import type { PauseMemory } from '../../service/session/refresh-pause.ts'
import { apiKeyName } from '../../service/session/secret-names.ts'
import type { Session } from '../../service/session/session-types.ts'
import { apiKeySource, createClientBeside } from './client-beside.ts'
import type { WorkspacePorts } from './workspace-ports.ts'

export type LivePorts = Pick<Platform, 'clock' | 'timers' | 'files'> &
  Pick<WorkspacePorts, 'openBrowser' | 'onlyLoopback' | 'log'> & {
    readonly dispatcher: Dispatcher
    readonly pacers: ReturnType<typeof createPacers>
    readonly onSessionChange: () => void
    readonly isReachable: IsReachable
    readonly keepOddAnswer: KeepOddAnswer
    readonly revokeLater: RevokeLater
    readonly pauseMemoryOf: (connectionId: string) => PauseMemory
    /** As in `SessionPorts`. */
    readonly withEntrance: (url: string) => Promise<string>
  }

/** A connection with its session and everything its requests need. A changed connection gets a new place and keeps the session. */
export type LiveWorkspace = {
  readonly connection: Connection
  readonly session: Session
  readonly place: Workplace
  readonly hasApiKey: () => boolean
  /** The key beside the sign-in, from now on. */
  readonly setApiKey: (key: string | null) => void
  readonly withConnection: (connection: Connection) => LiveWorkspace
}

const explainSignedOut = (session: Session, unread: AppError | null) => (): AppError | null => {
  const state = session.state()
  switch (state.kind) {
    case 'signed-in':
      return null
    case 'ended':
      return errorFrom(state.reason)
    case 'signed-out':
    case 'signing-in':
      return unread ?? new AppError('signed-out', { kind: 'not-signed-in' }, { kept: 'queue' })
  }
}

/** Work started at an earlier rate ends with that rate's pacer, without affecting the current one. */
const rememberPacers = (find: (operation: PacedName) => Pacer): ((operation: PacedName) => Pacer) => {
  const known = new Map<PacedName, Pacer>()
  return (operation) => {
    const pacer = known.get(operation) ?? find(operation)
    known.set(operation, pacer)
    return pacer
  }
}

/** An additional API key covers actions that the sign-in may not do. */
const explainScope = (session: Session, scope: ServiceScope, hasKey: boolean): AppError | null => {
  const state = session.state()
  if (hasKey || state.kind !== 'signed-in' || !lacksScope(state.scope, scope)) return null
  return new AppError('not-allowed', { kind: 'signed-in-for-reading', wanted: null }, { kept: 'work' })
}

/** Without its client secret, a connection needs its file again before a sign-in can help. */
const findLostSecret = (connection: Connection, secrets: SecretStore): Promise<AppError | null> =>
  readClientSecret(secrets, connection).then(() => null, toAppError)

/** Opens a connection with its secrets from the keychain. A locked or missing keychain does not sign out: the queue waits and says so. */
export const openLiveWorkspace = async (connection: Connection, secrets: SecretStore, ports: LivePorts): Promise<LiveWorkspace> => {
  const {
    dispatcher,
    clock,
    timers,
    files,
    openBrowser,
    onlyLoopback = false,
    log,
    pacers,
    isReachable,
    revokeLater,
    pauseMemoryOf,
    keepOddAnswer,
    withEntrance,
  } = ports
  const make = connection.credentials.kind === 'oauth' ? createSession : createApiKeySession
  const pauseMemory = pauseMemoryOf(connection.id)
  const session = make({ connection, secrets, dispatcher, clock, openBrowser, withEntrance, onlyLoopback, log, revokeLater, pauseMemory })
  let key: string | null = null
  const wantKey = new Set<string>()
  let isKeyRead = connection.credentials.kind !== 'oauth'
  const readKey = async (): Promise<void> => {
    if (isKeyRead) return
    const found = await secrets.get(apiKeyName(connection.id))
    // A person may have set one meanwhile.
    if (!isKeyRead) key = found
    isKeyRead = true
  }
  const unread = await Promise.all([session.restore(), readKey()]).then(
    () => (secrets.storage === 'keychain' && session.state().kind === 'signed-out' ? findLostSecret(connection, secrets) : null),
    (error: unknown) => toAppError(error),
  )
  session.subscribe((state) => {
    ports.onSessionChange()
    // If the keychain was locked at the start, the additional key is also missing.
    if (state.kind === 'signed-in' && !isKeyRead) void readKey().then(ports.onSessionChange, () => {})
  })

  const placeAt = (current: Connection): Workplace => {
    const shared = { connection: current, dispatcher, clock, timers, files, isReachable, keepOddAnswer }
    const plain = createServiceClient({ ...shared, credentials: session })
    const beside = () => createServiceClient({ ...shared, credentials: apiKeySource(() => key) })
    return {
      connection: current,
      client:
        current.credentials.kind === 'oauth'
          ? createClientBeside({ bearer: plain, withKey: beside(), hasKey: () => key !== null, wantKey })
          : plain,
      pacerOf: rememberPacers((operation) => pacers.pacerFor(current, operation)),
      requestLimit: (operation) => (operation === 'analyse-image' ? current.stopAfter : null),
      lacksScope: (scope) => explainScope(session, scope, key !== null),
      signedOutBecause: explainSignedOut(session, unread),
    }
  }

  const at = (current: Connection): LiveWorkspace => ({
    connection: current,
    session,
    place: placeAt(current),
    hasApiKey: () => key !== null,
    setApiKey: (next) => {
      key = next
      isKeyRead = true
    },
    withConnection: at,
  })
  return at(connection)
}
