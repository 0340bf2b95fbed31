import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFromPage, waitForBridge } from '../support/bridge-in-page.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { makeBridgeBuild } from '../support/host-build.ts'
import { lackOf } from '../support/lacks.ts'
import { twoFrames } from '../support/two-frames.ts'

/**
 * Electron's security recommendations (electronjs.org/docs/latest/tutorial/security), by their numbers. Each has a test with that number
 * below, or a reason here why it has none.
 */
const withoutTest: Readonly<Record<number, string>> = {
  19: 'Fuses are set in the package (build/, with its own test on the packaged app); what runs here is the development runtime, where they are as Electron ships them. Nothing of ours needs one of them: children are utility processes, never ELECTRON_RUN_AS_NODE.',
}
const tested = new Set<number>()
const recommendation = (number: number, behaviour: string, test: () => Promise<void>): void => {
  tested.add(number)
  it(`${number}: ${behaviour}`, test)
}

const lack = lackForElectronTests()
const root = fileURLToPath(new URL('../..', import.meta.url))
let build: string
let display: Display | undefined
let dataFolder: string
let host: ElectronHost
let outside: Server
let outsideAddress: string
/** Requests that reached an outside server. There must be none. */
const reached: string[] = []

const preferences = (): Promise<Record<string, unknown>> =>
  host.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> }
    return contents.getLastWebPreferences()
  })

describe.skipIf(lack)(`Electron’s security recommendations on the running app${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('security')
    display = process.platform === 'linux' ? await startDisplay() : undefined
    dataFolder = await mkdtemp(join(tmpdir(), 'packshot-security-'))
    outside = createServer((request, response) => {
      reached.push(request.url ?? '')
      response.end('hello')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    outsideAddress = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
    host = await openElectronHost({ build, dataFolder, display: display?.name })
    await waitForBridge(host.page)
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    outside?.close()
    if (dataFolder) await rm(dataFolder, { recursive: true, force: true })
    if (build) await rm(build, { recursive: true, force: true })
  })

  it('what this file reads of a window’s preferences shows unsafe ones', async () => {
    const unsafe = {
      nodeIntegration: true,
      nodeIntegrationInSubFrames: true,
      contextIsolation: false,
      sandbox: false,
      webSecurity: false,
      allowRunningInsecureContent: true,
      experimentalFeatures: true,
      enableBlinkFeatures: 'CSSVariables',
      webviewTag: true,
    }
    const read = await host.app.evaluate(({ BrowserWindow }, webPreferences) => {
      const window = new BrowserWindow({ show: false, webPreferences })
      const contents = window.webContents as unknown as { getLastWebPreferences: () => Record<string, unknown> }
      const found = { ...contents.getLastWebPreferences() }
      window.destroy()
      return found
    }, unsafe)
    expect(read).toMatchObject(unsafe)
  })

  recommendation(1, 'only our own files are loaded; the page reaches no network address, by any element or call', async () => {
    const tried = await host.page.evaluate(async (address) => {
      const settle = (load: Promise<unknown>) =>
        load.then(
          () => 'loaded',
          () => 'refused',
        )
      const element = (tag: string, attribute: string) =>
        new Promise((resolve, reject) => {
          const made = Object.assign(document.createElement(tag), {
            onload: resolve,
            onerror: reject,
            [attribute]: `${address}/${tag}`,
            rel: 'stylesheet',
          })
          document.body.append(made)
        })
      return {
        fetch: await settle(fetch(`${address}/fetch`, { mode: 'no-cors' })),
        image: await settle(element('img', 'src')),
        script: await settle(element('script', 'src')),
        style: await settle(element('link', 'href')),
        beacon: navigator.sendBeacon(`${address}/beacon`) ? 'queued' : 'refused',
      }
    }, outsideAddress)
    expect(tried).toMatchObject({ fetch: 'refused', image: 'refused', script: 'refused', style: 'refused' })
    // The server is there, and counts.
    await fetch(`${outsideAddress}/counted`)
    expect(reached.splice(0)).toEqual(['/counted'])
  })

  recommendation(2, 'the page has no Node: no require, process, module, Buffer or dynamic import of a Node module', async () => {
    expect(await preferences()).toMatchObject({ nodeIntegration: false, nodeIntegrationInSubFrames: false })
    const found = await host.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
    )
    expect(found).toEqual([])
    expect(await host.page.evaluate("import('node:fs').then(() => 'imported', () => 'refused')")).toBe('refused')
    // Electron doesn't tell whether workers would have Node: the page can't start one.
    const worker = await host.page.evaluate(() => {
      try {
        return String(new Worker('/'))
      } catch {
        return 'refused'
      }
    })
    expect(worker).toBe('refused')
  })

  recommendation(3, 'the preload is isolated: changes that the page makes to its prototypes do not reach it', async () => {
    expect(await preferences()).toMatchObject({ contextIsolation: true })
    const seen = await host.page.evaluate(async () => {
      const stolen: unknown[] = []
      const push = Array.prototype.flatMap
      Array.prototype.flatMap = function (this: unknown[], ...given: Parameters<typeof push>) {
        stolen.push(this)
        return push.apply(this, given)
      } as typeof push
      await (globalThis as unknown as { packshot: { dropFiles: (files: File[], recursive: boolean) => Promise<void> } }).packshot.dropFiles(
        [],
        false,
      )
      Array.prototype.flatMap = push
      return stolen.length
    })
    expect(seen).toBe(0)
  })

  recommendation(4, 'the page’s process is sandboxed', async () => {
    expect(await preferences()).toMatchObject({ sandbox: true })
    expect(await host.app.evaluate(({ app }) => app.commandLine.hasSwitch('disable-sandbox'))).toBe(false)
  })

  it('4: the system filters what the page’s process asks of it', async (context) => {
    // Chromium's process sandbox is off for root (electron-host.ts).
    if (process.getuid?.() === 0) context.skip(lackOf('is-root'))
    const pages = await host.app.evaluate(({ app }) => app.getAppMetrics().filter(({ type }) => type === 'Tab'))
    // Linux doesn't say it there, but in what it tells of a process: 2 is a filter.
    const filtered = pages.map(async ({ pid, sandboxed }) =>
      process.platform === 'linux' ? /^Seccomp:\s*2$/m.test(await readFile(`/proc/${pid}/status`, 'utf8')) : sandboxed,
    )
    expect(await Promise.all(filtered)).toEqual([true])
  })

  recommendation(5, 'every permission is denied except writing the clipboard after a click', async () => {
    const answers = await host.page.evaluate(async () => {
      const settle = (asked: Promise<unknown>) =>
        asked.then(
          () => 'granted',
          () => 'refused',
        )
      return {
        notifications: await Notification.requestPermission(),
        place: await settle(new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))),
        camera: await settle(navigator.mediaDevices.getUserMedia({ video: true })),
        screen: await settle(navigator.mediaDevices.getDisplayMedia()),
        clipboard: await settle(navigator.clipboard.readText()),
        midi: await settle((navigator as unknown as { requestMIDIAccess: () => Promise<unknown> }).requestMIDIAccess()),
      }
    })
    expect(answers).toEqual({
      notifications: 'denied',
      place: 'refused',
      camera: 'refused',
      screen: 'refused',
      clipboard: 'refused',
      midi: 'refused',
    })
    await host.page.click('h1')
    expect(await host.page.evaluate(() => navigator.clipboard.writeText('an answer').then(() => 'written', String))).toBe('written')
  })

  recommendation(6, 'webSecurity is on: files and other origins cannot be read', async () => {
    expect((await preferences()).webSecurity).not.toBe(false)
    const read = await host.page.evaluate(() =>
      fetch('file:///etc/hostname').then(
        () => 'read',
        () => 'refused',
      ),
    )
    expect(read).toBe('refused')
  })

  recommendation(
    7,
    'the policy allows no inline script, no eval, no inline style without this load’s nonce, no frame, no form',
    async () => {
      const policy = await host.page.evaluate(async () => (await fetch('/')).headers.get('content-security-policy'))
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      const tried = await host.page.evaluate(async () => {
        const marked = globalThis as unknown as { ran?: string[] }
        marked.ran = []
        const refused: string[] = []
        // Trusted Types refuse text that would become a script or a part of the page, before the rest of the policy is asked.
        const attempt = (name: string, act: () => void): void => {
          try {
            act()
          } catch {
            refused.push(name)
          }
        }
        const script = document.createElement('script')
        attempt('script text', () => {
          script.textContent = 'ran.push("script")'
        })
        attempt('script node', () => script.append(document.createTextNode('ran.push("script node")')))
        document.body.append(script)
        const image = document.createElement('img')
        attempt('handler', () => image.setAttribute('onerror', 'ran.push("handler")'))
        const broken = new Promise((resolve) => image.addEventListener('error', resolve, { once: true }))
        image.src = '/nothing.png'
        document.body.append(image)
        attempt('html', () => {
          document.createElement('div').innerHTML = '<img src=x onerror="ran.push(1)">'
        })
        attempt('frame', () => {
          document.createElement('iframe').srcdoc = '<script>parent.ran.push("frame")</script>'
        })
        attempt('another policy', () => {
          ;(
            globalThis as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
          ).trustedTypes.createPolicy('mine', {})
        })
        const style = document.createElement('style')
        style.textContent = 'body { --inline: 1 }'
        document.head.append(style)
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
        frame.src = URL.createObjectURL(new Blob(['<script>parent.ran.push("frame")</script>'], { type: 'text/html' }))
        document.body.append(frame)
        // Its picture has failed and its frame has loaded by then: code of theirs would have run.
        await broken
        await loaded
        let evaluated = 'refused'
        try {
          evaluated = String(new Function('return 1')())
        } catch {}
        return { ran: marked.ran, refused, evaluated, styled: getComputedStyle(document.body).getPropertyValue('--inline') }
      })
      const refused = ['script text', 'script node', 'handler', 'html', 'frame', 'another policy']
      expect(tried).toEqual({ ran: [], refused, evaluated: 'refused', styled: '' })
      const nonces = await host.page.evaluate(async () => {
        const load = async () => /csp-nonce" content="([^"]+)"/.exec(await (await fetch('/')).text())?.[1]
        return [await load(), await load(), document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content]
      })
      expect(new Set(nonces).size).toBe(3)
    },
  )

  recommendation(8, 'insecure content is not allowed', async () => {
    expect((await preferences()).allowRunningInsecureContent ?? false).toBe(false)
  })
  recommendation(9, 'no experimental feature is on', async () => {
    expect((await preferences()).experimentalFeatures ?? false).toBe(false)
  })
  recommendation(10, 'no Blink feature is switched on', async () => {
    expect((await preferences()).enableBlinkFeatures ?? '').toBe('')
  })

  recommendation(11, 'there are no webviews, with or without popups', async () => {
    expect((await preferences()).webviewTag).toBe(false)
  })
  recommendation(12, 'a webview that a page makes is an unknown element: nothing is attached', async () => {
    const before = await host.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
    await host.page.evaluate(async (address) => {
      const made = document.createElement('webview')
      made.setAttribute('src', address)
      document.body.append(made)
    }, outsideAddress)
    await twoFrames(host.page)
    expect(await host.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(before)
    expect(reached).toEqual([])
  })

  recommendation(13, 'the window stays on our page, whatever tries to lead it away', async () => {
    const away = [
      outsideAddress,
      'file:///etc/hostname',
      'app://evil/',
      'app://packshot/main.js',
      'data:text/html,hello',
      'javascript:document.title="away"',
    ]
    await host.app.evaluate(({ BrowserWindow }) => {
      const seen = { asked: [] as string[], allowed: [] as string[] }
      Object.assign(globalThis, { seenNavigations: seen })
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.on('will-frame-navigate', (event) => {
        seen.asked.push(event.url)
        if (!event.defaultPrevented) seen.allowed.push(event.url)
      })
      contents?.on('did-navigate', (_event, url) => seen.allowed.push(url))
    })
    const seen = () =>
      host.app.evaluate(() => (globalThis as unknown as { seenNavigations: { asked: string[]; allowed: string[] } }).seenNavigations)
    const follow = (address: string) =>
      host.page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to })
        document.body.append(link)
        link.click()
      }, address)
    let last = 0
    /** The window is asked in the order of the attempts: once it has refused a later one, it has refused those before. */
    const untilAsked = async (): Promise<void> => {
      const address = `${outsideAddress}/last-${++last}`
      await follow(address)
      await expect.poll(async () => (await seen()).asked).toContain(address)
      expect((await seen()).allowed).toEqual([])
      expect(host.page.url()).toBe('app://packshot/')
    }
    for (const address of away) {
      await follow(address)
      await untilAsked()
      expect(await host.page.evaluate(() => document.title)).toBe('Packshot')
    }
    await host.page.evaluate(async (to) => {
      const form = Object.assign(document.createElement('form'), { action: to, method: 'post' })
      document.body.append(form)
      form.submit()
    }, outsideAddress)
    await untilAsked()
    expect(reached).toEqual([])
  })

  recommendation(14, 'no page opens a window', async () => {
    await host.answerDialogs([1, 1, 1])
    await host.page.evaluate((address) => {
      for (const to of [address, 'about:blank', 'app://packshot/']) window.open(to)
    }, outsideAddress)
    // The page's call ends when the window was refused.
    expect(await host.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(reached).toEqual([])
  })

  recommendation(15, 'a link opens in the system’s browser only after a dialog that shows its address; other kinds never', async () => {
    const before = (await host.dialogs()).length
    await host.answerDialogs([1, 0, 0])
    const open = (address: string) => host.page.evaluate((to) => void window.open(to, '_blank', 'noreferrer'), address)
    const shown = async () => (await host.dialogs()).slice(before).map(({ detail }) => detail)
    const [refused, help, last] = ['https://service.example/refused', 'https://service.example/help?a=1', 'https://service.example/last']
    await open(refused)
    await expect.poll(shown).toEqual([refused])
    expect(await host.openedAddresses()).toEqual([])
    await open(help)
    await expect.poll(() => host.openedAddresses()).toEqual([help])
    expect(await shown()).toEqual([refused, help])
    for (const address of ['file:///etc/passwd', 'smb://evil.example/x', 'ms-settings:', 'javascript:1', 'https://packshot@evil.example/'])
      await open(address)
    // They are asked about in the order of the clicks, so each of those would have been before this one.
    await open(last)
    await expect.poll(() => host.openedAddresses()).toEqual([help, last])
    expect(await shown()).toEqual([refused, help, last])
  })

  recommendation(16, 'the Electron that we ship is of a supported major version', async () => {
    const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { devDependencies: { electron: string } }
    const { version } = JSON.parse(await readFile(join(root, 'node_modules/electron/package.json'), 'utf8')) as { version: string }
    expect(Number.parseInt(version, 10)).toBeGreaterThanOrEqual(45)
    expect(devDependencies.electron).toContain(version.split('.')[0])
  })

  recommendation(17, 'a message from another window, even with our own preload, is not answered', async () => {
    const dropped = await host.app.evaluate(async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      })
      await other.loadURL('app://packshot/')
      Object.assign(globalThis, { other })
      return (await other.webContents.executeJavaScript(`
        call = 'silence'
        bridge.client.session.get().then(() => { call = 'answered' }, () => { call = 'refused' })
        packshot.dropFiles([new File(['x'], 'x.png')], false).then(() => 'dropped', () => 'refused')
      `)) as string
    }, `${build}/preload/preload.cjs`)
    expect(dropped).toBe('refused')
    // Our own window's later call is answered; the other's is not.
    expect(await callFromPage(host.page, 'session.get')).toMatchObject({ state: 'none' })
    const call = await host.app.evaluate(async () => {
      const { other } = globalThis as unknown as { other: Electron.BrowserWindow }
      const found = (await other.webContents.executeJavaScript('call')) as string
      other.destroy()
      return found
    })
    expect(call).not.toBe('answered')
    expect(await callFromPage(host.page, 'pictures.refused')).toEqual([])
  })

  recommendation(
    18,
    'the page comes from app://packshot, never from file://; that origin holds nothing but the page and pictures by id',
    async () => {
      expect(host.page.url()).toBe('app://packshot/')
      const statuses = await host.page.evaluate(async () => {
        const paths = [
          '/../main/main.js',
          '/%2e%2e/main/main.js',
          '/..%2fmain%2fmain.js',
          '//etc/passwd',
          '/thumbnail//etc/passwd',
          '/thumbnail/..%2f..%2flibrary.db',
          '/preview/img_000000000000000000000000',
        ]
        return Promise.all(paths.map(async (path) => (await fetch(`app://packshot${path}`)).status))
      })
      expect(new Set(statuses)).toEqual(new Set([404]))
      const methods = await host.page.evaluate(async () => (await fetch('/', { method: 'POST', body: 'x' })).status)
      expect(methods).toBe(405)
    },
  )

  recommendation(20, 'the page gets two things: the name of its host, and a function to add files', async () => {
    const given = await host.page.evaluate(() => {
      const { packshot } = globalThis as unknown as { packshot: Record<string, unknown> }
      return Object.fromEntries(Object.entries(packshot).map(([name, value]) => [name, typeof value]))
    })
    expect(given).toEqual({ kind: 'string', dropFiles: 'function' })
  })

  it('this file has a test or a reason for every recommendation', () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1)
    expect(numbers.filter((number) => !tested.has(number) && !withoutTest[number])).toEqual([])
    expect(numbers.filter((number) => tested.has(number) && withoutTest[number])).toEqual([])
  })
})
