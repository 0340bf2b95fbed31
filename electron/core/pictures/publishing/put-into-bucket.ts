import { mimeTypes } from '../../../../shared/pictures/accepted-pictures.ts'
import type { BucketSettings } from '../../../../shared/workspaces/publishing-settings.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { StoredImage } from '../library/picture-store.ts'
import type { SentFile } from '../library/sent-files.ts'
import type { BucketAccess } from './bucket-access.ts'
import type { BucketClient } from './bucket-client.ts'
import { createObjectKey, formatPlace, type PublishedStore } from './published-store.ts'

type Ports = {
  readonly journal: Journal
  readonly store: PublishedStore
  readonly access: BucketAccess
  readonly clock: { readonly now: () => number }
}

/** `sent`: what is put there of the picture. */
export type PutIntoBucket = (
  connectionId: string,
  bucket: BucketSettings,
  image: StoredImage,
  sent: SentFile,
  signal: AbortSignal,
) => Promise<string>

/**
 * Gives a picture an address in a bucket: puts it there once for any number of questions, and signs a new address for
 * each of them. Its record is on disk before its first byte is sent, so that a crash never leaves an unknown object.
 * Resolves to the presigned address. Errors: those of BucketClient.
 */
export const createPutIntoBucket = ({ journal, store, access, clock }: Ports): PutIntoBucket => {
  /** Running puts by connection, picture and place: questions about one picture share one. */
  const underWay = new Map<string, Promise<string>>()

  const put = async (
    client: BucketClient,
    connectionId: string,
    bucket: BucketSettings,
    image: StoredImage,
    { path, name, bytes, sha256, format, settings }: SentFile,
    signal: AbortSignal,
  ) => {
    const known = store.find(connectionId, { id: image.id, version: image.version, settings }, bucket)
    if (known?.state === 'there') {
      // A clock that was set back since says nothing.
      if (Math.abs(clock.now() - known.at) < bucket.lifetimeSeconds * 1000) return known.key
      // A bucket may have its own lifecycle rule that deletes old objects.
      if (await client.isThere(known.key, signal)) {
        journal.write(() => store.setThere(known.key, clock.now()))
        return known.key
      }
    }
    const key = known?.key ?? createObjectKey(bucket.prefix, format === 'png' ? 'png' : 'jpg')
    if (!known) {
      const { id: imageId, version } = image
      journal.write(() => store.begin(connectionId, { key, imageId, version, settings, place: bucket, at: clock.now() }))
      await journal.durable()
    }
    await client.put(key, { path, name, bytes, sha256, mimeType: mimeTypes[format] }, signal)
    journal.write(() => store.setThere(key, clock.now()))
    return key
  }

  return async (connectionId, bucket, image, sent, signal) => {
    const client = await access.client(connectionId, bucket)
    const name = [connectionId, image.sha256, sent.settings, formatPlace(bucket)].join('\n')
    const before = underWay.get(name)
    const promise = before ?? put(client, connectionId, bucket, image, sent, signal).finally(() => underWay.delete(name))
    if (!before) underWay.set(name, promise)
    return client.presign(await promise, bucket.lifetimeSeconds)
  }
}
