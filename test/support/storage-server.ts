import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketSettings } from '../../shared/workspaces/publishing-settings.ts'

/** The part of @20minutes/s3rver that is used; it has no types of its own. It checks signatures, clocks and expiry like S3. */
type S3Server = {
  readonly callback: () => RequestListener
  readonly configureBuckets: () => Promise<unknown>
  readonly logger: { silent: boolean; readonly close: () => void; readonly exceptions: { readonly unhandle: () => void } }
  readonly on: (event: 'error', listener: () => void) => void
}
type S3ServerClass = new (options: Readonly<Record<string, unknown>>) => S3Server
type Account = { readonly createKeyPair: (accessKeyId: string, secretAccessKey: string) => void }
const require = createRequire(import.meta.url)
const S3rver = require('@20minutes/s3rver') as S3ServerClass
const { DUMMY_ACCOUNT } = require('@20minutes/s3rver/lib/models/account') as { readonly DUMMY_ACCOUNT: Account }

/** Keys that the server accepts. */
export const storageKeys = { accessKeyId: 'AKIAPACKSHOTTEST', secretAccessKey: 'hush/of-the+storage-server=4711' }
DUMMY_ACCOUNT.createKeyPair(storageKeys.accessKeyId, storageKeys.secretAccessKey)

export type StorageRequest = {
  readonly method: string
  /** Including its query. */
  readonly url: string
  /** True if it is signed with a key of its own instead of using a presigned address. */
  readonly isSigned: boolean
  status: number
}
export type StorageFault = { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> } | 'cut'

export type StorageServer = {
  readonly endpoint: string
  readonly bucket: BucketSettings
  readonly requests: StorageRequest[]
  /** Requests that succeeded, by method. */
  readonly count: (method: string) => number
  /** Most parallel requests of this method. */
  readonly peak: (method: string) => number
  /** Decides an answer instead of the storage; `undefined`: the storage answers. */
  fault: (request: StorageRequest) => StorageFault | undefined | Promise<StorageFault | undefined>
  /** Names of the existing objects, from the server's own listing. */
  readonly list: () => Promise<string[]>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** An independent S3 server on loopback, with one bucket `pictures` and its files in a temporary folder. */
export const startStorageServer = async (settings: Partial<BucketSettings> = {}): Promise<StorageServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'packshot-storage-'))
  const s3 = new S3rver({ directory, silent: true, serviceEndpoint: 'localhost', configureBuckets: [{ name: 'pictures' }] })
  s3.logger.silent = true
  s3.on('error', () => {})
  await s3.configureBuckets()
  const answer = s3.callback()
  const requests: StorageRequest[] = []
  const underWay = new Map<string, number>()
  const peaks = new Map<string, number>()
  let port = 0
  let server: ReturnType<typeof createServer> | undefined

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = incoming.method ?? ''
    const request: StorageRequest = { method, url: incoming.url ?? '', isSigned: 'authorization' in incoming.headers, status: 0 }
    requests.push(request)
    const now = (underWay.get(method) ?? 0) + 1
    underWay.set(method, now)
    peaks.set(method, Math.max(peaks.get(method) ?? 0, now))
    response.once('close', () => {
      underWay.set(method, (underWay.get(method) ?? 1) - 1)
      request.status = response.statusCode
    })
    const fault = await storage.fault(request)
    if (fault === 'cut') return void incoming.destroy()
    if (fault) {
      incoming.resume()
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    }
    answer(incoming, response)
  }
  const start = async (): Promise<void> => {
    server = createServer(handle)
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    server = undefined
  }
  await start()
  const endpoint = `http://127.0.0.1:${port}`
  const storage: StorageServer = {
    endpoint,
    bucket: {
      kind: 's3',
      endpoint,
      region: 'us-east-1',
      bucket: 'pictures',
      prefix: 'packshot/',
      pathStyle: true,
      lifetimeSeconds: 3_600,
      removeWhenAnswered: true,
      ...settings,
    },
    requests,
    count: (method) => requests.filter((one) => one.method === method && one.status >= 200 && one.status < 300).length,
    peak: (method) => peaks.get(method) ?? 0,
    fault: () => undefined,
    list: async () => {
      const xml = await (await fetch(`${endpoint}/pictures?list-type=2`)).text()
      return [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map((match) => match[1] ?? '')
    },
    stop,
    start,
    remove: async () => {
      await stop()
      s3.logger.exceptions.unhandle()
      s3.logger.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return storage
}
