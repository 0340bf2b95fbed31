import { type Dispatcher, fetch as undiciFetch } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import { explainProxy } from '../../base/network/explain-proxy.ts'
import { findNetworkCode } from '../calls/classify-failure.ts'

/** The used part of `fetch`; both undici's and Node's fit. */
export type Fetch = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: string
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: Iterable<[string, string]>
  readonly body: AsyncIterable<Uint8Array> | null
}>

/** undici's fetch through the given connections. */
export const createFetch =
  (dispatcher: Dispatcher): Fetch =>
  (url, init) =>
    undiciFetch(url, { ...init, dispatcher })

/** A whole answer, read within limits. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

type Request = { readonly url: string; readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
type Limits = { readonly limitMs?: number; readonly signal?: AbortSignal }

/** Answers of sign-in endpoints are small; characters beyond this are not read. */
const largestBytes = 1_048_576

/**
 * Sends a request and reads the whole answer, of any status. Redirects are not followed.
 * Throws AppError `offline`, `timeout` (default 30 s), `bad-answer` (too large) or `cancelled` (by the signal).
 */
export const fetchAnswer = async (fetch: Fetch, request: Request, { limitMs = 30_000, signal }: Limits = {}): Promise<Answer> => {
  const limit = AbortSignal.timeout(limitMs)
  const { url, method = 'GET', headers = {}, body } = request
  const host = new URL(url).host
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    })
    return { status: response.status, headers: new Headers([...response.headers]), text: await readText(response.body, host) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (signal?.aborted) throw new AppError('cancelled', { kind: 'request-cancelled' }, { cause: error })
    if (limit.aborted)
      throw new AppError('timeout', { kind: 'host-silent', host, seconds: Math.round(limitMs / 1000) }, { kept: 'queue', cause: error })
    const refused = explainProxy(error)
    if (refused !== undefined) throw refused
    if (isBlockedPort(error)) throw new AppError('invalid-address', { kind: 'port-blocked', host }, { kept: 'nothing-sent', cause: error })
    const networkCode = findNetworkCode(error) ?? null
    throw new AppError('offline', { kind: 'host-unreachable', host, networkCode }, { kept: 'queue', cause: error })
  }
}

const readText = async (body: AsyncIterable<Uint8Array> | null, host: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > largestBytes) throw new AppError('bad-answer', { kind: 'oauth-answer-too-large', host })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** undici has it only in its message. */
const isBlockedPort = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'
