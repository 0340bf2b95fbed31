import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isInsideAddress, isInsideHost } from '../../../../electron/core/base/network/inside-addresses.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { fetchPicture } from '../../../../electron/core/pictures/intake/fetch-picture.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const publicAddress = '203.0.113.7'
/** Of a server in an organization’s own network. */
const networkAddress = '10.0.0.8'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-fetch-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
/** The web as this computer sees it: a public address leads to a server of the test. `names` lists what each DNS lookup of a name returns. */
const openWeb = (names: Record<string, string[]>) => {
  const dispatcher = new Agent({
    connect: ({ hostname, port }, done) => {
      const socket = connect(Number(port), [publicAddress, networkAddress].includes(hostname) ? '127.0.0.1' : hostname)
      socket.once('connect', () => done(null, socket)).once('error', (error) => done(error, null))
    },
  })
  onTestFinished(() => dispatcher.destroy())
  const resolveHost = async (name: string) => {
    const [first, ...rest] = names[name] ?? []
    if (first === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    if (rest.length > 0) names[name] = rest
    return [{ address: first, family: first.includes(':') ? 6 : 4 }]
  }
  const target = join(folder, 'picture')
  return (url: string) => fetchPicture(url, target, dispatcher, systemPlatform, {}, { resolveHost }).then(() => existsSync(target))
}
const leadTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end()

describe('a picture on the web', () => {
  test('is fetched, also through redirects within the web', async () => {
    const port = await serve((request, response) =>
      request.url === '/old.png'
        ? leadTo('/new.png')(request, response)
        : response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    )
    expect(await openWeb({ 'shop.example': [publicAddress] })(`http://shop.example:${port}/old.png`)).toBe(true)
  })

  test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '169.254.169.254', '10.0.0.8', 'printer.localhost'])(
    'is not fetched when it redirects to %s',
    async (host) => {
      let asked = 0
      const inside = await serve((_request, response) => {
        asked++
        response.writeHead(200, { 'content-type': 'image/png' }).end(png)
      })
      const port = await serve(leadTo(`http://${host}:${inside}/secret.png`))
      await expect(openWeb({ 'shop.example': [publicAddress] })(`http://shop.example:${port}/a.png`)).rejects.toMatchObject({
        code: 'rejected',
        message: expect.stringContaining('an address inside your own network. It wasn’t followed. Nothing was added.'),
      })
      expect(asked).toBe(0)
    },
  )

  test('is not fetched through a name that resolves to this computer, or that changes between lookups', async () => {
    const inside = await serve((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))
    const port = await serve(leadTo(`http://inside.example:${inside}/secret.png`))
    const leadsInside = { code: 'rejected', message: expect.stringContaining('inside.example') }
    await expect(
      openWeb({ 'shop.example': [publicAddress], 'inside.example': ['127.0.0.1'] })(`http://shop.example:${port}/a.png`),
    ).rejects.toMatchObject(leadsInside)
    // Each connection looks the name up once, and goes to what that found.
    const again = await serve(leadTo(`/secret.png`))
    await expect(
      openWeb({ 'turncoat.example': [publicAddress, '127.0.0.1'] })(`http://turncoat.example:${again}/a.png`),
    ).rejects.toMatchObject({ code: 'rejected' })
  })

  test('is not fetched from this computer by a name, whoever typed it', async () => {
    const port = await serve((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))
    for (const address of ['127.0.0.1', '169.254.169.254', '::1'])
      await expect(openWeb({ 'evil.example': [address] })(`http://evil.example:${port}/a.png`)).rejects.toMatchObject({ code: 'rejected' })
  })

  test('is fetched from a server of the organization by its name, which leads nowhere else inside', async () => {
    const port = await serve((request, response) =>
      request.url === '/away.png'
        ? leadTo(`http://other.example:${port}/secret.png`)(request, response)
        : response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    )
    const names = { 'dam.example': [networkAddress], 'other.example': [networkAddress] }
    expect(await openWeb(names)(`http://dam.example:${port}/a.png`)).toBe(true)
    await expect(openWeb(names)(`http://dam.example:${port}/away.png`)).rejects.toMatchObject({ code: 'rejected' })
  })
})

test('an address of this computer is fetched when a person entered it', async () => {
  const port = await serve((_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png))
  expect(await openWeb({})(`http://127.0.0.1:${port}/a.png`)).toBe(true)
})

test('addresses of this computer and of private networks are recognized in every spelling', () => {
  for (const inside of [
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '255.255.255.255',
  ])
    expect([inside, isInsideAddress(inside)]).toEqual([inside, true])
  for (const inside of ['::1', '::', 'fe80::1%eth0', 'fd00::1', '::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::'])
    expect([inside, isInsideAddress(inside)]).toEqual([inside, true])
  for (const outside of ['93.184.216.34', '172.32.0.1', '2606:4700::1111', '::ffff:93.184.216.34', '64:ff9b::5db8:d822'])
    expect([outside, isInsideAddress(outside)]).toEqual([outside, false])
  expect([isInsideHost('[::1]'), isInsideHost('LOCALHOST'), isInsideHost('example.com')]).toEqual([true, true, false])
})
