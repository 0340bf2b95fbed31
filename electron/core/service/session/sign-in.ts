import { setTimeout as sleep } from 'node:timers/promises'
import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { AppError } from '../../../../shared/base/errors.ts'
import { readMark } from '../../../../shared/workspaces/redirect-addresses.ts'
import type { AuthorizationServerClient } from './authorization-server.ts'
import { type CallbackVerdict, checkCallback, isRedirectTo } from './check-callback.ts'
import type { Fetch } from './fetch-answer.ts'
import { type OpenRedirect, openRedirect } from './open-redirect.ts'
import { probeAuthorize } from './probe-authorize.ts'
import type { SignInOptions } from './session-types.ts'

type Ports = {
  readonly clientId: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
  readonly authorizationServer: AuthorizationServerClient
  readonly fetch: Fetch
  readonly openBrowser: (url: string) => Promise<void>
  readonly withEntrance: (url: string) => Promise<string>
  readonly onlyLoopback: boolean
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  readonly limitMs: number
}

/** How long opening the browser is waited for before the address is shown, milliseconds. */
const openMs = 5_000

/** The values for exchanging the code. */
export type Authorization = { readonly parameters: URLSearchParams; readonly redirectUri: string; readonly verifier: string }

/** Accepts a pasted or passed address; throws AppError `sign-in-failed` if it is not the expected answer. */
export type TakeAddress = (address: string) => void

/**
 * One trip through the browser (RFC 6749 4.1 with PKCE S256, RFC 8252). `signal` ends it at once, with its reason if that is an
 * AppError. Throws AppError: `sign-in-refused`, `sign-in-failed`, `sign-in-timeout`, `redirect-not-registered`, `redirect-ports-busy`,
 * `invalid-client`, `offline`, `cancelled`.
 */
export const askForAuthorization = async (
  ports: Ports,
  { openBrowser: wantsBrowser, scopes: wanted, onAuthorizeUrl }: SignInOptions,
  signal: AbortSignal,
  onReady: (take: TakeAddress) => void,
): Promise<Authorization> => {
  const { clientId, redirectUris, authorizationServer, fetch, openBrowser, withEntrance, onlyLoopback, log, limitMs } = ports
  const scopes = wanted ?? ports.scopes
  const server = await authorizationServer.server()
  throwIfAborted(signal)
  const over = new AbortController()
  const state = generateRandomState()
  const verifier = generateRandomCodeVerifier()

  let settle: (verdict: Exclude<CallbackVerdict, { kind: 'refused' }>) => void = () => {}
  const answered = new Promise<Exclude<CallbackVerdict, { kind: 'refused' }>>((resolve) => {
    settle = resolve
  })
  let wasOfAnother = false
  const judge = (query: URLSearchParams): CallbackVerdict => {
    const verdict = checkCallback(query, { server, clientId, state })
    if (verdict.kind !== 'refused') settle(verdict)
    else {
      if (verdict.why === 'iss') wasOfAnother = true
      log({ event: 'callback-refused', why: verdict.why })
    }
    return verdict
  }
  const toPage = { code: 'accepted', failed: 'failed', refused: 'refused' } as const
  const open = async (uris: readonly string[]): Promise<OpenRedirect> => {
    const opened = await openRedirect({ redirectUris: uris, onlyLoopback, judge: (query) => toPage[judge(query).kind], log })
    const { redirectUri } = opened
    try {
      // A separate state and challenge, so that the probe's values are worthless afterwards.
      const probe = {
        redirectUri,
        scopes,
        state: generateRandomState(),
        challenge: await calculatePKCECodeChallenge(generateRandomCodeVerifier()),
      }
      await Promise.race([probeAuthorize(fetch, await authorizationServer.authorizeUrl(probe), redirectUri), untilAborted(signal)])
      return opened
    } catch (error) {
      await opened.receiver?.close()
      throw error
    }
  }
  const { redirectUri, receiver } = await openMarkedFirst(redirectUris, open)

  try {
    onReady((address) => {
      const isTaken = isRedirectTo(address, redirectUri) && judge(new URL(address).searchParams).kind !== 'refused'
      if (!isTaken) throw new AppError('sign-in-failed', { kind: 'address-not-waited-for' })
    })
    const challenge = await calculatePKCECodeChallenge(verifier)
    const url = await authorizationServer.authorizeUrl({ redirectUri, scopes, state, challenge })
    // A system that asks which browser to use may not report for long that it opened one; by then the browser or the answer is there.
    const longEnough = Promise.race([answered, sleep(openMs, undefined, { ref: false })]).then(() => true)
    const opened =
      wantsBrowser && (await Promise.race([openIn(openBrowser, await withEntrance(url), log), longEnough, untilAborted(signal)]))
    throwIfAborted(signal)
    // Another entrance: the browser that was opened may not be the one that is used.
    onAuthorizeUrl?.(await withEntrance(url), opened)

    const verdict = await Promise.race([answered, untilAborted(signal), untilTimeout(limitMs, over.signal, () => wasOfAnother)])
    if (verdict.kind === 'failed') throw verdict.error
    return { parameters: verdict.parameters, redirectUri, verifier }
  } finally {
    over.abort()
    await receiver?.close()
  }
}

/** Where a client may be registered with the workspace's mark or, by an earlier guide, without: with it first. */
const openMarkedFirst = async <Opened>(
  redirectUris: readonly string[],
  open: (uris: readonly string[]) => Promise<Opened>,
): Promise<Opened> => {
  const marked = redirectUris.filter((uri) => readMark(uri) !== null)
  const others = redirectUris.filter((uri) => readMark(uri) === null)
  if (marked.length === 0 || others.length === 0) return open(redirectUris)
  return open(marked).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'redirect-not-registered') return open(others)
    throw error
  })
}

const openIn = async (
  openBrowser: (url: string) => Promise<void>,
  url: string,
  log: (event: Readonly<Record<string, unknown>>) => void,
): Promise<boolean> => {
  try {
    await openBrowser(url)
    return true
  } catch (error) {
    log({ event: 'browser-not-opened', why: error instanceof Error ? error.message : String(error) })
    return false
  }
}

const reasonOf = ({ reason }: AbortSignal): AppError =>
  reason instanceof AppError ? reason : new AppError('cancelled', { kind: 'sign-in-cancelled' }, { kept: 'queue' })

const throwIfAborted = (signal: AbortSignal): void => {
  if (signal.aborted) throw reasonOf(signal)
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(reasonOf(signal))
    signal.addEventListener('abort', () => reject(reasonOf(signal)), { once: true })
  })

const untilTimeout = async (limitMs: number, signal: AbortSignal, wasOfAnother: () => boolean): Promise<never> => {
  await sleep(limitMs, undefined, { signal })
  // With the right state, it is a misconfigured workspace or a mix-up attack (RFC 9207). Silent waiting would hide both.
  if (wasOfAnother()) throw new AppError('sign-in-failed', { kind: 'issuer-differs' }, { kept: 'queue' })
  const minutes = Math.round(limitMs / 60_000)
  throw new AppError('sign-in-timeout', { kind: 'access-not-allowed', minutes }, { kept: 'queue' })
}
