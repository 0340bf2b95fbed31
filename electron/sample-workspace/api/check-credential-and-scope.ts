import type { AppContext } from '../exchange.ts'
import type { Sessions } from '../oauth/sessions.ts'
import { refuse } from '../refusals.ts'
import type { ApiKeys } from './api-keys.ts'

const unauthorized = (message: string, challenge: string) => refuse(401, message, { 'www-authenticate': challenge })

/** The scopes of which a token needs one (spec, "Scopes"): to read, either; for all else, `user`. */
const sufficient = { read: ['user', 'user:read'], write: ['user'] } as const
export type Access = keyof typeof sufficient

/**
 * Lets a request pass that carries a live bearer token with a sufficient scope, or an API key of the workspace (spec, "Authentication");
 * an Authorization header is looked at first, and each credential sent must be valid. Throws 401, or 403 for a token without the scope
 * (RFC 6750, 3.1).
 */
export const createAuthenticate =
  ({ now, sessions, apiKeys }: { readonly now: () => number; readonly sessions: Sessions; readonly apiKeys: ApiKeys }) =>
  (c: AppContext, access: Access): void => {
    const exchange = c.get('exchange')
    const { authorization, 'x-api-key': key } = c.env.incoming.headers
    const checkKey = (): void => {
      if (typeof key !== 'string' || !apiKeys.isValid(key)) throw unauthorized('The API key is not valid.', 'Bearer realm="workspace"')
    }
    if (authorization !== undefined) {
      const token = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization)?.[1]
      if (token === undefined) throw unauthorized('The Authorization header must be “Bearer <ACCESS_TOKEN>”.', 'Bearer realm="workspace"')
      exchange.credential = 'bearer'
      const session = sessions.byAccessToken(token)
      if (session === undefined || session.access_expires_at <= now()) {
        throw unauthorized('The access token is not valid: expired, rotated or revoked.', 'Bearer realm="workspace", error="invalid_token"')
      }
      if (key !== undefined) checkKey()
      if (!session.access_scope.split(' ').some((scope) => (sufficient[access] as readonly string[]).includes(scope))) {
        throw refuse(403, `The access token lacks the scope ${sufficient[access].map((scope) => `“${scope}”`).join(' or ')}.`, {
          'www-authenticate': 'Bearer realm="workspace", error="insufficient_scope", scope="user"',
        })
      }
      return
    }
    if (typeof key !== 'string' || key === '') throw unauthorized('Send an access token or an API key.', 'Bearer realm="workspace"')
    exchange.credential = 'api-key'
    checkKey()
  }
