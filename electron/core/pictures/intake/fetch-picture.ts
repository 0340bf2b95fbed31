import { dirname } from 'node:path'
import { PassThrough, pipeline, Readable, Transform } from 'node:stream'
import type { Dispatcher } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import type { PicturesFailure } from '../../../../shared/pictures/pictures-failures.ts'
import { followRedirects, type ResolveHost } from '../../base/network/follow-redirects.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { headBytes, identifyFile } from '../../formats/kinds/identify-file.ts'
import { maxFileBytes } from './file-limit.ts'
import { limitBytes } from './receive-file.ts'

/** The file name derived from an address. */
export const nameOfUrl = (url: string): string => {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'picture'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

type Limits = {
  /** Total time limit of a download. */
  readonly wholeMs?: number
  /** So is one without any data for this long. */
  readonly silenceMs?: number
}

/** Passes the first bytes on only if they are a picture's, so that an endless stream of other data ends here. */
const requirePicture = (): Transform => {
  let head = Buffer.alloc(0)
  let isKnown = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isKnown) {
        head = Buffer.concat([head, chunk])
        const found = identifyFile(head, Number.MAX_SAFE_INTEGER)
        isKnown = found.kind === 'image' || head.length >= headBytes
        if (found.kind === 'refused') return done(found.error)
      }
      done(null, chunk)
    },
  })
}

/** The AppError of a refused connection. */
const findRefusal = (error: unknown): AppError | undefined =>
  error instanceof Error && error.cause instanceof AppError ? error.cause : undefined

/**
 * Fetches a picture into a file. Errors: `usage` (not an http(s) address), `not-found`, `rejected`, `offline`, `timeout`,
 * `file-too-large`, `unsupported-format` for a web page, and the refusals of identifyFile.
 */
export const fetchPicture = async (
  url: string,
  target: string,
  dispatcher: Dispatcher,
  { files, timers }: Pick<Platform, 'files' | 'timers'>,
  limits: Limits = {},
  ways: { readonly resolveHost?: ResolveHost } = {},
): Promise<void> => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new AppError('usage', { kind: 'picture-address-not-web', url })
  const { wholeMs = 120_000, silenceMs = 20_000 } = limits
  const silence = new AbortController()
  const whole = new AbortController()
  const signal = AbortSignal.any([whole.signal, silence.signal])
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
  try {
    const answer = await followRedirects(url, { ...ways, dispatcher, signal, headers: { accept: 'image/png, image/jpeg;q=0.9' } })
    heard()
    if (!answer.ok) {
      void answer.body?.cancel().catch(() => {})
      const { status } = answer
      const code = status === 404 ? 'not-found' : 'rejected'
      throw new AppError(code, { kind: 'picture-address-refused', url, status }, { status, kept: 'nothing-added' })
    }
    const type = answer.headers.get('content-type') ?? ''
    if (/^text\/html/i.test(type)) {
      void answer.body?.cancel().catch(() => {})
      throw new AppError('unsupported-format', { kind: 'picture-address-is-page', url })
    }
    await files.makeFolder(dirname(target))
    const body = answer.body ? Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream) : Readable.from([])
    const checked = new PassThrough()
    const tooLarge = () => new AppError('file-too-large', { kind: 'download-over-limit', url, maxBytes: maxFileBytes })
    // An error of any of them ends the last one with it, where it is seen.
    pipeline(body, listen, requirePicture(), limitBytes(tooLarge), checked, () => {})
    await files.writeStream(target, checked, { flush: true, signal })
  } catch (error) {
    await files.remove(target)
    if (error instanceof AppError) throw error
    if (signal.aborted) {
      const failure: PicturesFailure = silence.signal.aborted
        ? { kind: 'download-silent', url, afterMs: silenceMs }
        : { kind: 'download-too-slow', url, afterMs: wholeMs }
      throw new AppError('timeout', failure, { cause: error })
    }
    const refusal = findRefusal(error)
    if (refusal !== undefined) throw refusal
    throw new AppError('offline', { kind: 'picture-address-unreachable', url }, { cause: error })
  } finally {
    fallSilent.cancel()
    limit.cancel()
  }
}
