import { createHash, createHmac } from 'node:crypto'
import type { SignatureV4 } from '@smithy/signature-v4'
import { trimEndOf } from '../../../../shared/base/trim-end.ts'
import type { BucketKeys, BucketSettings } from '../../../../shared/workspaces/publishing-settings.ts'

/** The location of an object, besides its key. */
export type BucketPlace = Pick<BucketSettings, 'endpoint' | 'region' | 'bucket' | 'pathStyle'>

type Init = ConstructorParameters<typeof SignatureV4>[0]
type Bytes = string | ArrayBuffer | ArrayBufferView

const toBytes = (data: Bytes): string | Uint8Array => {
  if (typeof data === 'string') return data
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
}

/** SHA-256 and its HMAC as a class, because the signer calls `new`. */
class Sha256 {
  readonly #digest: { readonly update: (data: string | Uint8Array) => unknown; readonly digest: () => Buffer }
  constructor(secret?: Bytes) {
    this.#digest = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret))
  }
  update(data: Bytes): void {
    this.#digest.update(toBytes(data))
  }
  async digest(): Promise<Uint8Array> {
    return this.#digest.digest()
  }
  reset(): void {
    throw new Error('A digest can only be used once. Create a new one.')
  }
}

/** Encodes as Signature Version 4 requires: all but RFC 3986's unreserved characters. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The address of an object, in the bucket's style. */
export const addressObject = ({ endpoint, bucket, pathStyle }: BucketPlace, key: string): URL => {
  const url = new URL(endpoint)
  const before = trimEndOf(url.pathname, '/')
  const path = key.split('/').map(encode).join('/')
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  url.pathname = pathStyle ? `${before}/${encode(bucket)}/${path}` : `${before}/${path}`
  return url
}

/** Signs requests to one bucket (AWS Signature Version 4, service `s3`). The signer is loaded when the first bucket is used. */
export const createBucketSigner = async (place: BucketPlace, keys: BucketKeys) => {
  const { SignatureV4 } = await import('@smithy/signature-v4')
  const signer = new SignatureV4({
    service: 's3',
    region: place.region,
    credentials: keys,
    sha256: Sha256 as unknown as NonNullable<Init['sha256']>,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const toRequest = (method: string, url: URL, headers: Readonly<Record<string, string>>) => ({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
    headers: { host: url.host, ...headers },
  })
  return {
    /** The headers of a signed request, `host` left out. `at`: milliseconds since 1970. */
    sign: async (method: string, url: URL, headers: Readonly<Record<string, string>>, at: number): Promise<Record<string, string>> => {
      const signed = await signer.sign(toRequest(method, url, headers), { signingDate: new Date(at) })
      const { host: _, ...rest } = signed.headers
      return rest
    },
    /** A presigned address, with which anyone can fetch the object for a limited time. */
    presign: async (url: URL, at: number, lifetimeSeconds: number): Promise<string> => {
      const request = toRequest('GET', url, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })
      const signed = await signer.presign(request, { signingDate: new Date(at), expiresIn: lifetimeSeconds })
      const query = Object.entries(signed.query ?? {}).map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
      return `${url.origin}${url.pathname}?${query.join('&')}`
    },
  }
}
