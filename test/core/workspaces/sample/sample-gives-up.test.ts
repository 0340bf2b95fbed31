import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'
import { told } from '../../../support/told.ts'
import { startStrictServer } from '../../service/session/strict-authorization-server.ts'
import { findFreePorts, followAuthorize, visit } from '../../service/session/test-session.ts'

let folder: string
let server: Awaited<ReturnType<typeof startStrictServer>>
let other: ScriptedService
let open: TestCore
let starts = 0
/** Ends the process that is running now. */
let die: (how: string) => void = () => {}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-sample-'))
  starts = 0
  const redirectUris = (await findFreePorts(1)).map((port) => `http://127.0.0.1:${port}/callback`)
  server = await startStrictServer({ redirectUris })
  other = await startScriptedService()
  const { id, secret } = server.control.client
  const file = { packshot: 1, name: 'Sample', baseUrl: server.baseUrl, clientId: id, clientSecret: secret, redirectUris }
  open = await openTestCore(join(folder, 'data'), {
    openBrowser: async (url) => void followAuthorize(url).then((location) => visit(location)),
    startSampleWorkspace: async () => {
      starts++
      const ended = new Promise<string>((resolve) => {
        die = resolve
      })
      return { connectionFile: JSON.stringify(file), ended, stop: async () => {} }
    },
  })
  server.control.operations = async () => ({ status: 201, body: { data: { id: `src_${Math.random()}` } } })
  await open.client.session.connect({ kind: 'sample' })
  await open.client.session.signIn({ openBrowser: true })
  await open.core.start()
})
afterEach(async () => {
  await open.core.stop()
  await server.stop()
  await other.stop()
  await rm(folder, { recursive: true, force: true })
})

const holds = async () => (await open.client.queue.status()).holds
const dieAgainAndAgain = async (): Promise<void> => {
  for (let deaths = 1; deaths <= 5; deaths++) {
    const before = starts
    die('SIGSEGV')
    if (deaths < 5) await open.passUntil(() => starts > before)
  }
  await open.passUntil(async () => (await holds()).length > 0)
}

it('stops restarting a sample workspace that keeps dying, and says so; “Try now” starts it and the work resumes', async () => {
  const first = starts
  await dieAgainAndAgain()
  expect(told(await holds())).toMatchObject([
    { kind: 'offline', until: null, reason: { message: expect.stringMatching(/ended 5 times.*SIGSEGV.*Everything queued is kept/) } },
  ])
  const given = starts
  expect(given - first).toBeLessThanOrEqual(5)
  await writePng(join(folder, 'a.png'), 'a')
  await open.client.intake.add({ named: [join(folder, 'a.png')], recursive: false, upload: true })
  await open.pass(120_000)
  expect(starts).toBe(given)
  expect((await open.client.queue.status()).counts).toMatchObject({ waiting: 1 })

  await open.client.queue.resume()
  await waitFor(async () => (await open.client.queue.status()).counts.done === 1)
  expect(starts).toBe(given + 1)
  expect(await holds()).toEqual([])
})

it('a stopped sample workspace holds no other workspace, and is started when it is switched to again', async () => {
  await dieAgainAndAgain()
  const sampleId = (await open.client.session.get()).connection?.id ?? ''
  await open.client.session.connect({ kind: 'api-key', name: 'Other', baseUrl: other.baseUrl, apiKey: 'k' })
  expect(await holds()).toEqual([])
  const before = starts
  die('no process runs')
  await open.client.workspaces.switch({ connectionId: sampleId })
  expect(starts).toBe(before + 1)
  expect(await holds()).toEqual([])
})
