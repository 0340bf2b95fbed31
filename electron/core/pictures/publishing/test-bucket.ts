import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Dispatcher, fetch } from 'undici'
import { AppError } from '../../../../shared/base/errors.ts'
import type { BucketNote, BucketTest } from '../../../../shared/pictures/publishing.ts'
import type { BucketSettings } from '../../../../shared/workspaces/publishing-settings.ts'
import { isLoopbackHost } from '../../base/network/normalise-base-url.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { BucketClient } from './bucket-client.ts'
import { mapBucketAnswer, mapBucketNetworkError } from './bucket-errors.ts'
import { createObjectKey } from './published-store.ts'
import { tinyPicture, tinyPictureHash } from './tiny-picture.ts'

type Ports = Pick<Platform, 'files' | 'ids'> & {
  readonly bucket: BucketSettings
  readonly client: BucketClient
  readonly dispatcher: Dispatcher
  readonly now: () => number
  /** Address of the connected workspace. */
  readonly serviceUrl: string | null
}

const limitMs = 60_000
/** The signature needs to be valid only for the test. */
const lifetimeSeconds = 300

const fetchAnonymously = async (url: string, { bucket, dispatcher, now }: Ports, signal: AbortSignal): Promise<Buffer> => {
  try {
    const answer = await fetch(url, { dispatcher, signal, redirect: 'manual' })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok) return bytes
    const failed = {
      status: answer.status,
      text: bytes.toString(),
      retryAfter: answer.headers.get('retry-after') ?? undefined,
      date: answer.headers.get('date') ?? undefined,
      location: undefined,
      challenge: undefined,
    }
    throw mapBucketAnswer(failed, { bucket, act: 'fetch', now: now(), secrets: [] })
  } catch (error) {
    throw error instanceof AppError ? error : mapBucketNetworkError(error, { bucket })
  }
}

/**
 * Tests the full path with a tiny picture: puts it, fetches it by its presigned address as a workspace would (without
 * keys), and removes it. Errors: as BucketClient has them; `bucket-refused` too if other bytes come back or it can't be removed.
 */
export const testBucket = async (ports: Ports): Promise<BucketTest> => {
  const { bucket, client, files, ids, now, serviceUrl } = ports
  const begun = now()
  const signal = AbortSignal.timeout(limitMs)
  const folder = join(tmpdir(), `packshot-bucket-test-${ids.hex(8)}`)
  const path = join(folder, 'test.png')
  const key = createObjectKey(bucket.prefix, 'png')
  try {
    await files.makeFolder(folder, 0o700)
    await files.write(path, tinyPicture)
    await client.put(
      key,
      { path, name: 'the test picture', bytes: tinyPicture.length, sha256: tinyPictureHash, mimeType: 'image/png' },
      signal,
    )
    const fetched = await fetchAnonymously(await client.presign(key, lifetimeSeconds), ports, signal).catch(async (error: unknown) => {
      await client.remove(key, signal).catch(() => {})
      throw error
    })
    await client.remove(key, signal)
    if (!fetched.equals(tinyPicture))
      throw new AppError('bucket-refused', { kind: 'bucket-bytes-differ', bucket: bucket.bucket }, { kept: 'nothing-changed' })
    return { tookMs: now() - begun, notes: notesOf(bucket, serviceUrl) }
  } finally {
    await files.remove(folder, { recursive: true })
  }
}

/** Limits of a test on this computer. */
const notesOf = ({ endpoint }: BucketSettings, serviceUrl: string | null): BucketNote[] => {
  const isHere = (url: string): boolean => isLoopbackHost(new URL(url).hostname)
  if (serviceUrl !== null && isHere(endpoint) && !isHere(serviceUrl)) return ['bucket-is-here']
  return []
}
