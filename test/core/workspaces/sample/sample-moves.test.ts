import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decideInWorkspace } from '../../../../electron/cli/demo/allow-in-workspace.ts'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { startWorkspace } from '../../../../electron/sample-workspace/start-workspace.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { findFreePorts } from '../../service/session/test-session.ts'

let folder: string
let redirectUris: string[]
/** Ports that the system has reserved, as Windows does when the computer starts. */
let reserved: number[]
let open: TestCore
const secrets = createMemorySecrets()

const start = async (): Promise<void> => {
  open = await openTestCore(join(folder, 'data'), {
    secrets,
    openBrowser: async (url) => void decideInWorkspace(url),
    startSampleWorkspace: async (dataDir) => {
      const running = await startWorkspace({
        dataDir,
        files: systemFiles,
        port: 0,
        redirectUris,
        now: Date.now,
        tell: () => {},
        ownsProcess: false,
        listen: async (server, port) => {
          if (reserved.includes(port)) throw Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
          server.listen(port, '127.0.0.1')
          await once(server, 'listening')
          return (server.address() as AddressInfo).port
        },
      })
      const connectionFile = await readFile(running.connectionFile, 'utf8')
      return { connectionFile, ended: new Promise<string>(() => {}), stop: running.stop }
    },
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-moves-'))
  redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  reserved = []
  await start()
  await open.client.session.connect({ kind: 'sample' })
  await open.client.session.signIn({ openBrowser: true })
})
afterEach(async () => {
  await open.core.stop()
  await rm(folder, { recursive: true, force: true })
})

const current = async () => {
  const { connection, state } = await open.client.session.get()
  return { id: connection?.id, baseUrl: connection?.baseUrl, state }
}

/** The port is reserved while Packshot is closed. */
const reservePort = async (): Promise<void> => {
  reserved = [Number(new URL((await current()).baseUrl ?? '').port)]
  await open.core.stop()
  await start()
}

it('a sample workspace at another port is followed: it stays signed in, and its queue continues there', async () => {
  const before = await current()
  await writePng(join(folder, 'a.png'), 'a')
  await open.client.intake.add({ named: [join(folder, 'a.png')], recursive: false, upload: true })
  await reservePort()
  await open.core.start()
  await waitFor(async () => (await open.client.queue.status()).counts.done === 1)
  const after = await current()
  expect(after.baseUrl).not.toBe(before.baseUrl)
  expect(after).toEqual({ ...before, baseUrl: after.baseUrl })
  expect(await open.client.workspaces.list()).toHaveLength(1)
})

it('a sample workspace at another port is recognized when it is connected or switched to after the move', async () => {
  const { id, baseUrl } = await current()
  await reservePort()
  await open.client.session.connect({ kind: 'sample' })
  expect(await current()).toMatchObject({ id, state: 'signed-in' })
  expect((await current()).baseUrl).not.toBe(baseUrl)
  await reservePort()
  await open.client.workspaces.switch({ connectionId: id ?? '' })
  expect(await current()).toMatchObject({ id, state: 'signed-in' })
  expect(await open.client.workspaces.list()).toHaveLength(1)
})
