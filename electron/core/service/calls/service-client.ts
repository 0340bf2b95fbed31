import { toAppError } from '../../../../shared/base/errors.ts'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { IsReachable } from '../../base/network/reachability.ts'
import { cancelledError, type RequestTimeouts, type ServiceDispatcher, sendRequest } from '../../base/network/send-request.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { type ContentCalls, createContentCalls } from './content-calls.ts'
import { frameSource, makeBoundary } from './frame-source.ts'
import type { KeepOddAnswer } from './keep-odd-answer.ts'
import { type FileToUpload, type OpenBody, openMultipartFile } from './multipart-file.ts'
import { failed, judgeExchange, type Outcome, unsent } from './outcome.ts'
import { createProductCalls, type ProductCalls } from './product-calls.ts'
import { parseJson, readAnalysis, readId } from './read-answer.ts'
import { createReadingCalls, type ReadingCalls } from './read-product.ts'
import { type Call, type CallOptions, type FieldSource, openJson } from './service-call.ts'

/** A source whose value is a form field. The value goes in as it is; the boundary is new each time, so that no text can hold it. */
const openFields = ({ type, value }: FieldSource): OpenBody => {
  const { head, tail, contentType } = frameSource(makeBoundary(), type)
  const body = Buffer.concat([head, Buffer.from(value), tail])
  return {
    body,
    headers: { 'content-type': contentType, 'content-length': String(body.length) },
    failure: () => undefined,
    close: async () => {},
  }
}

/** The credentials of a request. `token` identifies them for `replaceRejected`. */
export type Credential = { readonly headers: Readonly<Record<string, string>>; readonly token: string }

export type CredentialSource = {
  /** Throws AppError `signed-out`, `session-ended`, `offline`. */
  readonly credential: () => Promise<Credential>
  /** Another credential in place of one that got a 401; single flight is the session's job. Throws like `credential`. */
  readonly replaceRejected: (token: string) => Promise<Credential>
}

export type UploadOptions = CallOptions & {
  /** The file is read at once, the request begins when this resolves; if it rejects, nothing is sent. */
  readonly after?: Promise<void>
  /** Bytes of the file passed to the network; never decreases, even if the upload is repeated after a 401. */
  readonly onProgress?: (sentBytes: number) => void
}
/** The operations of the service (spec, "Endpoints"). Nothing throws: every call ends in an outcome. */
export type ServiceClient = ContentCalls &
  ProductCalls &
  ReadingCalls & {
    /** A call that one operation alone makes, and keeps in its folder. */
    readonly send: <T>(call: Call<T>, options?: CallOptions) => Promise<Outcome<T>>
    /** Row "Analyze an image". `cannot-tell`: the service says so. An empty answer counts as no answer. */
    readonly analyse: (
      input: { readonly imageUrl: string; readonly question: string },
      options?: CallOptions,
    ) => Promise<Outcome<{ readonly text: string; readonly kind: 'answer' | 'cannot-tell' }>>
    /** Row "Create a source", type FILE. */
    readonly createFileSource: (file: FileToUpload, options?: UploadOptions) => Promise<Outcome<{ readonly sourceId: string }>>
    /** Row "Create a source", the types whose value is a form field. */
    readonly createFieldSource: (input: FieldSource, options?: CallOptions) => Promise<Outcome<{ readonly sourceId: string }>>
  }

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
  readonly connection: Pick<Connection, 'baseUrl' | 'paths' | 'templates' | 'readProduct'>
  readonly credentials: CredentialSource
  /** Keep-alive connections, see create-dispatcher.ts (which also holds the time allowed for connecting). */
  readonly dispatcher: ServiceDispatcher
  readonly timeouts?: Partial<RequestTimeouts>
  /** Called after a silence; without it a dead connection is detected only at the timeout. */
  readonly isReachable?: IsReachable
  /** Saves a success answer without the expected content. */
  readonly keepOddAnswer?: KeepOddAnswer
}

const defaultTimeouts: RequestTimeouts = { headersMs: 120_000, bodyMs: 30_000 }

const readCannotTell = (text: string) => ({
  text,
  kind: /^cannot tell\b/i.test(text) ? ('cannot-tell' as const) : ('answer' as const),
})

/** The client of one workspace. A 401 is retried once with another credential; the queue retries every other failure. */
export const createServiceClient = ({
  connection,
  credentials,
  dispatcher,
  clock,
  timers,
  files,
  timeouts,
  isReachable,
  keepOddAnswer,
}: Ports): ServiceClient => {
  const { origin, pathname } = new URL(connection.baseUrl)
  const prefix = trimEndOf(pathname, '/')
  const allowed = { ...defaultTimeouts, ...timeouts }

  const attempt = async <T>(
    call: Call<T>,
    { headers, token }: Credential,
    isRenewed: boolean,
    { signal, onSilence }: CallOptions,
  ): Promise<Outcome<T>> => {
    const opened = await call.open()
    try {
      await call.after
      const request = {
        origin,
        path: `${prefix}${call.path}`,
        method: call.method,
        headers: { ...opened.headers, accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Packshot', ...headers },
        body: opened.body,
      }
      const exchange = await sendRequest({ dispatcher, clock, timers }, request, allowed, { signal, onSilence, isReachable })
      return await judgeExchange(call, exchange, {
        now: clock.now(),
        secrets: [token, ...Object.values(headers)],
        asked: `${call.method} ${request.path}`,
        isRenewed,
        bodyFailure: opened.failure,
        keepOddAnswer,
      })
    } finally {
      await opened.close()
    }
  }

  const run = async <T>(call: Call<T>, options: CallOptions): Promise<Outcome<T>> => {
    const { signal } = options
    try {
      const first = await credentials.credential()
      if (signal?.aborted) return failed(cancelledError(signal), false)
      const outcome = await attempt(call, first, false, options)
      if (outcome.kind === 'done' || outcome.error.status !== 401) return outcome
      const second = await credentials.replaceRejected(first.token)
      if (signal?.aborted) return failed(cancelledError(signal), false)
      return await attempt(call, second, true, options)
    } catch (error) {
      // Only credentials, opening a file and `after` throw: before the request, or after a complete 401.
      return unsent(toAppError(error))
    }
  }

  /** `POST /v1/sources` for any kind of form. */
  const createSource = (
    form: Pick<Call<unknown>, 'open' | 'after'>,
    options: CallOptions,
  ): Promise<Outcome<{ readonly sourceId: string }>> =>
    run(
      {
        method: 'POST',
        path: connection.paths.sources,
        names: 'address',
        subject: 'source',
        wants: 'id',
        ...form,
        read: (text) => {
          const sourceId = readId(parseJson(text))
          return sourceId === undefined ? undefined : { sourceId }
        },
      },
      options,
    )

  return {
    ...createContentCalls({ paths: connection.paths, run, openJson }),
    ...createProductCalls({ connection, run, openJson }),
    ...createReadingCalls({ connection, run, openJson }),

    send: (call, options = {}) => run(call, options),

    analyse: (input, options = {}) =>
      run(
        {
          method: 'POST',
          path: connection.paths.analyse,
          names: 'address',
          subject: 'analysis',
          wants: 'analysis',
          open: openJson({ imageUrl: input.imageUrl, question: input.question }),
          read: (text) => {
            const analysis = readAnalysis(parseJson(text))
            return analysis ? readCannotTell(analysis) : undefined
          },
        },
        options,
      ),

    createFileSource: async (file, { onProgress, after, ...options } = {}) => {
      let most = 0
      const report = (sentBytes: number): void => {
        if (sentBytes <= most) return
        most = sentBytes
        try {
          onProgress?.(sentBytes)
        } catch {
          // A listener's exception must not change the upload's result.
        }
      }
      const outcome = await createSource({ open: () => openMultipartFile(file, report, files), after }, options)
      if (outcome.kind === 'done') report(file.bytes)
      return outcome
    },

    createFieldSource: (input, options = {}) => createSource({ open: async () => openFields(input) }, options),
  }
}
