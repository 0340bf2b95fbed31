import { type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import type { AuthorizationServerClient } from './authorization-server.ts'
import { isWorthRepeating } from './pending-revocations.ts'
import type { SessionPorts } from './session-types.ts'
import type { Tokens } from './stored-tokens.ts'

/** `reason`: why the access may still be valid. */
export type Revoked = { readonly revoked: boolean; readonly reason?: ErrorRecord }

type Ports = Pick<SessionPorts, 'connection'> &
  Pick<AuthorizationServerClient, 'revoke'> & {
    readonly clientSecret: () => Promise<string>
    readonly revokeLater: NonNullable<SessionPorts['revokeLater']>
  }

/** Revokes a pair of tokens (RFC 7009). If the service can't be reached, the revocation is kept for later, and the reason says so. Never throws. */
export const revokeTokens = async (tokens: Tokens, { connection, revoke, clientSecret, revokeLater }: Ports): Promise<Revoked> => {
  const token = tokens.refreshToken ?? tokens.accessToken
  const hint = tokens.refreshToken === null ? 'access_token' : 'refresh_token'
  try {
    await revoke(token, hint)
    return { revoked: true }
  } catch (thrown) {
    const error = toAppError(thrown)
    const secret = await clientSecret().catch(() => null)
    const isKept = isWorthRepeating(error) && secret !== null && (await revokeLater({ connection, clientSecret: secret, token, hint }))
    return {
      revoked: false,
      reason: { code: error.code, failure: { kind: 'not-revoked', because: error.toRecord(), isTriedLater: isKept } },
    }
  }
}
