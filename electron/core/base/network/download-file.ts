import { dirname } from 'node:path'
import { PassThrough, pipeline, Readable, Transform } from 'node:stream'
import type { Dispatcher, Response } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Platform } from '../platform/platform.ts'
import { followRedirects, type ResolveHost } from './follow-redirects.ts'

export type DownloadLimits = {
  /** Total time limit of a download. */
  readonly wholeMs?: number
  /** So is one without any data for this long. */
  readonly silenceMs?: number
}

/** Why a download failed. `broken`: it could not be reached, or, where it had `begun`, was cut. */
export type DownloadFault =
  | { readonly kind: 'silent' | 'slow'; readonly afterMs: number }
  | { readonly kind: 'broken'; readonly begun: boolean }

type Options = Pick<Platform, 'files' | 'timers'> & {
  readonly dispatcher: Dispatcher
  readonly headers: Readonly<Record<string, string>>
  readonly limits?: DownloadLimits
  readonly resolveHost?: ResolveHost
  /** Where it may lead; absent: anywhere on the web. */
  readonly isAllowed?: (url: URL) => boolean
  readonly signal?: AbortSignal
  /** Looks at the answer before its body. False: it is not wanted. Throws to refuse it. */
  readonly takes: (answer: Response) => boolean
  /** Streams that its bytes pass, which fail to refuse them. */
  readonly checks: () => readonly Transform[]
  readonly explain: (fault: DownloadFault, cause: unknown) => AppError
}

/** The AppError of a refused connection. */
const findRefusal = (error: unknown): AppError | undefined =>
  error instanceof Error && error.cause instanceof AppError ? error.cause : undefined

/**
 * Downloads an address into a file, within limits of time. Resolves to whether it did; without, and with an error, the file is not there. Errors:
 * those of `takes`, `checks`, `explain` and `followRedirects`.
 */
export const downloadFile = async (url: string, target: string, options: Options): Promise<boolean> => {
  const { files, timers, takes, checks, explain } = options
  const { wholeMs = 120_000, silenceMs = 20_000 } = options.limits ?? {}
  const silence = new AbortController()
  const whole = new AbortController()
  const signal = AbortSignal.any([whole.signal, silence.signal, ...(options.signal ? [options.signal] : [])])
  const limit = timers.after(wholeMs, () => whole.abort())
  let fallSilent = timers.after(silenceMs, () => silence.abort())
  const heard = (): void => {
    fallSilent.cancel()
    fallSilent = timers.after(silenceMs, () => silence.abort())
  }
  const listen = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      heard()
      done(null, chunk)
    },
  })
  let begun = false
  try {
    const answer = await followRedirects(url, { ...options, signal })
    heard()
    const leave = (): void => void answer.body?.cancel().catch(() => {})
    let isTaken = false
    try {
      isTaken = takes(answer)
    } finally {
      if (!isTaken) leave()
    }
    if (!isTaken) return false
    begun = true
    await files.makeFolder(dirname(target))
    const body = answer.body ? Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream) : Readable.from([])
    const checked = new PassThrough()
    // An error of any of them ends the last one with it, where it is seen.
    pipeline([body, listen, ...checks(), checked], () => {})
    await files.writeStream(target, checked, { flush: true, signal })
    return true
  } catch (error) {
    await files.remove(target)
    if (error instanceof AppError) throw error
    if (silence.signal.aborted) throw explain({ kind: 'silent', afterMs: silenceMs }, error)
    if (whole.signal.aborted) throw explain({ kind: 'slow', afterMs: wholeMs }, error)
    const refusal = findRefusal(error)
    if (refusal !== undefined) throw refusal
    throw explain({ kind: 'broken', begun }, error)
  } finally {
    fallSilent.cancel()
    limit.cancel()
  }
}
