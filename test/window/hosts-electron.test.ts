import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { callFromPage, failuresIn, namesInLibrary, waitForBridge } from '../support/bridge-in-page.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { dragFilesOnto } from '../support/drag-files.ts'
import { type ElectronHost, electronCommand, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { makeBridgeBuild, realBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'
import { startScriptedService } from '../support/scripted-service.ts'
import { twoFrames } from '../support/two-frames.ts'

const lack = lackForElectronTests()
let build: string
let display: Display | undefined
let folder: string
let dataFolder: string
let host: ElectronHost | undefined

const makeFolder = async (): Promise<void> => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-electron-'))
  dataFolder = join(folder, 'data')
}
const open = async (): Promise<ElectronHost> => {
  host = await openElectronHost({ build, dataFolder, display: display?.name })
  await waitForBridge(host.page)
  return host
}
const closeAndRemove = async (): Promise<void> => {
  await host?.close()
  host = undefined
  await rm(folder, { recursive: true, force: true })
}

/** The command lines of processes that work on the data folder. */
const processesOfFolder = (): string =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataFolder))
    .join('\n')

describe.skipIf(lack)(`Electron, the host${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('electron')
    display = process.platform === 'linux' ? await startDisplay() : undefined
  })
  afterAll(async () => {
    await display?.stop()
    if (build) await rm(build, { recursive: true, force: true })
  })
  describe('at one start', () => {
    let started: ElectronHost
    beforeAll(async () => {
      await makeFolder()
      started = await open()
    })
    afterAll(closeAndRemove)
    /** How many pictures the tests before have added; each adds others. */
    const countBefore = async (): Promise<number> => (await namesInLibrary(started.page, 0)).length

    it('calls, typed errors and the stream of events cross to the window', async () => {
      const { page } = started
      expect(await callFromPage(page, 'session.get')).toMatchObject({ connection: null, state: 'none' })
      expect(await callFromPage(page, 'jobs.retry', { jobIds: ['job_none'], choice: 'retry' })).toMatchObject({
        failed: { name: 'AppError', code: 'unknown-id', message: expect.stringContaining('job_none'), action: expect.any(String) },
      })
      const first = await page.evaluate(async () => {
        const { bridge } = globalThis as unknown as { bridge: { client: { events: { subscribe: () => Promise<AsyncIterable<unknown>> } } } }
        for await (const event of await bridge.client.events.subscribe()) return event
        return undefined
      })
      expect(first).toMatchObject({ queue: { counts: { running: 0 } }, changed: expect.arrayContaining(['library']) })
      expect(await failuresIn(page)).toEqual([])
    })

    it('files and folders dropped on the window are added by their paths, which the page never sees', async () => {
      const [one = '', two = '', three = ''] = await writeTestPictures(join(folder, 'pictures'), 3, { formats: 'both', names: 'odd' })
      await mkdir(join(folder, 'inner/deep'), { recursive: true })
      await writeFile(join(folder, 'inner/deep/in a folder.jpg'), await readFile(three))
      const { page } = started
      await dragFilesOnto(page, '#zone', [one, two, join(folder, 'inner')])
      expect(await namesInLibrary(page, 3)).toHaveLength(3)
      await page.setInputFiles('#files', three)
      expect(await namesInLibrary(page, 3)).toContain('in a folder.jpg')
      const [image] = (await callFromPage<{ id: string; bytes: number }[]>(page, 'pictures.list')) as { id: string; bytes: number }[]
      const shown = await page.evaluate(async (id) => {
        const load = async (url: string) => {
          const picture = new Image()
          picture.src = url
          await picture.decode()
          return picture.naturalWidth
        }
        const original = await fetch(`/preview/${id}`)
        return {
          thumbnail: await load(`/thumbnail/${id}`),
          preview: await load(`/preview/${id}`),
          bytes: (await original.arrayBuffer()).byteLength,
        }
      }, image?.id)
      expect(shown).toEqual({ thumbnail: expect.any(Number), preview: expect.any(Number), bytes: image?.bytes })
      expect(await failuresIn(page)).toEqual([])
    })

    it('a picture without a path, such as a pasted one, is added from its bytes', async () => {
      const [path = ''] = await writeTestPictures(join(folder, 'pasted'), 1, { firstSeed: 11 })
      const bytes = [...(await readFile(path))]
      const { page } = started
      const before = await countBefore()
      await page.evaluate(async (given) => {
        const { bridge } = globalThis as unknown as { bridge: { dropFiles: (files: File[], recursive: boolean) => Promise<void> } }
        await bridge.dropFiles([new File([new Uint8Array(given)], '../pasted.png')], false)
      }, bytes)
      expect((await namesInLibrary(page, before + 1))[0]).toBe('pasted.png')
    })

    it('survives the death of the image process: the picture is decoded by the next one', async () => {
      const paths = await writeTestPictures(join(folder, 'decoded'), 4, { firstSeed: 21 })
      const { page, app } = started
      const before = await countBefore()
      await page.setInputFiles('#files', paths[0] ?? '')
      await namesInLibrary(page, before + 1)
      const pids = await app.evaluate(({ app: electron }) =>
        electron.getAppMetrics().flatMap(({ pid, type, name }) => (type === 'Utility' && name === 'Packshot pictures' ? pid : [])),
      )
      expect(pids.length).toBeGreaterThan(0)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      await page.setInputFiles('#files', paths.slice(1))
      expect(await namesInLibrary(page, before + 4)).toHaveLength(before + 4)
    })

    it('a second start shows the first one’s window, passes its arguments to it, and ends', async () => {
      const { page, app } = started
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
      const file = join(folder, 'team.packshot')
      await writeFile(
        file,
        JSON.stringify({ packshot: 1, name: 'Team Blue', baseUrl: 'https://service.example', clientId: 'c', clientSecret: 's' }),
      )
      const second = electronCommand({ build, dataFolder, args: [file] })
      const child = spawn(second.program, second.args, {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display?.name ?? process.env.DISPLAY },
      })
      expect(await once(child, 'exit')).toEqual([0, null])
      await expect
        .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized())))
        .toEqual([false])
      await expect
        .poll(() => callFromPage(page, 'offers.get'))
        .toMatchObject({ stage: 'proposed', summary: { name: 'Team Blue', baseUrl: 'https://service.example' } })
      expect(await callFromPage(page, 'session.get')).toMatchObject({ connection: null })
    })

    it('the library is listed in a thread of its own', async () => {
      await callFromPage(started.page, 'library.page', { offset: 0, limit: 1, sort: { by: 'name', descending: false }, filter: {} })
      const log = () => readFile(join(dataFolder, 'logs/packshot.log'), 'utf8')
      await expect.poll(log).toContain('reader-ready')
      await callFromPage(started.page, 'library.page', { offset: 0, limit: 1, sort: { by: 'name', descending: false }, filter: {} })
      expect(await log()).not.toMatch(/reader-(failed|ended)/)
    })

    it('no picture decoder is ever loaded into the main process', async (context) => {
      if (process.platform !== 'linux') context.skip(lackOf('not-linux'))
      const paths = await writeTestPictures(join(folder, 'both formats'), 2, { formats: 'both', firstSeed: 31 })
      const { page, pid } = started
      await callFromPage(page, 'session.connect', { kind: 'sample' })
      const before = await countBefore()
      await page.setInputFiles('#files', paths)
      expect(await namesInLibrary(page, before + 2)).toHaveLength(before + 2)
      expect(await readFile(`/proc/${pid}/maps`, 'utf8')).not.toMatch(/vips|sharp/)
    })
  })

  describe('at a start of its own', () => {
    beforeEach(makeFolder)
    afterEach(closeAndRemove)

    it('the real page is shown without violating its policy or printing an error', async () => {
      host = await openElectronHost({ build: realBuild, dataFolder, display: display?.name })
      const { page } = host
      const said: string[] = []
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      await page.reload()
      await expect.poll(() => page.getByRole('button', { name: 'Try the sample workspace' }).count()).toBeGreaterThan(0)
      await twoFrames(page)
      expect(said).toEqual([])
    })

    it('the window’s position is remembered', async () => {
      const first = await open()
      await first.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.setBounds({ x: 140, y: 90, width: 901, height: 602 }),
      )
      // It is saved soon after the move, so a crash doesn't lose it.
      await expect.poll(() => readFile(join(dataFolder, 'window/window-place.json'), 'utf8').catch(() => '')).toContain('901')
      await first.close()
      const second = await open()
      expect(await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())).toMatchObject({
        width: 901,
        height: 602,
      })
    })

    it('survives a crash of the window’s process: it is reloaded and calls are answered', async () => {
      const { app } = await open()
      const loaded = app.evaluate(({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return new Promise<void>((resolve) => {
          contents?.once('did-finish-load', () => resolve())
          contents?.forcefullyCrashRenderer()
        })
      })
      await loaded
      const answered = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('bridge.client.session.get().then(({ state }) => state)'),
      )
      expect(answered).toBe('none')
    })

    it('killed with SIGKILL and restarted, it has the added pictures, and no old process keeps running', async () => {
      const paths = await writeTestPictures(join(folder, 'pictures'), 5)
      const first = await open()
      await callFromPage(first.page, 'session.connect', { kind: 'sample' })
      await first.page.setInputFiles('#files', paths)
      await namesInLibrary(first.page, 5)
      await first.kill()
      await expect.poll(processesOfFolder).toBe('')
      const second = await open()
      expect(await namesInLibrary(second.page, 5)).toHaveLength(5)
    })

    it('closing while work waits says how much, and stays, continues without a window, or ends as chosen', async () => {
      const [path = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
      const { app, page, answerDialogs, dialogs } = await open()
      const service = await startScriptedService()
      await callFromPage(page, 'session.connect', { kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'k' })
      await service.stop()
      await page.setInputFiles('#files', path)
      await namesInLibrary(page, 1)
      const closeWindow = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
      await answerDialogs([2, 0])
      await closeWindow()
      await expect.poll(async () => (await dialogs()).length).toBe(1)
      expect((await dialogs())[0]).toMatchObject({
        message: 'One job is not done yet.',
        buttons: ['Continue in background', 'Continue at next start', 'Keep the window open'],
      })
      expect(await windows()).toBe(1)
      await closeWindow()
      await expect.poll(windows).toBe(0)
      const second = electronCommand({ build, dataFolder })
      const child = spawn(second.program, second.args, {
        stdio: 'ignore',
        env: { ...process.env, DISPLAY: display?.name ?? process.env.DISPLAY },
      })
      await once(child, 'exit')
      await expect.poll(windows).toBe(1)
    })

    it('continues without its window, then ends by itself when the work is done', async () => {
      const service = await startScriptedService()
      let release = (): void => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      service.answer = async () => {
        await isReleased
        return { status: 201, body: { data: { id: 'src_1' } } }
      }
      const [path = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
      const { app, page, answerDialogs } = await open()
      await callFromPage(page, 'session.connect', { kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'k' })
      await page.setInputFiles('#files', path)
      await expect.poll(() => service.received.length).toBeGreaterThan(0)
      await answerDialogs([0])
      const ended = once(app.process(), 'exit')
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
      release()
      expect((await ended)[0]).toBe(0)
      await service.stop()
    })

    it('SIGTERM releases everything and ends the app', async () => {
      const { app, page } = await open()
      await callFromPage(page, 'session.connect', { kind: 'sample' })
      const ended = once(app.process(), 'exit')
      app.process().kill('SIGTERM')
      expect((await ended)[0]).toBe(0)
      await expect.poll(processesOfFolder).toBe('')
    })

    it('closing with nothing to do ends the app without a question', async () => {
      const { app } = await open()
      const ended = once(app.process(), 'exit')
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      expect((await ended)[0]).toBe(0)
    })
  })
})
