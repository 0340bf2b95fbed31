import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import { createAuthorizationServerClient } from './authorization-server.ts'
import { createFetch } from './fetch-answer.ts'
import { createRefreshPause } from './refresh-pause.ts'
import { type Revoked, revokeTokens } from './revoke-tokens.ts'
import { clientSecretName, tokensName } from './secret-names.ts'
import { createStateHolder } from './session-state-holder.ts'
import type { Credential, Session, SessionPorts, SignInOptions } from './session-types.ts'
import { askForAuthorization, type TakeAddress } from './sign-in.ts'
import type { Tokens } from './stored-tokens.ts'
import { createTokenKeeper } from './token-keeper.ts'

type Attempt = { readonly abort: (reason: AppError) => void; readonly done: Promise<void>; take: TakeAddress | null }

/** The session of an OAuth connection. The connection's client secret is in the secret store already. */
export const createSession = (ports: SessionPorts): Session => {
  const { connection, secrets, dispatcher, clock, openBrowser, log, signInLimitMs = 600_000, revokeLater = async () => false } = ports
  const { clientId, redirectUris, signInOrigin, scopes, basicAuth } = requireOauth(connection)
  const { state, subscribe, announce } = createStateHolder(log)
  const fetch = createFetch(dispatcher)
  const clientSecret = (): Promise<string> => readClientSecret(secrets, connection)
  const authorizationServer = createAuthorizationServerClient({
    baseUrl: connection.baseUrl,
    signInOrigin,
    clientId,
    clientSecret,
    fetch,
    basicAuth,
    log,
  })
  const { onlyLoopback = false, pauseMemory, withEntrance = async (url: string) => url } = ports
  const keeper = createTokenKeeper({
    connectionId: connection.id,
    secrets,
    refresh: authorizationServer.refresh,
    pause: createRefreshPause(clock, pauseMemory),
    clock,
    log,
    announce,
  })
  const signInPorts = {
    ...{ clientId, redirectUris, scopes, authorizationServer, fetch, openBrowser, withEntrance, onlyLoopback, log },
    limitMs: signInLimitMs,
  }

  let current: Attempt | null = null
  let stopped = false

  const refuseWhenStopped = (): void => {
    if (stopped) throw closing()
  }

  const run = async (
    earlier: Attempt | null,
    options: SignInOptions,
    signal: AbortSignal,
    onReady: (take: TakeAddress) => void,
  ): Promise<void> => {
    // Its port must be free, and a running exchange is not aborted.
    await earlier?.done.catch(() => undefined)
    announce({ kind: 'sign-in-started' })
    try {
      // A locked keychain or a lost secret is reported before the browser opens.
      await clientSecret()
      const { parameters, redirectUri, verifier } = await askForAuthorization(signInPorts, options, signal, onReady)
      // After the consent, so that an abandoned sign-in ends no session; before the exchange, as the service might take the new
      // pair for a successor of the old one.
      if (options.asAnotherUser) await revokeEarlier()
      await keeper.adopt(() => authorizationServer.exchange(parameters, redirectUri, verifier))
      log({ event: 'signed-in', connection: connection.id })
    } finally {
      announce({ kind: 'sign-in-stopped' })
    }
  }

  const revokeEarlier = async (): Promise<void> => {
    const tokens = keeper.inHand()
    if (tokens !== null) await revoke(tokens)
  }

  const signIn = (options: SignInOptions): Promise<void> => {
    const earlier = current
    earlier?.abort(new AppError('cancelled', { kind: 'sign-in-replaced' }))
    const controller = new AbortController()
    const signal = options.signal === undefined ? controller.signal : AbortSignal.any([controller.signal, options.signal])
    const done = run(earlier, options, signal, (take) => {
      attempt.take = take
    }).finally(() => {
      attempt.take = null
      if (current === attempt) current = null
    })
    const attempt: Attempt = { abort: (reason) => controller.abort(reason), done, take: null }
    current = attempt
    return done
  }

  const cancelSignIn = async (why: AppError): Promise<void> => {
    const attempt = current
    attempt?.abort(why)
    await attempt?.done.catch(() => undefined)
  }

  const revoke = (tokens: Tokens): Promise<Revoked> =>
    revokeTokens(tokens, { connection, revoke: authorizationServer.revoke, clientSecret, revokeLater })

  const disconnect = async (): Promise<Revoked> => {
    await cancelSignIn(new AppError('cancelled', { kind: 'workspace-disconnected' }))
    let outcome: Revoked = { revoked: false }
    await keeper.forget(async (tokens) => {
      if (tokens !== null) outcome = await revoke(tokens)
      const names = [tokensName(connection.id), clientSecretName(connection.id)]
      const results = await Promise.allSettled(names.map((name) => secrets.delete(name)))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    })
    log({ event: 'disconnected', connection: connection.id, revoked: outcome.revoked })
    return outcome
  }

  return {
    state,
    subscribe,
    discovery: authorizationServer.discovery,
    restore: () => keeper.restore(),
    credential: async () => {
      refuseWhenStopped()
      return toCredential(await keeper.current())
    },
    replaceRejected: async (token) => {
      refuseWhenStopped()
      return toCredential(await keeper.replace(token))
    },
    signIn: async (options) => {
      refuseWhenStopped()
      if ((await keeper.readAgain()) && !options.asAnotherUser) return
      await signIn(options)
    },
    keepFresh: async () => {
      if (!stopped) await keeper.keepFresh()
    },
    completeSignIn: async (redirectUrl) => {
      const attempt = current
      if (attempt?.take == null) throw new AppError('sign-in-failed', { kind: 'no-sign-in-waiting' })
      attempt.take(redirectUrl.trim().slice(0, 16_384))
      await attempt.done
    },
    disconnect,
    stop: async () => {
      stopped = true
      await cancelSignIn(closing())
      // An unresponsive network must not keep Packshot from closing; at worst it costs one sign-in.
      await Promise.race([keeper.settle(), sleep(10_000, undefined, { ref: false })])
    },
  }
}

const requireOauth = ({ credentials }: Connection): Extract<Connection['credentials'], { kind: 'oauth' }> => {
  if (credentials.kind !== 'oauth') throw new AppError('internal', { kind: 'client-unknown' })
  return credentials
}

export const readClientSecret = async (secrets: SecretStore, { id, name }: Connection): Promise<string> => {
  const secret = await secrets.get(clientSecretName(id)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'data-corrupt') return null
    throw error
  })
  if (secret === null) throw new AppError('invalid-client', { kind: 'client-secret-missing', name }, { kept: 'queue' })
  return secret
}

const closing = (): AppError => new AppError('cancelled', { kind: 'app-closing' })

const toCredential = ({ accessToken }: Tokens): Credential => ({ headers: { Authorization: `Bearer ${accessToken}` }, token: accessToken })
