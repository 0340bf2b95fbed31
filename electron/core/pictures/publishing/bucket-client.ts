import type { Dispatcher } from 'undici'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { BucketAct } from '../../../../shared/pictures/publishing-failures.ts'
import type { BucketKeys } from '../../../../shared/workspaces/publishing-settings.ts'
import { type Answer, sendRequest } from '../../base/network/send-request.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { type FileToUpload, type OpenBody, openPlainFile } from '../../service/calls/multipart-file.ts'
import { looksLikeHtml } from '../../service/calls/quote-words.ts'
import { mapBucketAnswer, mapBucketNetworkError } from './bucket-errors.ts'
import { addressObject, type BucketPlace, createBucketSigner } from './sign-bucket-request.ts'

/** One bucket with its keys. Errors: `bucket-failed`, `bucket-refused`, `too-large`, `cancelled`, and those of reading the file. */
export type BucketClient = {
  /** Puts a staged file there, replacing an object with that key. The service compares its hash, so damaged uploads are refused. */
  readonly put: (key: string, file: FileToUpload, signal?: AbortSignal) => Promise<void>
  /** Also false if the keys may not read it: it is then put there again. */
  readonly isThere: (key: string, signal?: AbortSignal) => Promise<boolean>
  /** Removing a missing object is fine. */
  readonly remove: (key: string, signal?: AbortSignal) => Promise<void>
  /** A presigned address, valid for a limited time for anyone who has it. */
  readonly presign: (key: string, lifetimeSeconds: number) => Promise<string>
}

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & {
  readonly place: BucketPlace
  readonly keys: BucketKeys
  readonly dispatcher: Dispatcher
}

const timeouts = { headersMs: 60_000, bodyMs: 30_000 }
/** SHA-256 of nothing, for requests without a body. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const methods = { put: 'PUT', look: 'HEAD', remove: 'DELETE' } as const

const withoutBody: OpenBody = { body: Buffer.alloc(0), headers: {}, failure: () => undefined, close: async () => {} }

/** The client of one bucket, over the same connections as everything else. Nothing is retried here, because the queue does that. */
export const createBucketClient = ({ place, keys, dispatcher, clock, timers, files }: Ports): BucketClient => {
  const signer = createBucketSigner(place, keys)
  // The first caller gets the error; without this, a failed load would also be an unhandled rejection.
  signer.catch(() => {})

  const fail = (act: BucketAct, answer: Answer): AppError =>
    mapBucketAnswer(answer, { bucket: place, act, now: clock.now(), secrets: Object.values(keys) })

  const send = async (
    act: 'put' | 'look' | 'remove',
    key: string,
    opened: OpenBody,
    hash: string,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const url = addressObject(place, key)
    const { 'content-type': type, ...rest } = opened.headers
    const toSign = { 'x-amz-content-sha256': hash, ...(type === undefined ? {} : { 'content-type': type }) }
    const signed = await (await signer).sign(methods[act], url, toSign, clock.now())
    const exchange = await sendRequest(
      { dispatcher, clock, timers },
      {
        origin: url.origin,
        path: url.pathname,
        method: methods[act],
        headers: { ...signed, ...rest, 'user-agent': 'Packshot' },
        body: act === 'put' ? opened.body : null,
      },
      timeouts,
      { signal },
    )
    if (exchange.kind === 'answered') return exchange.answer
    throw opened.failure() ?? mapBucketNetworkError(exchange.error, { bucket: place })
  }

  return {
    put: async (key, file, signal) => {
      const opened = await openPlainFile(file, files)
      try {
        const answer = await send('put', key, opened, file.sha256, signal)
        // A captive portal answers 200 to anything; S3 sends no body here.
        if (answer.status >= 300 || looksLikeHtml(answer.text)) throw fail('put', answer)
      } finally {
        await opened.close()
      }
    },
    isThere: async (key, signal) => {
      const answer = await send('look', key, withoutBody, emptyHash, signal)
      if (answer.status < 300) return true
      // Without the right to list, S3 answers 403 for missing objects.
      if (answer.status === 404 || answer.status === 403) return false
      throw fail('look', answer)
    },
    remove: async (key, signal) => {
      const answer = await send('remove', key, withoutBody, emptyHash, signal)
      const isGone = answer.status === 404 && !answer.text.includes('NoSuchBucket')
      if (answer.status >= 300 && !isGone) throw fail('remove', answer)
    },
    presign: async (key, lifetimeSeconds) => (await signer).presign(addressObject(place, key), clock.now(), lifetimeSeconds),
  }
}
