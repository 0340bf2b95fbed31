import type { Dispatcher } from 'undici'
import { AppError, type ErrorRecord, toAppError } from '../../../../shared/base/errors.ts'
import { type BucketKeys, bucketKeys } from '../../../../shared/workspaces/publishing-settings.ts'
import type { SecretStore } from '../../base/keychain/secret-store.ts'
import type { Platform } from '../../base/platform/platform.ts'
import { bucketKeysName } from '../../service/session/secret-names.ts'
import { type BucketClient, createBucketClient } from './bucket-client.ts'
import { formatPlace } from './published-store.ts'
import type { BucketPlace } from './sign-bucket-request.ts'

export type SecretsPort = () => Promise<{ readonly store: SecretStore; readonly reason?: ErrorRecord }>

type Ports = Pick<Platform, 'clock' | 'timers' | 'files'> & { readonly getSecrets: SecretsPort; readonly dispatcher: Dispatcher }

const noKeys = (bucket: string): AppError =>
  new AppError('bucket-refused', { kind: 'bucket-key-unknown', bucket }, { kept: 'pictures-and-questions' })

/**
 * An unresponsive keychain concerns all questions, not just one: all of them wait, as for a bucket that refuses
 * (holds come by code, queue/end-event.ts).
 */
const holdAll = (error: unknown): AppError =>
  new AppError(
    'bucket-refused',
    { kind: 'bucket-key-unreadable', because: toAppError(error).toRecord() },
    { kept: 'pictures-and-questions', cause: error },
  )

export type BucketAccess = ReturnType<typeof createBucketAccess>

/** Buckets' keys, in the keychain under their connection, and clients made with them. */
export const createBucketAccess = ({ getSecrets, dispatcher, clock, timers, files }: Ports) => {
  /** By connection and place; dropped when keys change. */
  const clients = new Map<string, BucketClient>()
  /** Connections with known keys, cached because every estimate asks and a keychain may be slow. */
  const known = new Set<string>()

  const readKeys = async (connectionId: string): Promise<BucketKeys | null> => {
    const text = await (await getSecrets()).store.get(bucketKeysName(connectionId))
    if (text === null) return null
    known.add(connectionId)
    return bucketKeys.parse(JSON.parse(text))
  }
  const forgetClients = (): void => {
    clients.clear()
    known.clear()
  }

  return {
    /** False too while the keychain cannot be read. */
    hasKeys: async (connectionId: string): Promise<boolean> =>
      known.has(connectionId) ||
      readKeys(connectionId).then(
        (keys) => keys !== null,
        () => false,
      ),
    saveKeys: async (connectionId: string, keys: BucketKeys): Promise<void> => {
      await (await getSecrets()).store.set(bucketKeysName(connectionId), JSON.stringify(keys))
      forgetClients()
    },
    forgetKeys: async (connectionId: string): Promise<void> => {
      await (await getSecrets()).store.delete(bucketKeysName(connectionId))
      forgetClients()
    },
    /** Keys may have come with a connection file. */
    forgetClients,
    /** A client with keys that are not saved (yet). */
    clientWith: (place: BucketPlace, keys: BucketKeys): BucketClient =>
      createBucketClient({ place, keys, dispatcher, clock, timers, files }),
    /** Throws AppError `bucket-refused` where the keys are missing or cannot be read. */
    client: async (connectionId: string, place: BucketPlace): Promise<BucketClient> => {
      const name = `${connectionId}\n${formatPlace(place)}`
      const before = clients.get(name)
      if (before) return before
      const keys = await readKeys(connectionId).catch((error: unknown) => {
        throw holdAll(error)
      })
      if (keys === null) throw noKeys(place.bucket)
      const client = createBucketClient({ place, keys, dispatcher, clock, timers, files })
      clients.set(name, client)
      return client
    },
  }
}
