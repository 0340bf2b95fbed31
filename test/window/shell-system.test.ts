import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QueueStatus } from '../../shared/queue/jobs.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { callFromPage, namesInLibrary, type PageWithBridge, waitForBridge } from '../support/bridge-in-page.ts'
import { type ElectronHost, lackForElectronTests } from '../support/electron-host.ts'
import { setUpElectronWithService } from '../support/electron-with-service.ts'
import { makeBridgeBuild, realBuild } from '../support/host-build.ts'
import { connectWithKey } from '../support/library-page.ts'
import type { ScriptedService } from '../support/scripted-service.ts'

const lack = lackForElectronTests()
let build: string
let folder: string
let dataFolder: string
let service: ScriptedService

const connect = (page: ElectronHost['page']) =>
  callFromPage(page, 'session.connect', { kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'k' })
const uploads = (): number => service.received.filter((one) => one.path === '/v1/sources').length

/** Asks the core through a port of its own, which takes the place of the page’s: the real page gives its client to nobody. */
const readQueue = async (page: ElectronHost['page']): Promise<QueueStatus> => {
  const answer = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => resolve(String(data))
        window.postMessage('packshot:connect', location.origin, [port2])
        port1.postMessage(JSON.stringify({ i: '1', p: { u: 'http://orpc/queue/status' } }))
      }),
  )
  return (JSON.parse(answer) as { p: { b: { json: QueueStatus } } }).p.b.json
}

/** Waits until the queue holds for longer than `ms` because nothing can be reached; returns until when. */
const untilHeldFor = async (page: ElectronHost['page'], ms: number): Promise<number> => {
  let until = 0
  const holdsFor = async (): Promise<number> => {
    const status = await readQueue(page)
    until = status.holds.find((hold) => hold.kind === 'offline')?.until ?? 0
    return until - Date.now()
  }
  await expect.poll(holdsFor, { interval: 100 }).toBeGreaterThan(ms)
  return until
}

describe.skipIf(lack)(`Electron and the system${lack ? ` (skipped: ${lack})` : ''}`, () => {
  const set = setUpElectronWithService()
  beforeAll(async () => {
    build = await makeBridgeBuild('shell-system')
  })
  afterAll(async () => {
    if (build) await rm(build, { recursive: true, force: true })
  })
  beforeEach(() => {
    folder = set.folder()
    dataFolder = join(folder, 'data')
    service = set.service()
  })

  const open = async (): Promise<ElectronHost> => {
    const host = await set.open(build)
    await waitForBridge(host.page)
    return host
  }

  it('starts nothing when the computer goes to sleep, and resumes at once when it wakes up', async () => {
    const [before = '', path = ''] = await writeTestPictures(join(folder, 'pictures'), 2)
    const { app, page } = await open()
    await connect(page)
    await page.setInputFiles('#files', before)
    await expect.poll(uploads).toBe(1)
    await expect.poll(() => callFromPage(page, 'queue.status')).toMatchObject({ counts: { done: 1, running: 0 } })
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('suspend'))
    await page.setInputFiles('#files', path)
    await namesInLibrary(page, 2)
    // Sent or not, it is decoded after that.
    const decoded = () =>
      page.evaluate(async () => {
        const { client, thumbnailUrl } = (globalThis as unknown as PageWithBridge).bridge
        const images = await client.pictures.list()
        const found = await Promise.all(images.map(({ id }) => fetch(thumbnailUrl(id)).then(({ ok }) => ok)))
        return found.filter(Boolean).length
      })
    await expect.poll(decoded).toBe(2)
    expect(await callFromPage(page, 'queue.status')).toMatchObject({ counts: { waiting: 1, running: 0 }, holds: [] })
    expect(uploads()).toBe(1)
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await expect.poll(uploads).toBe(2)
  })

  it.each(['the system reports', 'the window notices'])('resumes at once when %s that the network is back', async (who) => {
    const arrivals: number[] = []
    const { app, page } = await set.open(realBuild)
    const setOnline = (isOnline: boolean) =>
      app.evaluate(({ net }, given) => {
        net.isOnline = () => given
      }, isOnline)
    const bringBack = async (): Promise<void> => {
      if (who === 'the system reports') return setOnline(true)
      // Reading the queue has taken the page’s own connection.
      await page.reload()
      await page.getByRole('status', { name: 'Queue' }).getByText('offline').waitFor()
      await page.context().setOffline(true)
      await page.context().setOffline(false)
    }
    service.answer = async (request) => {
      if (request.path === '/v1/sources') arrivals.push(Date.now())
      return { status: 201, body: { data: { id: `src_${arrivals.length}` } } }
    }
    await connectWithKey(page, service.baseUrl)
    // Each hold is longer: on a slow machine the first may be over before anyone can notice anything.
    for (const [at, ms] of [4_000, 12_000, 30_000].entries()) {
      const [path = ''] = await writeTestPictures(join(folder, `pictures ${at}`), 1, { firstSeed: 60 + at })
      await service.stop()
      if (who === 'the system reports') await setOnline(false)
      await page.locator('input[type=file]').first().setInputFiles(path)
      const nextTry = await untilHeldFor(page, ms)
      await service.start()
      await bringBack()
      await expect.poll(() => arrivals.length).toBe(at + 1)
      if ((arrivals[at] ?? nextTry) < nextTry) return
    }
    expect.unreachable('each upload came only when it would have been tried anyway')
  })

  it('notifies a person who looks elsewhere when a batch ends, shows its progress, keeps the system awake for it, and counts on the badge what needs a person', async () => {
    const paths = await writeTestPictures(join(folder, 'pictures'), 3)
    const { app, page } = await open()
    await app.evaluate(({ app: electron, BrowserWindow, Notification, powerSaveBlocker }) => {
      const seen = { shown: [] as unknown[], progress: [] as unknown[], badges: [] as number[], isFocused: false, blocks: 0 }
      powerSaveBlocker.start = () => ++seen.blocks
      powerSaveBlocker.stop = () => seen.blocks-- > 0
      Object.assign(globalThis, { seen })
      Notification.isSupported = () => true
      Notification.prototype.show = function () {
        seen.shown.push([this.title, this.body])
      }
      BrowserWindow.prototype.setProgressBar = (part, options) => void seen.progress.push([part, options?.mode])
      BrowserWindow.prototype.isFocused = () => seen.isFocused
      electron.setBadgeCount = (count) => seen.badges.push(count ?? -1) > 0
    })
    const seen = () =>
      app.evaluate(
        () =>
          (
            globalThis as unknown as {
              seen: { shown: [string, string][]; progress: [number, string][]; badges: number[]; isFocused: boolean; blocks: number }
            }
          ).seen,
      )
    let release = (): void => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    service.answer = async (_request, index) => {
      await isReleased
      return index === 2
        ? { status: 400, body: { statusCode: 400, message: 'file type not accepted' } }
        : { status: 201, body: { data: { id: `s${index}` } } }
    }
    await connect(page)
    await page.setInputFiles('#files', paths)
    await expect.poll(async () => (await seen()).progress.some(([part]) => part === 0)).toBe(true)
    expect((await seen()).blocks).toBe(1)
    release()
    await expect.poll(async () => (await seen()).shown).toEqual([['Packshot', '2 done, 1 needs attention']])
    expect((await seen()).progress.at(-1)).toEqual([-1, 'normal'])
    const ended = (await seen()).progress.length
    expect((await seen()).badges.at(-1)).toBe(1)
    expect((await seen()).blocks).toBe(0)
    await app.evaluate(() => {
      ;(globalThis as unknown as { seen: { isFocused: boolean } }).seen.isFocused = true
    })
    const [more = ''] = await writeTestPictures(join(folder, 'more'), 1, { firstSeed: 50 })
    await page.setInputFiles('#files', more)
    await expect.poll(uploads).toBe(4)
    // The end of this batch is noticed, too.
    await expect.poll(async () => (await seen()).progress.slice(ended).map(([part]) => part)).toEqual([expect.any(Number), -1])
    expect((await seen()).shown).toHaveLength(1)
  })

  it('in the background it has a tray icon, which reopens the window', async () => {
    const [path = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
    const { app, page, answerDialogs } = await open()
    await app.evaluate(({ Tray }) => {
      const { setContextMenu, setToolTip } = Tray.prototype
      Tray.prototype.setContextMenu = function (menu) {
        Object.assign(globalThis, { trayMenu: menu })
        return setContextMenu.call(this, menu)
      }
      Tray.prototype.setToolTip = function (words) {
        Object.assign(globalThis, { trayWords: words })
        return setToolTip.call(this, words)
      }
    })
    await connect(page)
    await service.stop()
    await page.setInputFiles('#files', path)
    await namesInLibrary(page, 1)
    await answerDialogs([0])
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    await expect.poll(windows).toBe(0)
    const tray = () =>
      app.evaluate(() => {
        const { trayMenu, trayWords } = globalThis as unknown as { trayMenu: Electron.Menu; trayWords: string }
        return { words: trayWords, items: trayMenu.items.map((item) => item.label) }
      })
    expect(await tray()).toEqual({ words: 'Packshot is working', items: ['Show Packshot', 'Quit and continue at next start'] })
    await app.evaluate(() => (globalThis as unknown as { trayMenu: Electron.Menu }).trayMenu.items[0]?.click())
    await expect.poll(windows).toBe(1)
  })

  it('the menu has the usual items and shortcuts, and adds files chosen in the system’s dialog', async () => {
    const [one = '', two = ''] = await writeTestPictures(join(folder, 'pictures'), 2)
    await mkdir(join(folder, 'inner'), { recursive: true })
    await writeFile(join(folder, 'inner/two.jpg'), await readFile(two))
    const { app, page } = await open()
    const items = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map((menu) => [
        menu.label,
        (menu.submenu?.items ?? []).flatMap((item) =>
          item.type === 'separator' ? [] : [[item.label, item.accelerator ?? item.role ?? null]],
        ),
      ]),
    )
    expect(items.map(([label]) => label)).toEqual(expect.arrayContaining(['File', 'Edit', 'View', 'Window']))
    expect(Object.fromEntries(items)).toMatchObject({
      File: expect.arrayContaining([
        ['Add Pictures…', 'CmdOrCtrl+O'],
        ['Add Folder…', 'CmdOrCtrl+Shift+O'],
        ['Open Connection File…', null],
      ]),
    })
    const choose = (label: string, path: string) =>
      app.evaluate(
        ({ Menu, dialog }, [wanted, chosen]) => {
          dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
          const file = Menu.getApplicationMenu()?.items.find((menu) => menu.label === 'File')
          file?.submenu?.items.find((item) => item.label === wanted)?.click()
        },
        [label, path] as const,
      )
    await choose('Add Pictures…', one)
    expect(await namesInLibrary(page, 1)).toHaveLength(1)
    await choose('Add Folder…', join(folder, 'inner'))
    expect(await namesInLibrary(page, 2)).toContain('two.jpg')
  })

  it('the menu’s Undo undoes what was done last, and in a field what was typed', async () => {
    const [one = ''] = await writeTestPictures(join(folder, 'pictures'), 1)
    const { app, page } = await set.open(realBuild)
    const undo = () =>
      app.evaluate(({ Menu }) => {
        const edit = Menu.getApplicationMenu()?.items.find((menu) => menu.label === 'Edit')
        edit?.submenu?.items.find((item) => item.label === 'Undo')?.click()
      })
    await page.locator('input[aria-label="Add pictures"]').setInputFiles(one)
    const grid = page.getByRole('grid', { name: 'Pictures' })
    await grid.getByRole('gridcell').first().click()
    await page.keyboard.press('Delete')
    await page.getByText('1 picture removed').waitFor()
    await page.getByRole('link', { name: 'Settings' }).focus()
    await undo()
    await page.getByText('1 picture back in the library').waitFor()
    const field = page.getByRole('textbox', { name: 'Search the library' })
    // One letter: Chromium undoes more of them at once only if they came quickly.
    await field.press('f')
    await undo()
    await expect.poll(() => field.inputValue()).toBe('')
  })

  it('a window whose screen is gone opens on an existing one', async () => {
    await mkdir(join(dataFolder, 'window'), { recursive: true })
    const place = { x: 9_000, y: 7_000, width: 900, height: 700, maximized: false }
    await writeFile(join(dataFolder, 'window/window-place.json'), JSON.stringify(place))
    const { app } = await open()
    const { bounds, area } = await app.evaluate(({ BrowserWindow, screen }) => ({
      bounds: BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: 0, y: 0, width: 0, height: 0 },
      area: screen.getPrimaryDisplay().workArea,
    }))
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(area.x + area.width)
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(area.y + area.height)
  })

  it('when the window’s process crashes a third time within a minute, it says that nothing is lost and offers to reopen', async () => {
    const { app, answerDialogs, dialogs } = await open()
    const crash = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        if (!contents) return
        if (contents.isLoading()) await new Promise<void>((resolve) => contents.once('did-finish-load', () => resolve()))
        const gone = new Promise<void>((resolve) => contents.once('render-process-gone', () => resolve()))
        contents.forcefullyCrashRenderer()
        await gone
      })
    const loaded = () =>
      app.evaluate(async ({ BrowserWindow }) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        return contents && !contents.isLoading() && !contents.isCrashed() ? contents.executeJavaScript('"bridge" in window') : false
      })
    await answerDialogs([0])
    for (let time = 1; time <= 2; time++) {
      await crash()
      await expect.poll(loaded).toBe(true)
    }
    expect(await dialogs()).toEqual([])
    await crash()
    await expect.poll(async () => (await dialogs()).length).toBe(1)
    expect((await dialogs())[0]).toMatchObject({
      message: 'Packshot’s window stopped three times within a minute.',
      detail: expect.stringContaining('Nothing is lost'),
      buttons: ['Open again', 'Quit'],
    })
    await expect.poll(loaded).toBe(true)
  })
})
