import { type AppError, toAppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Fetch } from '../../service/session/fetch-answer.ts'
import type { Session } from '../../service/session/session-types.ts'
import { tryCredentials } from './try-credentials.ts'

type Options = {
  readonly connection: Connection
  readonly session: Pick<Session, 'credential' | 'replaceRejected'>
  readonly fetch: Fetch
}

/**
 * Asks the service whether it accepts the session. `null`: it does. Codes that matter: `session-ended`, `invalid-client`, `unauthorized`;
 * others say why the check failed. Never throws.
 */
export const verifySession = async ({ connection, session, fetch }: Options): Promise<AppError | null> => {
  try {
    const credential = await session.credential()
    const refused = await tryCredentials({ connection, credentials: { credential: async () => credential }, fetch }).then(
      () => null,
      (error: unknown) => toAppError(error),
    )
    if (refused === null) return null
    if (refused.code !== 'unauthorized' || connection.credentials.kind !== 'oauth') return refused
    // A rejected token proves little; the refresh shows whether the session is valid.
    await session.replaceRejected(credential.token)
    return null
  } catch (error) {
    return toAppError(error)
  }
}
