import type { Dispatcher } from 'undici'
import { z } from 'zod'
import { type AppError, toAppError } from '../../../../shared/base/errors.ts'
import { basicAuth, type Connection } from '../../../../shared/workspaces/connection.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { createAuthorizationServerClient } from './authorization-server.ts'
import { createFetch } from './fetch-answer.ts'
import { createTurns } from './run-in-turn.ts'

const revocation = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  basicAuth,
  token: z.string(),
  hint: z.enum(['refresh_token', 'access_token']),
  /** Milliseconds since 1970. */
  since: z.number(),
})
type Revocation = z.infer<typeof revocation>
const stored = z.object({ version: z.literal(1), revocations: z.array(revocation) })

/** The entry of the keychain. */
export const pendingRevocationsName = 'pending-revocations'

type Pending = Pick<Revocation, 'clientSecret' | 'token' | 'hint'> & { readonly connection: Connection }
export type RevokeLater = (pending: Pending) => Promise<boolean>

/** The workspace was not reached or could not answer; any other refusal would only be repeated. */
export const isWorthRepeating = ({ code, retry }: AppError): boolean => retry === 'later' && code !== 'bad-answer'

/** An unused refresh token expires after this time (service interface, "Limits"). */
const longestMs = 30 * 86_400_000
const mostKept = 20
const quietMs = 300_000

const parseRevocations = (text: string | null): readonly Revocation[] => {
  try {
    return text === null ? [] : stored.parse(JSON.parse(text)).revocations
  } catch {
    return []
  }
}

const nothingWhenDamaged = (error: unknown): null => {
  if (toAppError(error).code === 'data-corrupt') return null
  throw error
}

type Ports = {
  readonly getSecrets: () => Promise<{ readonly store: SecretStore }>
  readonly dispatcher: Dispatcher
  readonly clock: { readonly now: () => number }
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export type PendingRevocations = ReturnType<typeof createPendingRevocations>

/** Tokens of workspaces that were disconnected while they could not be reached: in the keychain until they are revoked (RFC 7009). */
export const createPendingRevocations = ({ getSecrets, dispatcher, clock, log }: Ports) => {
  const inTurn = createTurns()
  let quietUntil = 0
  /** Read once; only this process writes it. */
  let known: readonly Revocation[] | null = null

  const load = async (store: SecretStore): Promise<readonly Revocation[]> => {
    if (known !== null) return known
    known = parseRevocations(await store.get(pendingRevocationsName).catch(nothingWhenDamaged))
    return known
  }

  const save = async (store: SecretStore, revocations: readonly Revocation[]): Promise<void> => {
    if (revocations.length === 0) await store.delete(pendingRevocationsName)
    else await store.set(pendingRevocationsName, JSON.stringify({ version: 1, revocations }))
    known = revocations
  }

  /** True if no further try is needed. */
  const settle = async (one: Revocation): Promise<boolean> => {
    if (Math.abs(clock.now() - one.since) > longestMs) return true
    const { baseUrl, clientId, clientSecret } = one
    const fetch = createFetch(dispatcher)
    const secret = async (): Promise<string> => clientSecret
    const server = createAuthorizationServerClient({ baseUrl, clientId, clientSecret: secret, basicAuth: one.basicAuth, fetch, log })
    try {
      await server.revoke(one.token, one.hint)
      log({ event: 'revoked-later', baseUrl })
      return true
    } catch (thrown) {
      const error = toAppError(thrown)
      log({ event: 'revocation-failed', baseUrl, code: error.code })
      return !isWorthRepeating(error)
    }
  }

  const revokeLater: RevokeLater = ({ connection, ...secrets }) =>
    inTurn(async () => {
      const { store } = await getSecrets()
      const { credentials, baseUrl } = connection
      // In memory it would most likely be lost before the network is back, so it is reported at once.
      if (store.storage !== 'keychain' || credentials.kind !== 'oauth') return false
      const { clientId, basicAuth } = credentials
      const added = { baseUrl, clientId, basicAuth, ...secrets, since: clock.now() }
      await save(store, [...(await load(store)), added].slice(-mostKept))
      return true
    }).catch((error: unknown) => {
      log({ event: 'revocation-not-kept', why: toAppError(error).message })
      return false
    })

  return {
    revokeLater,
    /** Retries pending revocations, unless tried a moment ago; `now`: the network is back. Never rejects. */
    retry: ({ now = false } = {}): Promise<void> =>
      inTurn(async () => {
        if (!now && clock.now() < quietUntil && quietUntil - clock.now() <= quietMs) return
        const { store } = await getSecrets()
        if (store.storage !== 'keychain') return
        const pending = await load(store)
        if (pending.length === 0) return
        quietUntil = clock.now() + quietMs
        const left: Revocation[] = []
        for (const one of pending) if (!(await settle(one))) left.push(one)
        if (left.length < pending.length) await save(store, left)
      }).catch((error: unknown) => log({ event: 'revocations-not-read', why: toAppError(error).message })),
  }
}
