import type { Dispatcher } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import type { IsReachable } from './reachability.ts'
import { defaultSilentMs, watchSilence } from './watch-silence.ts'

/** The part of undici's `Agent`, `Pool` or `Client` that is needed. */
export type ServiceDispatcher = Pick<Dispatcher, 'dispatch'>

/** The ports of a request. */
export type RequestPorts = Pick<Platform, 'clock' | 'timers'> & { readonly dispatcher: ServiceDispatcher }

export type RequestTimeouts = {
  /** From the last byte sent to the head of the answer, milliseconds. */
  readonly headersMs: number
  /** From the head of the answer to its end, milliseconds. */
  readonly bodyMs: number
  /** Silence in both directions after which the connection is checked, in milliseconds. */
  readonly silentMs?: number
}

export type WireRequest = {
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'HEAD' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | AsyncIterable<Uint8Array> | null
}

/** A complete answer of the service. */
export type Answer = {
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
  /** `Date`: the service's clock. */
  readonly date: string | undefined
  readonly location: string | undefined
  /** `WWW-Authenticate`. */
  readonly challenge: string | undefined
}

/** A complete answer, or none: `started` says that any byte of the request may have been sent. */
export type Exchange =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'unanswered'; readonly error: unknown; readonly started: boolean }

/** Size limit of an answer: usually a few lines, or one product. */
const answerLimit = 8 * 1024 * 1024

const firstOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

export const cancelledError = (signal: AbortSignal): AppError =>
  signal.reason instanceof AppError ? signal.reason : new AppError('cancelled', { kind: 'request-cancelled' })

async function* tellOfEach(body: AsyncIterable<Uint8Array>, heard: () => void, end: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    heard()
    yield chunk
  }
  end()
}

/** Longest gap between two bytes of an answer, in milliseconds. An answer that has started should be complete, so a longer gap is a failure. */
const answerSilentMs = 20_000

type Watch = {
  readonly signal?: AbortSignal | undefined
  readonly isReachable?: IsReachable | undefined
  /** Milliseconds without a byte although the service can be reached; `null`: data arrived again. */
  readonly onSilence?: ((ms: number | null) => void) | undefined
}

/**
 * Sends one request and collects its answer; never rejects. Goes straight to undici's dispatch: it is the fastest way,
 * and the only one that reports when the first byte is about to be sent (`onRequestStart`), which decides whether a failure is certain.
 * Aborting ends it at once; a request still waiting for a connection is then never sent. With `isReachable`, a connection that went dead
 * is noticed (AppError `unreachable`) before the time for an answer is over.
 */
export const sendRequest = (
  { dispatcher, clock, timers }: RequestPorts,
  request: WireRequest,
  { headersMs, bodyMs, silentMs = defaultSilentMs }: RequestTimeouts,
  { signal, isReachable, onSilence }: Watch = {},
): Promise<Exchange> =>
  new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let isSettled = false
    let isSending = request.body !== null && !Buffer.isBuffer(request.body)
    let status = 0
    let retryAfter: string | undefined
    let date: string | undefined
    let location: string | undefined
    let challenge: string | undefined
    let size = 0
    let headAt = 0
    const chunks: Buffer[] = []

    const settle = (exchange: Exchange): void => {
      if (isSettled) return
      isSettled = true
      silence?.stop()
      signal?.removeEventListener('abort', onAbort)
      resolve(exchange)
    }
    const fail = (error: unknown): void => settle({ kind: 'unanswered', error, started: controller !== undefined })
    const stop = (error: AppError): void => {
      fail(error)
      controller?.abort(error)
    }
    const onAbort = (): void => {
      if (signal !== undefined) stop(cancelledError(signal))
    }

    const silence =
      isReachable &&
      watchSilence({
        clock,
        timers,
        silentMs,
        isAlive: () => isReachable(request.origin),
        onSilence: (ms) => {
          // A request that is not read gets no answer; only a service with the whole request may take long.
          if (isSending && ms !== null && ms > 1.5 * silentMs) stop(new AppError('timeout', { kind: 'upload-stalled' }, { kept: 'work' }))
          else onSilence?.(ms)
        },
        onDead: () => stop(new AppError('unreachable', { kind: 'connection-lost' }, { kept: 'work' })),
      })

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        if (isSettled) started.abort(new AppError('cancelled', { kind: 'request-cancelled' }))
        else controller = started
      },
      onResponseStart: (_, statusCode, headers) => {
        if (statusCode < 200) return
        status = statusCode
        retryAfter = firstOf(headers['retry-after'])
        date = firstOf(headers.date)
        location = firstOf(headers.location)
        challenge = firstOf(headers['www-authenticate'])
        headAt = clock.monotonic()
        silence?.heard()
      },
      onResponseData: (_, chunk) => {
        silence?.heard()
        size += chunk.length
        chunks.push(chunk)
        if (size > answerLimit) stop(new AppError('bad-answer', { kind: 'service-answer-too-long' }, { kept: 'work', status }))
        // undici's own timer detects only silence; an endless slow answer ends here.
        else if (clock.monotonic() - headAt > bodyMs) stop(new AppError('timeout', { kind: 'answer-unfinished' }, { kept: 'work' }))
      },
      onResponseEnd: () => {
        const text = chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString()
        settle({ kind: 'answered', answer: { status, text, retryAfter, date, location, challenge } })
      },
      onResponseError: (_, error) => fail(error),
    }

    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    try {
      const { origin, path, method, headers } = request
      const sent = (): void => {
        isSending = false
      }
      const { body: whole } = request
      const body = whole === null || Buffer.isBuffer(whole) || !silence ? whole : tellOfEach(whole, silence.heard, sent)
      // undici's types know only Node's streams as iterable bodies; any async iterable is taken.
      const wire = { origin, path, method, headers, body: body as Buffer }
      dispatcher.dispatch({ ...wire, headersTimeout: headersMs, bodyTimeout: Math.min(bodyMs, answerSilentMs) }, handler)
    } catch (error) {
      fail(error)
    }
  })
