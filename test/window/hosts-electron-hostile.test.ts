import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultRedirectUris } from '../../shared/workspaces/redirect-addresses.ts'
import { startStrictServer } from '../core/service/session/strict-authorization-server.ts'
import { followAuthorize } from '../core/service/session/test-session.ts'
import { callFromPage, waitForBridge } from '../support/bridge-in-page.ts'
import { type Display, startDisplay } from '../support/display.ts'
import { type ElectronHost, lackForElectronTests, openElectronHost } from '../support/electron-host.ts'
import { makeBridgeBuild } from '../support/host-build.ts'

const lack = lackForElectronTests()
let build: string
let display: Display | undefined
let dataFolder: string
let host: ElectronHost

/**
 * Sends raw messages through one of the page's own ports, as a compromised page can; resolves to the answers, once there are `count` or the app has
 * closed the port.
 */
const sendRaw = (messages: readonly string[], count: number): Promise<readonly string[]> =>
  host.page.evaluate(
    async ([given, wanted]) => {
      const { port1, port2 } = new MessageChannel()
      const answers: string[] = []
      const ended = new Promise<void>((resolve) => {
        port1.addEventListener('close', () => resolve())
        port1.onmessage = ({ data }) => {
          answers.push(String(data))
          if (answers.length === wanted) resolve()
        }
      })
      window.postMessage('packshot:connect', location.origin, [port2])
      for (const message of given) port1.postMessage(message)
      await ended
      port1.close()
      return answers
    },
    [messages, count] as const,
  )

describe.skipIf(lack)(`a compromised page${lack ? ` (skipped: ${lack})` : ''}`, () => {
  beforeAll(async () => {
    build = await makeBridgeBuild('hostile')
    display = process.platform === 'linux' ? await startDisplay() : undefined
    dataFolder = await mkdtemp(join(tmpdir(), 'packshot-hostile-'))
    host = await openElectronHost({ build, dataFolder, display: display?.name })
    await waitForBridge(host.page)
  })
  afterAll(async () => {
    await host?.close()
    await display?.stop()
    if (dataFolder) await rm(dataFolder, { recursive: true, force: true })
    if (build) await rm(build, { recursive: true, force: true })
  })

  it.each(['/etc/passwd', '/', 'C:\\Windows\\win.ini', 'file:///etc/passwd', '\\\\server\\share', './x.png', 'ftp://x/y.png'])(
    'can’t read %s by naming it',
    async (path) => {
      expect(await callFromPage(host.page, 'intake.add', { named: [path], recursive: true, upload: false })).toMatchObject({
        failed: { code: 'usage' },
      })
      expect(await callFromPage(host.page, 'pictures.refused')).toEqual([])
    },
  )

  it('can’t watch or count a folder by naming it, nor one that nobody chose', async () => {
    for (const [folder, code] of [
      [{ kind: 'path', path: '/etc' }, 'usage'],
      [{ kind: 'target', target: '/etc' }, 'unknown-id'],
    ] as const) {
      expect(await callFromPage(host.page, 'watching.preview', { folder, subfolders: true })).toMatchObject({ failed: { code } })
      expect(await callFromPage(host.page, 'watching.add', { folder, rules: {}, onlyNew: false })).toMatchObject({ failed: { code } })
    }
    expect(await callFromPage(host.page, 'watching.list')).toEqual([])
  })

  it('can’t give a made-up file a path', async () => {
    const outcome = await host.page.evaluate(async () => {
      const { packshot } = globalThis as unknown as { packshot: { dropFiles: (files: unknown, recursive: unknown) => Promise<void> } }
      const tries: unknown[] = [
        [{ path: '/etc/passwd', name: 'passwd' }],
        ['/etc/passwd'],
        '/etc/passwd',
        null,
        [Object.assign(new File(['x'], '/etc/passwd'), { path: '/etc/passwd' })],
      ]
      return Promise.all(
        tries.map((files) =>
          Promise.resolve()
            .then(() => packshot.dropFiles(files, true))
            .then(
              () => 'taken',
              () => 'refused',
            ),
        ),
      )
    })
    expect(outcome.slice(0, 4)).toEqual(['refused', 'refused', 'refused', 'refused'])
    // The last one is a file that the page made itself, with one byte in it, under any name.
    const refused = (await callFromPage<{ name: string }[]>(host.page, 'pictures.refused')) as { name: string }[]
    expect(refused).toMatchObject([{ name: 'passwd' }])
  })

  it('gets nothing for an unknown procedure, and a typed error for wrong types', async () => {
    const answers = await sendRaw(
      [
        JSON.stringify({ i: '1', p: { u: 'http://orpc/core/stop', b: { json: null } } }),
        JSON.stringify({ i: '2', p: { u: 'http://orpc/__proto__/constructor', b: { json: null } } }),
        JSON.stringify({ i: '3', p: { u: 'http://orpc/jobs/cancel', b: { json: { jobIds: [{ toString: 1 }] } } } }),
        JSON.stringify({
          i: '4',
          p: { u: 'http://orpc/intake/add', b: { json: { named: ['/etc/passwd'], recursive: true, upload: true } } },
        }),
      ],
      4,
    )
    const byId = new Map(answers.map((answer) => [(JSON.parse(answer) as { i: string }).i, answer]))
    expect(byId.get('1')).toMatch(/404/)
    expect(byId.get('2')).toMatch(/404/)
    expect(byId.get('3')).toMatch(/"code":"usage"/)
    expect(byId.get('4')).toMatch(/"code":"usage"/)
    expect([...byId.values()].join()).not.toContain(dataFolder)
  })

  it('only closes its own connection with garbage or a huge payload; the app keeps running', async () => {
    for (const message of ['garbage', '{}', '[[', `"${'x'.repeat(17 * 1024 * 1024)}"`]) {
      const valid = JSON.stringify({ i: '1', p: { u: 'http://orpc/session/get' } })
      expect(await sendRaw([message, valid], 1)).toEqual([])
    }
    await host.page.reload()
    await waitForBridge(host.page)
    expect(await callFromPage(host.page, 'session.get')).toMatchObject({ state: 'none' })
    expect(host.app.process().exitCode).toBeNull()
  })

  it('finds no secret: not in its memory, in messages to it, in the log, nor in the data folder', async () => {
    const server = await startStrictServer({ redirectUris: defaultRedirectUris })
    const { page, app } = host
    await page.addInitScript(() => {
      const traffic: string[] = []
      Object.assign(globalThis, { traffic })
      const send = MessagePort.prototype.postMessage
      MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, ...rest: unknown[]) {
        traffic.push(String(message))
        this.addEventListener('message', ({ data }) => traffic.push(String(data)), { once: true })
        send.call(this, message, ...(rest as []))
      } as typeof send
    })
    await page.reload()
    await waitForBridge(page)
    const { id, secret } = server.control.client
    const file = { packshot: 1, name: 'Team Blue', baseUrl: server.baseUrl, clientId: id, clientSecret: secret }
    const path = join(dataFolder, '..', `${dataFolder.split('/').at(-1)}.packshot`)
    await writeFile(path, JSON.stringify(file))
    // The system passes a connection file to the running app like this.
    await app.evaluate(({ app: electron }, given) => void electron.emit('second-instance', {}, [], '', { given }), {
      kind: 'connection-file',
      path,
    })
    const offer = () => callFromPage<{ id: string; stage: string }>(page, 'offers.get') as Promise<{ id: string; stage: string } | null>
    await expect.poll(offer).toMatchObject({ stage: 'proposed' })
    const offerId = (await offer())?.id
    const accepted = callFromPage(page, 'offers.accept', { offerId, openBrowser: true, as: null })
    await expect.poll(async () => (await host.openedAddresses()).length).toBeGreaterThan(0)
    const authorize = (await host.openedAddresses()).at(-1) ?? ''
    await fetch(await followAuthorize(authorize))
    await accepted
    await callFromPage(page, 'offers.confirm', { offerId, isRight: true })
    await expect.poll(() => callFromPage(page, 'session.get')).toMatchObject({ state: 'signed-in', connection: { name: 'Team Blue' } })
    await rm(path)

    const live = server.live()
    const secrets = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      live?.access ?? '?',
      live?.refresh ?? '?',
      new URL(authorize).searchParams.get('state') ?? '?',
    ]
    expect(secrets).not.toContain('?')
    const traffic = (await page.evaluate(() => (globalThis as unknown as { traffic: string[] }).traffic)).join('\n')
    const heap = await readHeap()
    const files = await readFolder(dataFolder)
    expect(traffic).toContain('Team Blue')
    expect(heap).toContain('Team Blue')
    expect(files).toContain('Team Blue')
    for (const one of secrets) {
      expect(traffic.includes(one), 'traffic').toBe(false)
      expect(heap.includes(one), 'memory').toBe(false)
      expect(files.includes(one), 'data folder and log').toBe(false)
    }
    await server.stop()
  })
})

/** Everything in the page's memory, from V8's heap snapshot. */
const readHeap = async (): Promise<string> => {
  const session = await host.page.context().newCDPSession(host.page)
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return pieces.join('')
}

/** All files of a folder, concatenated. */
const readFolder = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const pieces = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1').catch(() => '')))
  return pieces.join('\n')
}
