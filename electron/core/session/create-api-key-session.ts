import { AppError } from '../../../shared/errors.ts'
import { apiKeyName } from '../connections/secret-names.ts'
import type { Credential, Session, SessionPorts } from './session.ts'
import { createStateHolder } from './session-state-holder.ts'

/** There is one key, so a credential's token only says that it is one. */
const token = 'api-key'

/** The header that the secret goes into; `null`: a relay that wants none. */
const headerOf = ({ credentials }: SessionPorts['connection']): string | null =>
  credentials.kind === 'relay' ? credentials.header : 'X-API-Key'

/**
 * The session of a connection with an API key (service interface, "Workspace API key"), or with a relay that holds the key itself: signed in
 * as long as what it sends is there. It can't be refreshed or revoked from here.
 */
export const createApiKeySession = ({ connection, secrets, log }: Pick<SessionPorts, 'connection' | 'secrets' | 'log'>): Session => {
  const name = apiKeyName(connection.id)
  const header = headerOf(connection)
  const { state, subscribe, announce } = createStateHolder(log)
  let key: string | null = null

  const restore = async (): Promise<void> => {
    if (key !== null) return
    key = header === null ? '' : await secrets.get(name)
    if (key !== null) announce({ kind: 'tokens-held', expiresAt: null, scope: null, storage: secrets.storage })
  }

  const credential = async (): Promise<Credential> => {
    await restore()
    if (key === null) throw new AppError('signed-out', 'There is no API key for this workspace. Everything queued is kept.')
    return { headers: header === null ? {} : { [header]: key }, token }
  }

  return {
    state,
    subscribe,
    discovery: () => null,
    restore,
    credential,
    replaceRejected: async () => {
      throw new AppError(
        'unauthorized',
        'The workspace does not accept this API key: it is wrong or was deleted. Everything queued is kept.',
        {
          status: 401,
          action: 'Connect again with a valid API key.',
        },
      )
    },
    keepFresh: async () => undefined,
    signIn: async () => {
      await credential()
    },
    completeSignIn: async () => {
      throw new AppError('sign-in-failed', 'This workspace is connected with an API key; no sign-in is waiting.')
    },
    disconnect: async () => {
      key = null
      announce({ kind: 'forgotten' })
      await secrets.delete(name)
      if (connection.credentials.kind === 'relay') return { revoked: false }
      const reason = new AppError('not-allowed', 'The API key is forgotten here, but stays valid: keys can’t be revoked from outside.', {
        action: 'Delete the key in the workspace’s settings if nothing else uses it.',
      })
      return { revoked: false, reason: reason.toRecord() }
    },
    stop: async () => undefined,
  }
}
