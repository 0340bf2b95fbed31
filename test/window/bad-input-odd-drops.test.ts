import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyAcceptedFormat } from '../../shared/pictures/picture-formats-words.ts'
import { encodeTinyPng } from '../fixtures/png-bytes.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto, dragLinkedPictureOnto, dragTextOnto } from '../support/drag-files.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { realBuild } from '../support/host-build.ts'
import { countInLibrary, readNotAdded } from '../support/library-page.ts'

const lack = lackForElectronTests()
let display: Display | undefined
let folder: string
let web: Server
let base = ''
let host: ElectronHost
/** Requests whose answer is still open. */
let open = 0

/** Web addresses of all kinds: a picture, a page, nothing, one that never answers, one that never stops sending. */
const startWeb = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    open++
    response.once('close', () => open--)
    switch (request.url) {
      case '/mug.png':
      case '/cup.png':
      case '/a-linked.png':
        return response.writeHead(200, { 'content-type': 'image/png' }).end(encodeTinyPng(request.url.length + request.url.charCodeAt(1)))
      case '/page':
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A shop</title>')
      case '/disguised.png':
        return response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html><title>Please sign in</title>')
      case '/round.png':
        return response.writeHead(302, { location: '/round.png' }).end()
      case '/to-file.png':
        return response.writeHead(302, { location: 'file:///etc/hostname' }).end()
      case '/silent.png':
        return undefined
      case '/endless.mp4': {
        response.writeHead(200, { 'content-type': 'video/mp4' })
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.from('\0\0\0\x18ftypisom'.repeat(4_096))));
        }
        response.on('drain', more)
        return more()
      }
      default:
        return response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

describe.skipIf(lack)(`odd things dropped on the window${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    display = process.platform === 'linux' ? await startDisplay() : undefined
    folder = await mkdtemp(join(tmpdir(), 'packshot-odd-drops-'))
    web = await startWeb()
    base = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    host = await openElectronHost({ build: realBuild, dataFolder: join(folder, 'data'), display: display?.name })
    await host.page.getByText('Welcome to Packshot').waitFor()
  })
  afterAll(async () => {
    await host?.close()
    web?.closeAllConnections()
    await new Promise((resolve) => (web ? web.close(resolve) : resolve(undefined)))
    await display?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  it('text is answered with a hint what to drop instead', async () => {
    await dragTextOnto(host.page, 'body', 'Two mugs, one blue')
    await host.page.getByText('That was text, not a picture.').waitFor()
  })

  it('the same file twice, in one drop and again later, is one picture', async () => {
    const [path = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
    await dragFilesOnto(host.page, 'body', [path, path])
    await expect.poll(() => countInLibrary(host.page)).toBe(1)
    const said = host.page.getByText('1 file already in the library')
    await said.waitFor()
    await said.waitFor({ state: 'detached' })
    await dragFilesOnto(host.page, 'body', [path])
    await said.waitFor()
    expect(await countInLibrary(host.page)).toBe(1)
    expect(await readNotAdded(host.page)).toEqual([])
  })

  it('a picture inside a link is added, not the page that the link leads to', async () => {
    const before = await countInLibrary(host.page)
    await dragLinkedPictureOnto(host.page, 'body', `${base}/page`, `${base}/a-linked.png`)
    await expect.poll(() => countInLibrary(host.page)).toBe(before + 1)
    expect(await readNotAdded(host.page)).toEqual([])
  })

  it('addresses that are a page, missing, silent or endless each get a row with the reason, and the picture among them is added at once', async () => {
    // A browser gives one address with a picture; a text may hold many.
    await dragTextOnto(host.page, 'body', `${base}/cup.png`, 'text/uri-list')
    const paths = ['/silent.png', '/page', '/disguised.png', '/gone.png', '/endless.mp4', '/round.png', '/to-file.png', '/mug.png']
    const begun = Date.now()
    await dragTextOnto(host.page, 'body', paths.map((path) => base + path).join('\n'))
    await expect.poll(() => countInLibrary(host.page)).toBe(4)
    const addedAfter = Date.now() - begun
    await expect.poll(() => open, { interval: 250 }).toBe(0)
    await host.page.getByText('7 files were not added.').waitFor()
    const rows = await readNotAdded(host.page)
    const reasonOf = (name: string): string => rows.find((row) => row.name === name)?.reason ?? ''
    expect(rows).toHaveLength(7)
    expect(reasonOf('page')).toMatch(/is a web page, not a picture\. Use the address of the picture itself/)
    expect(reasonOf('disguised.png')).toContain(`It is a web page (HTML), not a ${anyAcceptedFormat} picture`)
    expect(reasonOf('gone.png')).toMatch(/answered 404.*Open the address in a browser and check it/)
    expect(reasonOf('endless.mp4')).toContain(`It is a video (MP4), not a ${anyAcceptedFormat} picture`)
    for (const name of ['round.png', 'to-file.png'])
      expect(reasonOf(name)).toMatch(/doesn’t lead to a picture.*Open the address in a browser/)
    expect(reasonOf('silent.png')).toMatch(/sent nothing for 20 seconds.*Try again later/)
    console.log(
      `The picture was added after ${addedAfter} ms, the silent address given up after ${((Date.now() - begun) / 1000).toFixed(0)} s.`,
    )
  })
})
