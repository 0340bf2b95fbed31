import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { callFromPage, failuresIn, namesInLibrary, waitForBridge } from '../support/bridge-in-page.ts'
import { type BrowserHost, lackForBrowserTests, launchBrowser, startBrowserHost } from '../support/browser-host.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { makeBridgeBuild, realBuild } from '../support/host-build.ts'
import { twoFrames } from '../support/two-frames.ts'

const lack = lackForBrowserTests()
let build: string
let browser: Browser
let folder: string
let dataFolder: string
let host: BrowserHost
let context: BrowserContext

const open = async (): Promise<Page> => {
  context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(host.address)
  await waitForBridge(page)
  return page
}
const start = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-browser-'))
  dataFolder = join(folder, 'data')
  host = await startBrowserHost(build, dataFolder)
}
const end = async (): Promise<void> => {
  await context?.close()
  await host.stop()
  await rm(folder, { recursive: true, force: true })
}

describe.skipIf(lack)(`the browser host${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('browser')
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    if (build) await rm(build, { recursive: true, force: true })
  })

  describe('at one start', () => {
    // The host ends when its last page is gone, so this one stays.
    let page: Page
    beforeAll(async () => {
      await start()
      page = await open()
    })
    afterAll(end)

    it('opens at the printed address; calls, typed errors and the stream of events cross to the window', async () => {
      expect(page.url()).toBe(`${host.origin}/`)
      expect(await callFromPage(page, 'session.get')).toMatchObject({ connection: null, state: 'none' })
      expect(await callFromPage(page, 'jobs.retry', { jobIds: ['job_none'], choice: 'retry' })).toMatchObject({
        failed: { name: 'AppError', code: 'unknown-id' },
      })
      const first = await page.evaluate(async () => {
        const { bridge } = globalThis as unknown as { bridge: { client: { events: { subscribe: () => Promise<AsyncIterable<unknown>> } } } }
        for await (const event of await bridge.client.events.subscribe()) return event
        return undefined
      })
      expect(first).toMatchObject({ queue: { counts: { running: 0 } } })
      expect(await failuresIn(page)).toEqual([])
    })

    it('keeps the cookie out of the page’s reach and the secret out of its history', async () => {
      expect(await page.evaluate(() => document.cookie)).toBe('')
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1' })
      expect(await page.evaluate(() => document.referrer)).not.toContain('secret')
    })

    it('rejects a second browser with the same address, and the first keeps working', async () => {
      const other = await (await browser.newContext()).newPage()
      expect((await other.goto(host.address))?.status()).toBe(403)
      expect((await other.goto(`${host.origin}/`))?.status()).toBe(403)
      await page.reload()
      await waitForBridge(page)
      expect(await callFromPage(page, 'pictures.list')).toEqual([])
    })

    it('gives another site’s page in the same browser no access: no call, no picture, no upload, no frame', async () => {
      const evil = await page.context().newPage()
      await evil.route('http://evil.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
      )
      await evil.goto('http://evil.example/')
      const tried = await evil.evaluate(async (origin) => {
        const socket = await new Promise<string>((resolve) => {
          const tried = new WebSocket(`${origin.replace('http', 'ws')}/calls`)
          tried.onopen = () => resolve('open')
          tried.onerror = () => resolve('refused')
        })
        const read = await fetch(`${origin}/`, { credentials: 'include' }).then(
          () => 'read',
          () => 'refused',
        )
        const sent = await fetch(`${origin}/intake?name=x.png`, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'include',
          body: 'x',
        }).then(
          () => 'sent',
          () => 'refused',
        )
        const framed = await new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.src = `${origin}/`
          frame.onload = () => resolve(String(frame.contentWindow?.length === undefined ? 'none' : 'loaded an error page'))
          document.body.append(frame)
        })
        return { socket, read, sent, framed }
      }, host.origin)
      expect(tried).toMatchObject({ socket: 'refused', read: 'refused' })
      expect(await callFromPage(page, 'pictures.list')).toEqual([])
      expect(await callFromPage(page, 'pictures.refused')).toEqual([])
    })

    it('names the unreadable files of a folder, and adds the others', async () => {
      const found = await page.evaluate(async () => {
        const { bridge } = globalThis as unknown as {
          bridge: { filesOf: (transfer: unknown) => Promise<{ files: File[]; unreadable: string[] }> }
        }
        const file = (name: string) => ({ name, isFile: true, file: (take: (file: File) => void) => take(new File(['x'], name)) })
        const folder = (name: string, inside: unknown[] | null) => ({
          name,
          isFile: false,
          createReader: () => {
            const left = [inside ?? [], []]
            return {
              readEntries: (take: (entries: unknown[]) => void, fail: (error: unknown) => void) =>
                inside ? take(left.shift() ?? []) : fail(new DOMException('', 'NotReadableError')),
            }
          },
        })
        const shoot = folder('shoot', [file('one.jpg'), folder('locked', null), folder('inner', [file('two.jpg')]), file('.hidden')])
        const { files, unreadable } = await bridge.filesOf({ items: [{ webkitGetAsEntry: () => shoot }], files: [] })
        return { files: files.map(({ name }) => name), unreadable }
      })
      expect(found).toEqual({ files: ['one.jpg', 'two.jpg'], unreadable: ['locked'] })
    })

    it('adds dropped and chosen files under their names, and shows them', async () => {
      const paths = await writeTestPictures(join(folder, 'pictures'), 6, { formats: 'both', names: 'odd' })
      await dragFilesOnto(page, '#zone', paths.slice(0, 5))
      expect(await namesInLibrary(page, 5)).toHaveLength(5)
      await page.setInputFiles('#files', paths.slice(5))
      const names = await namesInLibrary(page, 6)
      expect([...names].sort()).toEqual(paths.map((path) => path.split('/').at(-1) ?? '').sort())
      const [image] = (await callFromPage<{ id: string; bytes: number }[]>(page, 'pictures.list')) as { id: string; bytes: number }[]
      const bytes = await page.evaluate(async (id) => (await (await fetch(`/preview/${id}`)).arrayBuffer()).byteLength, image?.id)
      expect(bytes).toBe(image?.bytes)
      expect(await failuresIn(page)).toEqual([])
    })

    it('names a chosen file that is deleted before it is sent, and adds the other one', async () => {
      const [gone = '', stays = ''] = await writeTestPictures(join(folder, 'chosen'), 2, { firstSeed: 11 })
      const before = (await namesInLibrary(page, 0)).length
      const input = page.locator('#files')
      await page.evaluate(() => addEventListener('change', (event) => event.stopPropagation(), { capture: true, once: true }))
      await input.setInputFiles([gone, stays])
      await rm(gone)
      await input.evaluate((element) => element.dispatchEvent(new Event('change', { bubbles: true })))
      expect((await namesInLibrary(page, before + 1))[0]).toBe(stays.split('/').at(-1))
      await expect.poll(() => failuresIn(page)).toEqual([`AppError: “${gone.split('/').at(-1)}” cannot be read.`])
    })
  })

  describe('at a start of its own', () => {
    beforeEach(start)
    afterEach(end)

    it('shows the real page without violating its policy or printing an error', async () => {
      const real = await startBrowserHost(realBuild, join(folder, 'other data'))
      try {
        context = await browser.newContext()
        const page = await context.newPage()
        const said: string[] = []
        page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
        page.on('pageerror', (error) => said.push(String(error)))
        await page.goto(real.address)
        await expect.poll(() => page.getByRole('button', { name: 'Try the sample workspace' }).count()).toBeGreaterThan(0)
        await twoFrames(page)
        expect(said).toEqual([])
      } finally {
        await real.stop()
      }
    })

    it('ends cleanly when asked, and has the added pictures after a restart', async () => {
      const paths = await writeTestPictures(join(folder, 'pictures'), 2)
      const page = await open()
      await page.setInputFiles('#files', paths)
      await namesInLibrary(page, 2)
      expect(await host.stop()).toBe(0)
      expect(await callFromPage(page, 'session.get')).toMatchObject({ failed: { name: 'AppError', code: 'internal' } })
      host = await startBrowserHost(build, dataFolder)
      expect(await namesInLibrary(await open(), 2)).toHaveLength(2)
      const log = await readFile(join(dataFolder, 'logs/packshot.log'), 'utf8').catch(() => '')
      expect(log).not.toContain(new URL(host.address).searchParams.get('secret'))
    })
  })
})
