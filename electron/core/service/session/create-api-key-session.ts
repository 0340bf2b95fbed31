import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import { apiKeyName } from './secret-names.ts'
import { createStateHolder } from './session-state-holder.ts'
import type { Credential, Session, SessionPorts } from './session-types.ts'

type Ports = Pick<SessionPorts, 'connection' | 'secrets' | 'clock' | 'log'>

/** There is only one key, so a credential's token is a constant. */
const token = 'api-key'

/** The header for the secret; `null`: a relay that requires none. */
const headerOf = ({ credentials }: SessionPorts['connection']): string | null =>
  credentials.kind === 'relay' ? credentials.header : 'X-API-Key'

/** How long an unreadable keychain is not tried again without a request; milliseconds. */
const unreadableQuietMs = 600_000

const missing = ({ name, credentials }: SessionPorts['connection']): AppError => {
  const failure = { kind: 'secret-missing', name, credentials: credentials.kind === 'relay' ? 'relay' : 'api-key' } as const
  return new AppError('signed-out', failure, { kept: 'queue' })
}

/**
 * The session of a connection with an API key (service interface, "Workspace API key"), or with a relay that holds the key itself: signed in
 * as long as its secret exists. It can't be refreshed or revoked from here.
 */
export const createApiKeySession = ({ connection, secrets, clock, log }: Ports): Session => {
  const name = apiKeyName(connection.id)
  const header = headerOf(connection)
  const { state, subscribe, announce } = createStateHolder(log)
  let key: string | null = null
  /** When reading the keychain last failed; `null`: it was read. */
  let unreadableSince: number | null = null

  const read = (): Promise<string | null> =>
    secrets.get(name).catch((error: unknown) => {
      if (toAppError(error).code === 'data-corrupt') return null
      unreadableSince = clock.now()
      // Reported, not stored: once the keychain is readable, the session is unchanged.
      announce({ kind: 'ended', reason: toAppError(error).toRecord() })
      throw error
    })

  const restore = async (): Promise<void> => {
    if (key !== null) return
    key = header === null ? '' : await read()
    unreadableSince = null
    if (key === null) announce({ kind: 'ended', reason: missing(connection).toRecord() })
    else announce({ kind: 'tokens-held', expiresAt: null, scope: null, storage: secrets.storage })
  }

  const credential = async (): Promise<Credential> => {
    await restore()
    if (key === null) throw missing(connection)
    return { headers: header === null ? {} : { [header]: key }, token }
  }

  return {
    state,
    subscribe,
    discovery: () => null,
    restore,
    credential,
    replaceRejected: async () => {
      throw new AppError('unauthorized', { kind: 'api-key-rejected' }, { kept: 'queue', status: 401 })
    },
    // A locked keychain is not prompted repeatedly.
    keepFresh: async () => {
      if (unreadableSince === null || Math.abs(clock.now() - unreadableSince) < unreadableQuietMs) return
      await restore().catch(() => undefined)
    },
    signIn: async () => {
      await credential()
    },
    completeSignIn: async () => {
      throw new AppError('sign-in-failed', { kind: 'no-sign-in-with-key' })
    },
    disconnect: async () => {
      key = null
      announce({ kind: 'forgotten' })
      await secrets.delete(name)
      if (connection.credentials.kind === 'relay') return { revoked: false }
      const reason = new AppError('not-allowed', { kind: 'key-not-revocable' })
      return { revoked: false, reason: reason.toRecord() }
    },
    stop: async () => undefined,
  }
}
