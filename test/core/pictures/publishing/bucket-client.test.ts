import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createBucketClient } from '../../../../electron/core/pictures/publishing/bucket-client.ts'
import { createObjectKey } from '../../../../electron/core/pictures/publishing/published-store.ts'
import { addressObject, createBucketSigner } from '../../../../electron/core/pictures/publishing/sign-bucket-request.ts'
import { clockAt } from '../../../support/platform-at.ts'
import { type StorageServer, startStorageServer, storageKeys } from '../../../support/storage-server.ts'

let storage: StorageServer
let folder: string
let dispatcher: Agent
const clock = { now: Date.now }

beforeEach(async () => {
  storage = await startStorageServer()
  folder = await mkdtemp(join(tmpdir(), 'packshot-bucket-'))
  dispatcher = new Agent()
})
afterEach(async () => {
  await dispatcher.close()
  await storage.remove()
  await rm(folder, { recursive: true, force: true })
})

const connect = (change: object = {}, keys = storageKeys, now = clock) =>
  createBucketClient({ place: { ...storage.bucket, ...change }, keys, ...systemPlatform, dispatcher, clock: clockAt(() => now.now()) })

const stage = async (bytes: Buffer) => {
  const path = join(folder, 'staged')
  await writeFile(path, bytes)
  return { path, name: 'mug.png', bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), mimeType: 'image/png' }
}

describe('a bucket', () => {
  it.each([
    ['small', 10_000],
    ['too large to be read whole', 5_000_000],
  ])('accepts a %s file, serves the same bytes by a presigned address without keys, and deletes it', async (_, size) => {
    const bytes = Buffer.alloc(size, 'abcdefg')
    const client = connect()
    const key = createObjectKey("odd name's (1)/ü+", 'png')
    await client.put(key, await stage(bytes))
    expect(await client.isThere(key)).toBe(true)
    const answer = await fetch(await client.presign(key, 60))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    await client.remove(key)
    expect(await client.isThere(key)).toBe(false)
    await client.remove(key)
    expect((await fetch(await client.presign(key, 60))).status).toBe(404)
  })

  // s3rver expects the bucket in the signed path in this style too, but S3 does not: so this is checked against S3's own documentation.
  it('can be part of the host name, signed like the example of the S3 documentation (GET Object, Signature Version 4)', async () => {
    const place = { endpoint: 'https://s3.amazonaws.com', region: 'us-east-1', bucket: 'examplebucket', pathStyle: false }
    const url = addressObject(place, 'test.txt')
    expect(url.href).toBe('https://examplebucket.s3.amazonaws.com/test.txt')
    const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
    const nothing = createHash('sha256').digest('hex')
    const signer = await createBucketSigner(place, keys)
    const signed = await signer.sign('GET', url, { range: 'bytes=0-9', 'x-amz-content-sha256': nothing }, Date.UTC(2013, 4, 24))
    expect(signed.authorization).toMatch(/Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/)
  })

  it('can be below a path of its storage service', () => {
    const place = { endpoint: 'https://shop.example/storage/v1/s3', region: 'auto', bucket: 'pictures', pathStyle: true }
    expect(addressObject(place, 'a b/é.png').href).toBe('https://shop.example/storage/v1/s3/pictures/a%20b/%C3%A9.png')
  })

  it('gives an address that expires', async () => {
    const key = createObjectKey('', 'png')
    await connect().put(key, await stage(Buffer.from('bytes')))
    const twoHoursAgo = { now: () => Date.now() - 7_200_000 }
    const old = await fetch(await connect({}, storageKeys, twoHoursAgo).presign(key, 3_600))
    expect(old.status).toBe(403)
    expect(await old.text()).toContain('Request has expired')
    expect((await fetch(await connect().presign(key, 3_600))).status).toBe(200)
  })

  it('never receives a file that has changed since it was added', async () => {
    const file = await stage(Buffer.alloc(3_000_000, 'a'))
    await writeFile(file.path, Buffer.alloc(3_000_000, 'b'))
    await expect(connect().put('x.png', file)).rejects.toMatchObject({ code: 'file-changed' })
    // The bytes that arrived are an incomplete request.
    expect(storage.count('PUT')).toBe(0)
  })

  it('uses object names that can’t be guessed', () => {
    const keys = Array.from({ length: 1_000 }, () => createObjectKey('packshot', 'jpg'))
    expect(new Set(keys).size).toBe(1_000)
    for (const key of keys) expect(key).toMatch(/^packshot\/[0-9a-f]{40}\.jpg$/)
  })
})

describe('a bucket that fails', () => {
  const put = async (change: object = {}, keys = storageKeys, now = clock) =>
    connect(change, keys, now).put('x.png', await stage(Buffer.from('bytes')))
  const answer = (status: number, body = '', headers: Record<string, string> = {}) => {
    storage.fault = () => ({ status, body, headers })
  }
  const xml = (code: string, more = '') =>
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>Words of ${code}.</Message>${more}</Error>`

  it.each<[string, () => Promise<unknown>, RegExp, RegExp]>([
    [
      'an unknown access key',
      () => put({}, { ...storageKeys, accessKeyId: 'nobody' }),
      /does not know the access key \(403/,
      /access key and its secret/,
    ],
    [
      'a wrong secret',
      () => put({}, { ...storageKeys, secretAccessKey: 'hush-hush' }),
      /secret of the access key is wrong/,
      /secret again/,
    ],
    ['a bucket that is not there', () => put({ bucket: 'nowhere' }), /There is no bucket “nowhere” at http/, /bucket’s name/],
  ])('%s is reported in the storage’s words, holds the questions and says what to do', async (_, attempt, message, action) => {
    await expect(attempt()).rejects.toMatchObject({
      code: 'bucket-refused',
      message: expect.stringMatching(message),
      action: expect.stringMatching(action),
    })
    const error = await attempt().catch((thrown: Error) => thrown)
    expect(JSON.stringify(error)).not.toContain('hush-hush')
    expect((error as Error).message).toMatch(/Pictures and questions are kept\.$/)
  })

  it.each<[string, number, string, string, RegExp]>([
    ['no right to put', 403, xml('AccessDenied'), 'bucket-refused', /may not add pictures/],
    [
      'another region',
      400,
      xml('AuthorizationHeaderMalformed', '<Region>eu-west-3</Region>'),
      'bucket-refused',
      /not in region “us-east-1” but in “eu-west-3”/,
    ],
    ['a redirect to another region', 301, xml('PermanentRedirect'), 'bucket-refused', /not in region/],
    ['a bare 403', 403, '', 'bucket-refused', /refused the access key \(403\)/],
    ['a page of a network that requires a sign-in', 200, '<html><title>Hotel</title></html>', 'bucket-refused', /not a storage service/],
    ['an address that is something else', 404, 'not here', 'bucket-refused', /not a storage service/],
    ['a file that is too large', 413, '', 'too-large', /too large for the bucket/],
    ['an own fault', 500, xml('InternalError'), 'bucket-failed', /failing or busy \(500, “Words of InternalError”\)/],
    ['too many requests', 503, xml('SlowDown'), 'bucket-failed', /failing or busy/],
  ])('%s', async (_, status, body, code, message) => {
    answer(status, body)
    await expect(put()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('a wrong clock is reported with the difference', async () => {
    // S3's words. s3rver has the rule, but never detects a wrong clock (it compares with NaN).
    answer(403, xml('RequestTimeTooSkewed', `<ServerTime>${new Date(Date.now() + 3 * 3_600_000).toISOString()}</ServerTime>`))
    await expect(put()).rejects.toMatchObject({
      code: 'bucket-refused',
      message: expect.stringMatching(/clock is wrong: it is 180 minutes behind/),
      action: expect.stringMatching(/Set this computer’s clock/),
    })
  })

  it('a busy bucket’s Retry-After is reported', async () => {
    answer(503, xml('SlowDown'), { 'retry-after': '7' })
    await expect(put()).rejects.toMatchObject({ code: 'bucket-failed', retryAfterMs: 7_000 })
  })

  it('a lost connection, or none, is retried later', async () => {
    storage.fault = () => 'cut'
    await expect(put()).rejects.toMatchObject({ code: 'bucket-failed', retry: 'later' })
    await storage.stop()
    await expect(put()).rejects.toMatchObject({
      code: 'bucket-failed',
      message: expect.stringMatching(/No answer came from.*ECONNREFUSED/),
    })
  })

  it('a picture is uploaded again if the keys may not check for it', async () => {
    answer(403)
    expect(await connect().isThere('x.png')).toBe(false)
  })
})
