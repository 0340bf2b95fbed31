import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Dispatcher, fetch } from 'undici'
import { AppError } from '../../../shared/errors.ts'
import { limitBytes } from './receive-file.ts'

/** A picture that takes longer than this to come, in milliseconds, is given up. */
const fetchTimeoutMs = 120_000

/** The file name that an address suggests. */
export const nameOfUrl = (url: string): string => {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? 'picture'
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/**
 * Fetches a picture into a file. Errors: `usage` (not an http(s) address), `not-found`, `rejected`, `offline`, `timeout`,
 * `file-too-large`, `unsupported-format` for a web page.
 */
export const fetchPicture = async (url: string, target: string, dispatcher: Dispatcher, timeoutMs = fetchTimeoutMs): Promise<void> => {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw new AppError('usage', `“${url}” is not an http or https address.`)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, { dispatcher, signal, headers: { accept: 'image/png, image/jpeg;q=0.9' } })
    if (!answer.ok)
      throw new AppError(answer.status === 404 ? 'not-found' : 'rejected', `${url} answered ${answer.status}. Nothing was taken in.`, {
        status: answer.status,
        action: 'Open the address in a browser and check it, then add it again.',
      })
    const type = answer.headers.get('content-type') ?? ''
    if (/^text\/html/i.test(type))
      throw new AppError('unsupported-format', `${url} is a web page, not a picture.`, { action: 'Use the address of the picture itself.' })
    await mkdir(dirname(target), { recursive: true })
    await pipeline(
      answer.body ? Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream) : Readable.from([]),
      limitBytes(url),
      createWriteStream(target, { flush: true }),
    )
  } catch (error) {
    await rm(target, { force: true })
    if (error instanceof AppError) throw error
    if (signal.aborted)
      throw new AppError('timeout', `${url} did not finish within ${Math.round(timeoutMs / 1000)} seconds.`, {
        cause: error,
        action: 'Try again later, or save the picture and add the file.',
      })
    throw new AppError('offline', `${url} cannot be reached.`, {
      cause: error,
      action: 'Check the network and the address, then add it again.',
    })
  }
}
