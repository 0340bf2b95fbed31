import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { randomBytesOf } from '../../../fixtures/random.ts'
import { lackOf } from '../../../support/lacks.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { answerJson, clientFor, serve, serveRaw, serveSocket } from './loopback.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-upload-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const mega = 1024 * 1024
const stage = (size: number, name = 'shoe.png', mimeType = 'image/png') => {
  const content = randomBytesOf(1, size)
  const path = join(folder, 'staged')
  writeFileSync(path, content)
  return { content, file: { path, name, bytes: size, sha256: createHash('sha256').update(content).digest('hex'), mimeType } }
}

/** A server that records each complete request. */
const collect = async () => {
  const requests: { headers: IncomingHttpHeaders; body: Buffer }[] = []
  const base = await serve((request, response, body) => {
    requests.push({ headers: request.headers, body })
    answerJson(response, 201, { requestId: 'r', resource: 'source', data: { id: 'src_1' } })
  })
  return { base, requests }
}

const parseForm = ({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } }).formData()

describe.each([
  ['small', 60_000],
  ['just small', mega],
  ['just large', mega + 1],
  ['large', 5 * mega + 17],
  ['tiny', 1],
])('a %s file', (_, size) => {
  test('arrives byte for byte, as type and value, with its exact length', async () => {
    const { base, requests } = await collect()
    const { content, file } = stage(size)
    expect(await clientFor(base).createFileSource(file)).toEqual({ kind: 'done', value: { sourceId: 'src_1' } })
    const [request] = requests
    if (request === undefined) throw new Error('nothing arrived')
    expect(Number(request.headers['content-length'])).toBe(request.body.length)
    expect(request.headers['transfer-encoding']).toBe(undefined)
    const form = await parseForm(request)
    expect([...form.keys()]).toEqual(['type', 'value'])
    expect(form.get('type')).toBe('FILE')
    const value = form.get('value') as File
    expect([value.name, value.type, value.size]).toEqual(['shoe.png', 'image/png', size])
    expect(Buffer.from(await value.arrayBuffer()).equals(content)).toBe(true)
  })

  test('reports progress that only increases and ends with its size', async () => {
    const { base } = await collect()
    const seen: number[] = []
    const { file } = stage(size)
    await clientFor(base).createFileSource(file, { onProgress: (sent) => seen.push(sent) })
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(size)
    if (size > 2 * mega) expect(seen.length).toBeGreaterThan(4)
  })

  test('is sent whole again after a 401, without its progress decreasing', async () => {
    const bodies: number[] = []
    const base = await serve((_request, response, body) => {
      bodies.push(body.length)
      if (bodies.length === 1) answerJson(response, 401, {})
      else answerJson(response, 201, { id: 'src_2' })
    })
    const { file } = stage(size)
    const seen: number[] = []
    expect(await clientFor(base).createFileSource(file, { onProgress: (sent) => seen.push(sent) })).toMatchObject({
      value: { sourceId: 'src_2' },
    })
    expect(bodies[0]).toBe(bodies[1])
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
  })

  test.each([
    [
      'other bytes of the same size',
      (path: string) =>
        writeFileSync(
          path,
          readFileSync(path).map((byte) => byte ^ 1),
        ),
    ],
    ['a byte more', (path: string) => appendFileSync(path, 'x')],
    ['a byte less', (path: string) => truncateSync(path, size - 1)],
  ])('that holds %s is never a complete request', async (_change, change) => {
    const { base, requests } = await collect()
    const { file } = stage(size)
    change(file.path)
    expect(await clientFor(base).createFileSource(file)).toMatchObject({
      kind: 'failed',
      uncertain: false,
      error: { code: 'file-changed' },
    })
    await nothingUnderWay()
    expect(requests).toEqual([])
  })

  test('reports whether it is missing, is a folder, or has a rejected address', async () => {
    const client = clientFor('http://127.0.0.1:9')
    const { file } = stage(size)
    expect(await client.createFileSource({ ...file, path: join(folder, 'gone') })).toMatchObject({
      uncertain: false,
      error: { code: 'file-missing' },
    })
    expect(await client.createFileSource({ ...file, path: folder })).toMatchObject({
      uncertain: false,
      error: { code: expect.stringMatching(/^file-/) },
    })
    expect(await client.createFileSource(file)).toMatchObject({ uncertain: false, error: { code: 'offline' } })
  })
})

test.each([
  'Schuh größe 42.png',
  'кроссовки 👟.png',
  'a "quoted" one.png',
  "it's; filename=x.png",
  'line\r\nbreak: x.png',
  'percent%22 back\\slash.png',
])('the name %j is sent safely', async (name) => {
  const { base, requests } = await collect()
  const { file } = stage(10, name)
  expect(await clientFor(base).createFileSource(file)).toMatchObject({ kind: 'done' })
  const [request] = requests
  if (request === undefined) throw new Error('nothing arrived')
  const text = request.body.toString()
  const escaped = name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  expect(text).toContain(`content-disposition: form-data; name="value"; filename="${escaped}"\r\n`.replace('content-d', 'Content-D'))
  expect([...(await parseForm(request)).keys()]).toEqual(['type', 'value'])
})

test('control characters in a name and a hostile MIME type add no header', async () => {
  const { base, requests } = await collect()
  await clientFor(base).createFileSource(stage(10, 'a\u0000b\u001b.png', 'image/png\r\nx-evil: 1').file)
  const text = String(requests[0]?.body)
  expect(text).toContain('filename="a_b_.png"\r\nContent-Type: application/octet-stream\r\n')
})

test('a large file that changes during the upload is stopped before its last bytes', async () => {
  const { file } = stage(32 * mega)
  const complete: string[] = []
  const base = await serveRaw((request) => {
    request.on('error', () => {})
    request.on('end', () => complete.push('complete'))
    request.once('data', async () => {
      request.pause()
      const handle = await open(file.path, 'r+')
      await handle.write(Buffer.from('changed'), 0, 7, file.bytes - 7)
      await handle.close()
      request.resume()
    })
  })
  expect(await clientFor(base).createFileSource(file)).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'file-changed' } })
  expect(complete).toEqual([])
})

test('a large file that shrinks during the upload is stopped too', async () => {
  const { file } = stage(32 * mega)
  const base = await serveRaw((request) => {
    request.on('error', () => {})
    request.once('data', () => truncateSync(file.path, 20 * mega))
    request.resume()
  })
  expect(await clientFor(base).createFileSource(file)).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'file-changed' } })
})

test('a progress listener that throws does not change the outcome', async () => {
  const { base } = await collect()
  const onProgress = (): never => {
    throw new Error('listener')
  }
  for (const size of [10, 2 * mega]) {
    expect(await clientFor(base).createFileSource(stage(size).file, { onProgress })).toEqual({ kind: 'done', value: { sourceId: 'src_1' } })
  }
})

test('an answer that comes before a large file was read completely is used', async () => {
  const base = await serveRaw((request, response) => {
    request.resume()
    answerJson(response, 413, { message: 'At most 300 MB.' })
  })
  const outcome = await clientFor(base).createFileSource(stage(32 * mega).file)
  expect(outcome).toMatchObject({ kind: 'failed', uncertain: false, error: { code: 'too-large' } })
})

test('a connection that is cut during a large upload is uncertain', async () => {
  const base = await serveSocket((socket) => socket.once('data', () => socket.resetAndDestroy()))
  expect(await clientFor(base).createFileSource(stage(32 * mega).file)).toMatchObject({
    kind: 'failed',
    uncertain: true,
    error: { code: 'offline' },
  })
})

test('a service that stops reading ends in a timeout', async () => {
  const base = await serveSocket((socket) => socket.pause())
  const outcome = await clientFor(base, { headersMs: 200 }).createFileSource(stage(32 * mega).file)
  expect(outcome).toMatchObject({ kind: 'failed', uncertain: true, error: { code: 'timeout' } })
})

test('a large upload can be cancelled, and its file is released', async () => {
  const base = await serveSocket((socket) => socket.pause())
  const cancel = new AbortController()
  const upload = clientFor(base).createFileSource(stage(32 * mega).file, { signal: cancel.signal, onProgress: () => cancel.abort() })
  expect(await upload).toMatchObject({ kind: 'failed', uncertain: true, error: { code: 'cancelled' } })
})

test('an unreadable file is named', async (context) => {
  if (process.getuid?.() === 0) context.skip(lackOf('is-root'))
  const { file } = stage(10)
  chmodSync(file.path, 0)
  onTestFinished(() => chmodSync(file.path, 0o600))
  expect(await clientFor('http://127.0.0.1:9').createFileSource(file)).toMatchObject({
    uncertain: false,
    error: { code: 'file-unreadable' },
  })
})
