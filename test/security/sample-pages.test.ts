import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { decideInWorkspace, enterWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { createMemorySecrets } from '../../electron/core/base/keychain/memory-secrets.ts'
import { entranceParameter, proofPath, proveOwner, proveSample } from '../../electron/core/base/platform/sample-proof.ts'
import { systemFiles } from '../../electron/core/base/platform/system-files.ts'
import { findUser } from '../../electron/sample-workspace/people/peer-user.ts'
import { startWorkspace } from '../../electron/sample-workspace/start-workspace.ts'
import { findFreePorts } from '../core/service/session/test-session.ts'
import { openTestWorkspace } from '../sample-workspace/open-test-workspace.ts'
import { lackOf } from '../support/lacks.ts'
import { openTestCore, type TestCore } from '../support/open-test-core.ts'

const nonce = 'n'.repeat(43)

describe('another user of this computer, who reaches the sample workspace’s port', () => {
  it('sees none of its pages, becomes nobody there, and allows nothing', async () => {
    const w = await openTestWorkspace()
    const open = (path: string) => fetch(`${w.baseUrl}${path}`, { redirect: 'manual' })
    for (const path of ['/settings', '/settings/oauth-clients', '/settings/api-tokens', '/settings/plan', '/products']) {
      const page = await open(path)
      expect([path, page.status, page.headers.get('set-cookie')]).toEqual([path, 403, null])
      expect(await page.text()).not.toContain('usr_')
    }
    const consent = await open(w.authorizeUrl().href.slice(w.baseUrl.length))
    expect([consent.status, w.requestIdOf(await consent.text())]).toEqual([403, ''])
    const admin = /value="(usr_[^"]+)"/.exec(await (await w.get(`${w.baseUrl}/settings`)).text())?.[1] ?? ''
    expect((await w.form('/settings/who', { person: admin }, {})).status).toBe(403)
    expect((await w.form('/settings/api-tokens', { name: 'mine' }, {})).status).toBe(403)
    const request = w.requestIdOf(await (await w.get(w.authorizeUrl())).text())
    expect(request).not.toBe('')
    expect((await w.form('/oauth2/authorize/decision', { request, decision: 'allow', person: admin }, {})).status).toBe(403)
  })

  it('gets neither an entrance nor a session without the folder’s secret, and not with somebody’s proof', async () => {
    const w = await openTestWorkspace()
    await w.signIn()
    const secret = w.running.adminToken
    const greet = async () => (await (await fetch(`${w.baseUrl}${proofPath}?nonce=${nonce}`)).json()) as { proof: string; nonce: string }
    const ask = async (wish: string, answered: string, proof: string) =>
      (await w.form(proofPath, { for: wish, nonce: answered, proof }, {})).status
    const first = await greet()
    expect(await ask('pages', first.nonce, 'x'.repeat(43))).toBe(403)
    // A wrong answer uses the nonce up.
    expect(await ask('pages', first.nonce, proveOwner(secret, first.nonce, w.baseUrl, 'pages'))).toBe(403)
    // The proof that it gives of itself is none of the owner.
    const second = await greet()
    expect(await ask('pages', second.nonce, proveSample(secret, second.nonce, w.baseUrl))).toBe(403)
    const third = await greet()
    expect(await ask('session', third.nonce, proveOwner(secret, third.nonce, w.baseUrl, 'pages'))).toBe(403)
    const fourth = await greet()
    expect(await ask('pages', fourth.nonce, proveOwner(secret, fourth.nonce, 'http://127.0.0.1:1', 'pages'))).toBe(403)
    expect(await ask('pages', nonce, proveOwner(secret, nonce, w.baseUrl, 'pages'))).toBe(403)
    const fifth = await greet()
    const proof = proveOwner(secret, fifth.nonce, w.baseUrl, 'pages')
    expect([await ask('pages', fifth.nonce, proof), await ask('pages', fifth.nonce, proof)]).toEqual([200, 403])
  })

  it('comes in with an address that was used, or is old, no more', async () => {
    const w = await openTestWorkspace()
    const address = await w.enter(`${w.baseUrl}/settings`)
    expect(new URL(address).searchParams.get(entranceParameter)).toMatch(/^wen_/)
    expect((await enterWorkspace(address)).page.status).toBe(200)
    const again = await enterWorkspace(address)
    expect([again.page.status, again.cookie]).toEqual([403, ''])
    const old = await w.enter(`${w.baseUrl}/settings`)
    w.clock.now += 600_000
    expect((await enterWorkspace(old)).page.status).toBe(403)
  })

  it('does not come in with an address read from a command line, nor with a cookie', async (context) => {
    // Linux alone shows the command lines of others, and says whose a connection is; becoming another user needs root.
    if (process.platform !== 'linux') context.skip(lackOf('not-linux'))
    if (process.getuid?.() !== 0) context.skip(lackOf('not-root'))
    const w = await openTestWorkspace()
    const address = new URL(await w.enter(`${w.baseUrl}/settings`))
    const asNobody = (path: string, cookie = ''): Promise<string> =>
      new Promise((resolve, reject) => {
        process.seteuid?.(65_534)
        const socket = connect(Number(address.port), '127.0.0.1')
        socket.once('connect', () => process.seteuid?.(0))
        let text = ''
        socket.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
        })
        socket.once('end', () => resolve(text))
        socket.once('error', reject)
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${address.host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`)
      })
    const answer = await asNobody(`${address.pathname}${address.search}`)
    expect(answer).toMatch(/^HTTP\/1\.1 403 /)
    expect(answer).toContain('for another user of this computer')
    expect(answer).not.toMatch(/set-cookie/i)
    // It is still good for the person whom it was made for.
    const { page, cookie } = await enterWorkspace(address.href)
    expect(page.status).toBe(200)
    // Nor with the cookie, which that person's browser sends to a server of the other one's, too.
    for (const path of ['/settings', '/products', w.authorizeUrl().href.slice(w.baseUrl.length)])
      expect(await asNobody(path, cookie)).toMatch(/^HTTP\/1\.1 403 /)
  })

  it('is found by the two ports of a connection, in both of the system’s tables', () => {
    const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 3 1`
    expect([findUser(table, 50_000, 8_080), findUser(table, 8_080, 50_000), findUser(table, 1, 2)]).toEqual([1001, 1000, null])
    const mapped = '\n   0: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:1F90 01 0:0 0:0 0  7 0 2 1'
    expect(findUser(mapped, 50_000, 8_080)).toBe(7)
  })
})

describe('the sample workspace without a keychain', () => {
  /** Each start of Packshot has a memory of its own. */
  const openWithoutKeychain = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'packshot-no-keychain-'))
    const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
    const allowed: string[] = []
    let open: TestCore | undefined
    const start = async (): Promise<TestCore> => {
      await open?.core.stop()
      open = await openTestCore(join(folder, 'data'), {
        secrets: createMemorySecrets(),
        openBrowser: async (url) => {
          allowed.push(url)
          void decideInWorkspace(url)
        },
        startSampleWorkspace: async (dataDir) => {
          const ports = { files: systemFiles, port: 0, redirectUris, now: Date.now, tell: () => {}, ownsProcess: false }
          const running = await startWorkspace({ ...ports, dataDir })
          const connectionFile = await readFile(running.connectionFile, 'utf8')
          return { connectionFile, ended: new Promise<string>(() => {}), stop: running.stop }
        },
      })
      return open
    }
    onTestFinished(async () => {
      await open?.core.stop()
      await rm(folder, { recursive: true, force: true })
    })
    return { folder, start, allowed }
  }
  const stateOf = async ({ client }: TestCore) => (await client.session.get()).state

  it('is back by itself after a restart: signed in, as the one workspace, without a browser', async () => {
    const { folder, start, allowed } = await openWithoutKeychain()
    const first = await start()
    await first.client.session.connect({ kind: 'sample' })
    await first.client.session.signIn({ openBrowser: true })
    const tokens = [
      ...new Set((await first.secrets.get(`${(await first.client.session.get()).connection?.id}/tokens`))?.match(/w[ar]t_[\w-]+/g)),
    ]
    expect(tokens).toHaveLength(2)
    for (let restart = 0; restart < 2; restart++) {
      const next = await start()
      await next.core.start()
      await expect.poll(() => stateOf(next)).toBe('signed-in')
      expect(await next.client.workspaces.list()).toHaveLength(1)
      expect(await next.client.brandVoices.voices.refresh()).toMatchObject({ total: 3 })
    }
    expect(allowed).toHaveLength(1)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const bytes = await readFile(join(entry.parentPath, entry.name))
      for (const token of tokens) expect(`${entry.name} ${bytes.includes(token)}`).toBe(`${entry.name} false`)
    }
  })

  it('stays signed out where a person has disconnected it, and can be connected again as the same one', async () => {
    const { start } = await openWithoutKeychain()
    const first = await start()
    await first.client.session.connect({ kind: 'sample' })
    await first.client.session.signIn({ openBrowser: true })
    await first.client.workspaces.disconnect()
    const next = await start()
    await next.core.start()
    expect(await next.client.workspaces.list()).toEqual([])
    expect(await stateOf(next)).toBe('none')
    await next.client.session.connect({ kind: 'sample' })
    expect(await stateOf(next)).toBe('signed-out')
    await next.client.session.signIn({ openBrowser: true })
    expect(await next.client.workspaces.list()).toHaveLength(1)
  })
})
