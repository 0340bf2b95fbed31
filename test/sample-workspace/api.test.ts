import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dataUrl, draw, makeJpeg, makePng, sha256 } from './make-pictures.ts'
import { type Json, openTestWorkspace } from './open-test-workspace.ts'

const bodyOf = async (answer: Response) => (await answer.json()) as Json

describe('every operation', () => {
  it('accepts a bearer token with the scope user, or an API key, and nothing else', async () => {
    const w = await openTestWorkspace()
    const { access_token: user } = await w.signIn('user')
    const statusWith = async (headers: Record<string, string>) => (await w.json('POST', '/v1/products', {}, headers)).status
    expect(await statusWith({ authorization: `Bearer ${user}` })).toBe(201)
    expect(await statusWith({ 'x-api-key': w.apiKey })).toBe(201)
    expect(await statusWith({})).toBe(401)
    expect(await statusWith({ 'x-api-key': 'wrong' })).toBe(401)
    expect(await statusWith({ authorization: 'Bearer wrong' })).toBe(401)
    expect(await statusWith({ authorization: 'Token wrong', 'x-api-key': w.apiKey })).toBe(401)
    expect(await statusWith({ authorization: `Bearer ${user}`, 'x-api-key': w.apiKey })).toBe(201)
    for (const key of ['wrong', '', `${w.apiKey}, ${w.apiKey}`])
      expect(await statusWith({ authorization: `Bearer ${user}`, 'x-api-key': key })).toBe(401)
    const { access_token: reader } = await w.signIn('user:read')
    const refused = await w.json('POST', '/v1/products', {}, { authorization: `Bearer ${reader}` })
    expect(refused.status).toBe(403)
    expect(refused.headers.get('www-authenticate')).toContain('insufficient_scope')
    expect((await w.createSource('TEXT', 'x', undefined, { authorization: `Bearer ${reader}` })).status).toBe(403)
    const unauthorized = await w.createSource('TEXT', 'x', undefined, {})
    expect(await bodyOf(unauthorized)).toEqual({ statusCode: 401, message: expect.any(String), error: 'Unauthorized' })
  })

  it('is refused as the workspace’s plan says', async () => {
    const w = await openTestWorkspace()
    const png = dataUrl(await makePng())
    await w.admin('POST', '/switches', { productFeature: false })
    expect((await w.createSource('TEXT', 'x')).status).toBe(403)
    expect((await w.json('POST', '/v1/products', {})).status).toBe(403)
    expect((await w.ask(png, 'size?')).status).toBe(200)
    await w.admin('POST', '/switches', { productFeature: true, apiSubscription: false })
    expect((await w.createSource('TEXT', 'x')).status).toBe(201)
    expect((await w.ask(png, 'size?')).status).toBe(402)
    await w.admin('POST', '/switches', { apiAccess: false })
    expect((await w.createSource('TEXT', 'x')).status).toBe(403)
  })

  it('answers 429 with Retry-After over a limit, until the minute has passed', async () => {
    const w = await openTestWorkspace()
    await w.admin('POST', '/switches', { requestsPerMinute: { sources: 2 } })
    const status = async () => (await w.createSource('TEXT', 'x')).status
    expect([await status(), await status()]).toEqual([201, 201])
    w.clock.now += 20_000
    const refused = await w.createSource('TEXT', 'x')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40'])
    w.clock.now += 40_000
    expect(await status()).toBe(201)
  })

  it('answers an unknown path with 404', async () => {
    const w = await openTestWorkspace()
    expect(await bodyOf(await w.json('POST', '/v1/nothing', {}))).toMatchObject({ statusCode: 404 })
  })

  it.each([
    ['GET', '/v1/image/analysis', 'POST'],
    ['PUT', '/v1/sources', 'POST'],
    ['DELETE', '/v1/products/prd_1', 'PATCH'],
    ['POST', '/v1/templates', 'GET, HEAD'],
    ['OPTIONS', '/v1/tones', 'GET, HEAD, POST'],
    ['GET', '/oauth2/token', 'POST'],
    ['POST', '/oauth2/authorize', 'GET, HEAD'],
  ])('answers %s %s with 405 and Allow: %s', async (method, path, allow) => {
    const w = await openTestWorkspace()
    const answer = await fetch(w.baseUrl + path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    expect(await bodyOf(answer)).toEqual({ statusCode: 405, message: expect.any(String), error: 'Method Not Allowed' })
  })
})

describe('image analysis', () => {
  it('answers without an envelope, from the pixels', async () => {
    const w = await openTestWorkspace()
    const answer = await w.ask(dataUrl(await makePng()), 'What size is it, and is the background white?')
    expect(answer.status).toBe(200)
    expect(await bodyOf(answer)).toEqual({
      analysis: 'The picture is 200 × 100 pixels (0.02 megapixels, 1 kB). The background is white: 100% of the border is white.',
    })
  })

  it('says plainly what it cannot tell', async () => {
    const w = await openTestWorkspace()
    const { analysis } = await bodyOf(await w.ask(dataUrl(await makePng()), 'Who made it?'))
    expect(analysis).toMatch(/^Cannot tell: .+\.$/)
  })

  it('fetches a picture from the web, with a few redirects', async () => {
    const w = await openTestWorkspace()
    const png = await makePng()
    const web = createServer((request, answer) => {
      if (request.url === '/moved') answer.writeHead(302, { location: '/picture.png' }).end()
      else if (request.url === '/loop') answer.writeHead(302, { location: '/loop' }).end()
      else if (request.url === '/file') answer.writeHead(302, { location: 'file:///etc/hosts' }).end()
      else if (request.url === '/big') {
        answer.on('error', () => undefined)
        for (let megabytes = 0; megabytes < 32; megabytes += 1) answer.write(Buffer.alloc(1024 * 1024))
        answer.end()
      } else if (request.url === '/picture.png') answer.end(png)
      else answer.writeHead(404).end('no')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => {
      web.close()
      web.closeAllConnections()
    })
    await new Promise((resolve) => web.once('listening', resolve))
    const base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    expect((await w.ask(`${base}/moved`, 'format?')).status).toBe(200)
    const messageFor = async (path: string) => {
      const answer = await w.ask(base + path, 'format?')
      return [answer.status, (await bodyOf(answer)).message.join()]
    }
    expect(await messageFor('/loop')).toEqual([400, expect.stringContaining('redirects more than 5 times')])
    expect(await messageFor('/file')).toEqual([400, expect.stringContaining('neither http nor https')])
    expect(await messageFor('/big')).toEqual([400, expect.stringContaining('30 MB')])
    expect(await messageFor('/missing')).toEqual([400, expect.stringContaining('404')])
    web.closeAllConnections()
    await new Promise((resolve) => web.close(resolve))
    expect(await messageFor('/picture.png')).toEqual([400, expect.stringContaining('could not be fetched')])
  })

  it('rejects bad input with 400 and the reason', async () => {
    const w = await openTestWorkspace()
    const png = await makePng()
    const messageFor = async (body: unknown) => {
      const answer = await w.json('POST', '/v1/image/analysis', body)
      expect(answer.status).toBe(400)
      return [(await bodyOf(answer)).message].flat().join(' ')
    }
    expect(await messageFor({ imageUrl: dataUrl(png) })).toContain('question')
    expect(await messageFor({ question: 'size?' })).toContain('imageUrl')
    expect(await messageFor({ imageUrl: dataUrl(png), question: ' ' })).toContain('question')
    expect(await messageFor({ imageUrl: dataUrl(png), question: 'size?', extra: 1 })).toContain('extra: unknown field')
    expect(await messageFor('{')).toContain('JSON')
    expect(await messageFor({ imageUrl: dataUrl(png), question: 'x'.repeat(4001) })).toContain('4,000 characters')
    expect(await messageFor({ imageUrl: 'file:///etc/hosts', question: 'size?' })).toContain('http, https or data')
    expect(await messageFor({ imageUrl: 'data:nonsense', question: 'size?' })).toContain('data: URL')
    expect(await messageFor({ imageUrl: dataUrl(Buffer.from('hello')), question: 'size?' })).toContain('not a PNG')
    expect(await messageFor({ imageUrl: dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), question: 'size?' })).toContain(
      'not a PNG',
    )
    const noise = await draw(300, 300, (x, y) => [(x * 37 + y * 91) % 256, (x * y) % 256, (x ^ y) % 256, 255])
      .jpeg()
      .toBuffer()
    expect(await messageFor({ imageUrl: dataUrl(noise.subarray(0, noise.length / 2)), question: 'size?' })).toContain('damaged')
    const tooLarge = Buffer.concat([png, Buffer.alloc(30 * 1024 * 1024)])
    expect(await messageFor({ imageUrl: dataUrl(tooLarge), question: 'size?' })).toContain('30 MB')
    const text = await fetch(`${w.baseUrl}/v1/image/analysis`, { method: 'POST', headers: w.keyHeaders, body: 'hello' })
    expect(text.status).toBe(400)
  })

  it('rejects a header of 60,000 × 60,000 because of its pixel count', async () => {
    const w = await openTestWorkspace()
    const png = await makePng()
    png.writeUInt32BE(60_000, 16)
    png.writeUInt32BE(60_000, 20)
    const { crc32 } = await import('node:zlib')
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
    expect((await bodyOf(await w.ask(dataUrl(png), 'size?'))).message.join()).toContain('100 megapixels')
  })
})

describe('creating a source', () => {
  it('accepts every kind and returns an id in the envelope', async () => {
    const w = await openTestWorkspace()
    const png = await makePng()
    const file = await w.createSource('FILE', new Blob([Uint8Array.from(png)]), 'Tüte "1" 🫖.png')
    expect(file.status).toBe(201)
    expect(await bodyOf(file)).toEqual({
      requestId: expect.stringMatching(/^req_/),
      resource: 'source',
      data: { id: expect.stringMatching(/^src_/), type: 'FILE', name: 'Tüte "1" 🫖.png', bytes: png.length, sha256: sha256(png) },
    })
    const knowledge = (await bodyOf(await w.json('POST', '/v1/knowledge', { name: 'Tea', value: 'Leaves' }))).data.id as string
    for (const [type, value] of [
      ['TEXT', 'Grüße'],
      ['URL', 'https://example.com/a'],
      ['KNOWLEDGE', knowledge],
    ] as const) {
      expect((await bodyOf(await w.createSource(type, value))).data).toEqual({ id: expect.stringMatching(/^src_/), type })
    }
    expect((await w.admin('GET', '/sources')).body.sources.map((source: Json) => source.value)).toEqual([
      null,
      'Grüße',
      'https://example.com/a',
      knowledge,
    ])
  })

  it('stores the bytes unchanged, also large ones', async () => {
    const w = await openTestWorkspace()
    const large = Buffer.alloc(3 * 1024 * 1024 + 17, '\r\n--boundary')
    const id = await w.upload(large, 'large.bin')
    const bytes = await fetch(`${w.baseUrl}/admin/sources/${id}/bytes`, { headers: w.adminHeaders })
    expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(sha256(large))
  })

  it('accepts any kind of file, but not an empty one', async () => {
    const w = await openTestWorkspace()
    expect((await w.createSource('FILE', new Blob(['%PDF-1.7']), 'a.pdf')).status).toBe(201)
    const empty = await w.createSource('FILE', new Blob([]), 'empty')
    expect([empty.status, (await bodyOf(empty)).message]).toEqual([400, ['value: is an empty file']])
  })

  it('rejects a bad form with 400', async () => {
    const w = await openTestWorkspace()
    const post = (parts: Record<string, string | Blob>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(parts)) body.set(name, value)
      return fetch(`${w.baseUrl}/v1/sources`, { method: 'POST', headers: w.keyHeaders, body })
    }
    const messageFor = async (parts: Record<string, string | Blob>) => {
      const answer = await post(parts)
      expect(answer.status).toBe(400)
      return (await bodyOf(answer)).message.join(' ')
    }
    expect(await messageFor({ value: 'x' })).toContain('type: is missing')
    expect(await messageFor({ type: 'IMAGE', value: 'x' })).toContain('must be one of')
    expect(await messageFor({ type: 'TEXT' })).toContain('value: is missing')
    expect(await messageFor({ type: 'TEXT', value: '' })).toContain('value: is missing')
    expect(await messageFor({ type: 'FILE', value: 'x' })).toContain('file part')
    expect(await messageFor({ type: 'TEXT', value: new Blob(['x']) })).toContain('form field')
    expect(await messageFor({ type: 'URL', value: 'ftp://example.com' })).toContain('http or https')
    expect(await messageFor({ type: 'URL', value: 'example.com' })).toContain('http or https')
    expect(await messageFor({ type: 'KNOWLEDGE', value: 'kno_none' })).toContain('no Knowledge item')
    expect(await messageFor({ type: 'KNOWLEDGE', value: new Blob(['kno_none']) })).toContain('form field')
    expect(await messageFor({ type: 'TEXT', value: 'x', more: 'y' })).toContain('more: unknown field')
    expect(await messageFor({ type: 'TEXT', value: 'x'.repeat(1024 * 1024 + 1) })).toContain('1 MB')
    const raw = async (type: string, value: string) => {
      const part = (name: string, text: string) => `--b\r\nContent-Disposition: form-data; name="${name}"${text}\r\n`
      const body = Buffer.from(`${part('type', `\r\n\r\n${type}`)}${part('value', value)}--b--`, 'latin1')
      const headers = { ...w.keyHeaders, 'content-type': 'Multipart/Form-Data; charset=utf-8; boundary="b"' }
      const answer = await fetch(`${w.baseUrl}/v1/sources`, { method: 'POST', headers, body })
      return [answer.status, (await bodyOf(answer)).message]
    }
    // Browsers send this when no file was chosen.
    expect(await raw('FILE', '; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n')).toEqual([400, ['value: is missing']])
    expect(await raw('TEXT', '\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nGrün')).toEqual([400, ['value: is not UTF-8']])
    const cut = await fetch(`${w.baseUrl}/v1/sources`, {
      method: 'POST',
      headers: { ...w.keyHeaders, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nTEXT',
    })
    expect([cut.status, (await bodyOf(cut)).message]).toEqual([400, expect.stringContaining('ends too early')])
    expect((await w.json('POST', '/v1/sources', { type: 'TEXT', value: 'x' })).status).toBe(400)
    expect((await w.admin('GET', '/sources')).body.sources).toEqual([])
  })

  it('accepts a file under any name, but no URL that only a lenient parser would accept', async () => {
    const w = await openTestWorkspace()
    const send = async (type: string, disposition: string, value = 'x') => {
      const part = (head: string, body: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
      const body = `${part('name="type"', type)}${part(disposition, value)}--b--`
      const headers = { ...w.keyHeaders, 'content-type': 'multipart/form-data; boundary=b' }
      const answer = await fetch(`${w.baseUrl}/v1/sources`, { method: 'POST', headers, body })
      return answer.status === 201 ? ((await bodyOf(answer)).data.name ?? '') : answer.status
    }
    expect(await send('FILE', `name="value"; filename*=utf-8''k%C3%A4se.png`)).toBe('käse.png')
    expect(await send('FILE', `name="value"; filename="kaese.png"; filename*=UTF-8'de'k%C3%A4se.png`)).toBe('käse.png')
    expect(await send('FILE', `name="value"; filename="a.png"; filename*=UTF-8''%E0%A4%A`)).toBe('a.png')
    expect(await send('FILE', 'filename="x; name=type.png"; name="value"')).toBe('x; name=type.png')
    for (const address of ['http:foo', ' https://a.example', 'https://a.example\nx', 'https://']) {
      expect([address, await send('URL', 'name="value"', address)]).toEqual([address, 400])
    }
    expect(await send('URL', 'name="value"', 'HTTPS://ä.example/ü?a=b')).toBe('')
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Fotos\\mug.png', 'mug.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['a\u0007b\u0000.png', 'ab.png'],
    ['two\nlines.png', 'twolines.png'],
    ['\u200b\u2060', 'file'],
    ['..', 'file'],
    ['می‌خواهم 👩‍💻.png', 'می‌خواهم 👩‍💻.png'],
  ])('keeps the file name %j as %j', async (name, kept) => {
    const w = await openTestWorkspace()
    expect((await bodyOf(await w.createSource('FILE', new Blob(['x']), name))).data.name).toBe(kept)
  })

  it.each([
    'http://localhost:8080/a',
    'https://me.localhost/',
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'https://10.1.2.3/a.png',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'http://169.254.169.254/latest',
    'https://0.0.0.0/',
    'http://[::1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:10.0.0.1]/',
    'https://printer.local/',
    'https://wiki.internal./',
    'https://intranet/',
  ])('rejects the URL %s, which is not publicly reachable', async (address) => {
    const w = await openTestWorkspace()
    const answer = await w.createSource('URL', address)
    expect([answer.status, (await bodyOf(answer)).message]).toEqual([400, [expect.stringMatching(/^value: must be publicly reachable/)]])
    expect((await w.admin('GET', '/sources')).body.sources).toEqual([])
  })

  it.each(['https://example.com/', 'http://93.184.215.14/', 'https://[2606:2800::1]/a', 'https://local.example.com/'])(
    'accepts the public URL %s',
    async (address) => {
      const w = await openTestWorkspace()
      expect((await w.createSource('URL', address)).status).toBe(201)
    },
  )

  it('rejects a file over 300 MB before reading it', async () => {
    const { baseUrl, keyHeaders } = await openTestWorkspace()
    const { request } = await import('node:http')
    const message = await new Promise<string>((resolve, reject) => {
      const post = request(
        `${baseUrl}/v1/sources`,
        {
          method: 'POST',
          headers: { ...keyHeaders, 'content-type': 'multipart/form-data; boundary=b', 'content-length': 400 * 1024 * 1024 },
        },
        (answer) => {
          answer.setEncoding('utf8').once('data', resolve)
          answer.once('end', () => post.destroy())
        },
      )
      post.on('error', reject)
      post.write('--b\r\n')
    })
    expect(message).toContain('300 MB')
  })
})

describe('products', () => {
  it('replace a list, keep omitted attributes, and answer with the key in the caller’s spelling', async () => {
    const w = await openTestWorkspace()
    const [one, two] = [await w.upload(await makePng()), await w.upload(await makeJpeg(), 'a.jpg')]
    const created = await w.json('POST', '/v1/products', { name: 'Tea', attributes: { images: [one], Description: 'Leaves' } })
    expect(created.status).toBe(201)
    const { resource, data } = await bodyOf(created)
    expect(resource).toBe('product')
    expect(data).toEqual({ id: expect.stringMatching(/^prd_/), name: 'Tea', attributes: { images: [one], Description: 'Leaves' } })
    const patched = await w.json('PATCH', `/v1/products/${data.id}`, { attributes: { Images: [two, one] } })
    expect(patched.status).toBe(200)
    expect((await bodyOf(patched)).data).toEqual({ id: data.id, name: 'Tea', attributes: { Images: [two, one], Description: 'Leaves' } })
    expect(
      (await bodyOf(await w.json('PATCH', `/v1/products/${data.id}`, { name: 'Green tea', attributes: { Images: [] } }))).data,
    ).toEqual({
      ...{ id: data.id, name: 'Green tea', attributes: { Images: [], Description: 'Leaves' } },
    })
  })

  it('reject invalid ids, naming each with its reason, and stay unchanged', async () => {
    const w = await openTestWorkspace()
    const png = await w.upload(await makePng())
    const fake = await w.upload(Buffer.from('not a picture'), 'fake.png')
    const webp = await w.upload(
      await draw(9, 9, () => [1, 2, 3, 255])
        .webp()
        .toBuffer(),
      'a.webp',
    )
    const text = (await bodyOf(await w.createSource('TEXT', 'x'))).data.id
    const { data } = await bodyOf(await w.json('POST', '/v1/products', { attributes: { Images: [png] } }))
    const refused = await w.json('PATCH', `/v1/products/${data.id}`, {
      name: 'New',
      attributes: { Images: [png, fake, webp, text, 'src_none'] },
    })
    expect(refused.status).toBe(400)
    expect((await bodyOf(refused)).message).toEqual([
      `${fake}: is not a PNG or JPEG file; the Images attribute accepts PNG and JPEG only`,
      `${webp}: is not a PNG or JPEG file but WEBP; the Images attribute accepts PNG and JPEG only`,
      `${text}: is a TEXT source; attributes accept FILE sources only`,
      'src_none: there is no such source',
    ])
    const [product] = (await w.admin('GET', '/products')).body.products
    expect(product).toMatchObject({ name: null, attributes: { Images: [png] } })
    expect((await w.json('PATCH', `/v1/products/${data.id}`, { attributes: { Manuals: [fake] } })).status).toBe(200)
  })

  it('reject files that only begin as a picture', async () => {
    const w = await openTestWorkspace()
    const [png, jpeg] = [await makePng(), await makeJpeg()]
    const signature = await w.upload(png.subarray(0, 8))
    const half = [await w.upload(png.subarray(0, png.length / 2)), await w.upload(jpeg.subarray(0, jpeg.length / 2), 'half.jpg')]
    const changed = Buffer.from(png)
    changed.writeUInt8((changed.at(-20) ?? 0) ^ 255, changed.length - 20)
    const broken = await w.upload(changed)
    const whole = [await w.upload(png), await w.upload(jpeg, 'a.jpg')]
    const refused = await w.json('POST', '/v1/products', { attributes: { Images: [signature, ...half, broken, ...whole] } })
    const why = 'cannot be decoded, the file is damaged or incomplete; the Images attribute accepts PNG and JPEG only'
    expect([refused.status, (await bodyOf(refused)).message]).toEqual([400, [signature, ...half, broken].map((id) => `${id}: ${why}`)])
    expect((await w.admin('GET', '/products')).body.products).toEqual([])
    const { data } = await bodyOf(await w.json('POST', '/v1/products', { attributes: { Images: whole, Manuals: [signature] } }))
    const again = await w.json('PATCH', `/v1/products/${data.id}`, { attributes: { Images: whole.toReversed() } })
    expect(again.status).toBe(200)
    expect((await w.json('PATCH', `/v1/products/${data.id}`, { attributes: { Images: half } })).status).toBe(400)
  })

  it('accept JSON in UTF-8 whatever the content type says, and no other encoding', async () => {
    const w = await openTestWorkspace()
    const create = async (type: string, bytes: Buffer) => {
      const body = Uint8Array.from(bytes)
      const answer = await fetch(`${w.baseUrl}/v1/products`, { method: 'POST', headers: { ...w.keyHeaders, 'content-type': type }, body })
      return [answer.status, (await bodyOf(answer)).data?.name]
    }
    const body = '{"name":"Grün"}'
    for (const type of ['application/json', 'APPLICATION/JSON;charset="UTF-8"'])
      for (const text of [body, `\ufeff${body}`]) expect(await create(type, Buffer.from(text))).toEqual([201, 'Grün'])
    expect(await create('application/json; charset=iso-8859-1', Buffer.from(body, 'latin1'))).toEqual([400, undefined])
    expect(await create('application/json; charset=utf-16', Buffer.from(body, 'utf16le'))).toEqual([400, undefined])
  })

  it('reject unknown products, attributes, fields and values', async () => {
    const w = await openTestWorkspace()
    expect((await w.json('PATCH', '/v1/products/prd_none', { attributes: {} })).status).toBe(404)
    const messageFor = async (body: unknown) => {
      const answer = await w.json('POST', '/v1/products', body)
      expect(answer.status).toBe(400)
      return [(await bodyOf(answer)).message].flat().join(' ')
    }
    expect(await messageFor({ attributes: { Pictures: [] } })).toContain('Pictures: unknown attribute')
    expect(await messageFor({ attributes: { Images: [], images: [] } })).toContain('a second time')
    expect(await messageFor({ attributes: { Images: 'src_1' } })).toContain('must be a list')
    expect(await messageFor({ attributes: { Description: [] } })).toContain('must be text')
    expect(await messageFor({ title: 'x' })).toContain('title: unknown field')
    expect(await messageFor([])).not.toBe('')
    expect(await messageFor(`{"attributes":{"Images":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`)).toContain('nested too deeply')
    expect(await messageFor({ name: 'x'.repeat(1024 * 1024) })).toContain('1 MB')
  })
})

it('refusals name a missing field in plain words', async () => {
  const w = await openTestWorkspace()
  expect((await bodyOf(await w.json('POST', '/v1/image/analysis', {}))).message).toEqual(['imageUrl: is missing', 'question: is missing'])
  expect((await bodyOf(await w.json('POST', '/v1/command', { inputs: {} }))).message).toEqual(['inputs.command: is missing'])
})

describe('the OpenAPI description', () => {
  it('is 3.1.0, version 1.0, with the operation analyse in the group Images', async () => {
    const { baseUrl } = await openTestWorkspace()
    const description = await bodyOf(await fetch(`${baseUrl}/openapi.json`))
    expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '1.0' }, servers: [{ url: baseUrl }] })
    expect(description.paths['/v1/image/analysis'].post).toMatchObject({
      operationId: 'analyse',
      tags: ['Images'],
      security: [{ apiKey: [] }, { oauth: ['user'] }],
    })
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(['/v1/sources', '/v1/products', '/v1/products/{productId}', '/oauth2/token']),
    )
    expect(description.components.securitySchemes.apiKey).toEqual({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
  })
})
