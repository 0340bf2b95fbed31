import type { TokenEndpointResponse } from 'oauth4webapi'
import { z } from 'zod'
import { errorRecord } from '../../../../shared/base/error-record.ts'
import type { ErrorRecord } from '../../../../shared/base/errors.ts'

const tokens = z.object({
  /** Counts the pairs of one session. */
  generation: z.number().int().positive(),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable(),
  /** Milliseconds since 1970, by this computer's clock. */
  obtainedAt: z.number(),
  expiresAt: z.number().nullable(),
  scope: z.string().nullable(),
})
export type Tokens = z.infer<typeof tokens>

/** The keychain's value under `<connection>/tokens`: a pair, or why the session ended (so that a restart also shows it). */
const stored = z.union([z.object({ version: z.literal(1), tokens }), z.object({ version: z.literal(1), ended: errorRecord })])

export type Stored = { readonly kind: 'tokens'; readonly tokens: Tokens } | { readonly kind: 'ended'; readonly reason: ErrorRecord }

export const formatStored = (content: Stored): string =>
  JSON.stringify(content.kind === 'tokens' ? { version: 1, tokens: content.tokens } : { version: 1, ended: content.reason })

/** Null if it is not in this version's format. */
export const parseStored = (text: string): Stored | null => {
  try {
    const content = stored.parse(JSON.parse(text))
    return 'tokens' in content ? { kind: 'tokens', tokens: content.tokens } : { kind: 'ended', reason: content.ended }
  } catch {
    return null
  }
}

/** Converts a token answer for storage. `askedAt` is when the request began, so that the lifetime is never overstated. */
export const toTokens = (answer: TokenEndpointResponse, askedAt: number, previous: Tokens | null): Tokens => ({
  generation: (previous?.generation ?? 0) + 1,
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  obtainedAt: askedAt,
  expiresAt: answer.expires_in === undefined ? null : askedAt + answer.expires_in * 1000,
  scope: answer.scope ?? previous?.scope ?? null,
})
