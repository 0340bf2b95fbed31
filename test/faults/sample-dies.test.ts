import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { decideInWorkspace } from '../../electron/cli/demo/allow-in-workspace.ts'
import { createMemorySecrets } from '../../electron/core/base/keychain/memory-secrets.ts'
import { type RunningProgram, spawnNodeProgram } from '../../electron/core/workspaces/sample/spawn-node-program.ts'
import { startSampleWorkspace } from '../../electron/core/workspaces/sample/start-sample-workspace.ts'
import { writeTestPictures } from '../fixtures/test-pictures.ts'
import { expectNoSilentRepeats, listSources } from '../support/compare-with-service.ts'
import { openTestCore, type TestCore, waitFor } from '../support/open-test-core.ts'
import { openEmbeddedWorkspace } from '../support/workspace-admin.ts'
import { startWorkspaceProcess } from '../support/workspace-process.ts'

const entry = fileURLToPath(new URL('../../out/main/sample-workspace.js', import.meta.url))
const count = 40
let folder: string
let open: TestCore
let programs: RunningProgram[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-sample-dies-'))
  programs = []
  open = await openTestCore(join(folder, 'data'), {
    secrets: createMemorySecrets(),
    openBrowser: async (url) => void decideInWorkspace(url),
    startSampleWorkspace: (at) =>
      startSampleWorkspace(entry, at, undefined, (program, args, environment) => {
        const started = spawnNodeProgram(program, args, environment)
        programs.push(started)
        return started
      }),
  })
})
afterEach(async () => {
  await open.core.stop()
  await rm(folder, { recursive: true, force: true })
})

const connect = async (): Promise<void> => {
  await open.client.session.connect({ kind: 'sample' })
  await open.client.session.signIn({ openBrowser: true })
}
const add = async (): Promise<void> => {
  const paths = await writeTestPictures(join(folder, 'pictures'), count)
  await open.client.intake.add({ named: paths, recursive: false, upload: true })
  await open.core.start()
}
const uploaded = async (): Promise<number> => (await open.client.queue.status()).counts.done ?? 0
const expectAllUploaded = async (): Promise<void> => {
  await waitFor(async () => (await uploaded()) === count, 60_000)
  const sample = await openEmbeddedWorkspace(join(folder, 'data'))
  const images = await open.client.pictures.list()
  const sources = new Map((await listSources(sample)).map((one) => [one.id, one.sha256]))
  for (const image of images) expect(sources.get(image.sourceId ?? '')).toBe(image.sha256)
  await expectNoSilentRepeats(sample, await open.client.jobs.list({}), images)
}

it('a sample workspace that is killed during uploads is restarted on its port, and all of them complete', async () => {
  await connect()
  const { baseUrl, misbehave } = await openEmbeddedWorkspace(join(folder, 'data'))
  await misbehave({ match: { path: '/v1/sources' }, times: 'forever', effect: { kind: 'latency', ms: 150 } })
  await add()
  for (const kills of [1, 2]) {
    await waitFor(async () => (await uploaded()) >= kills * 8 && programs.length === kills)
    programs.at(-1)?.kill()
    await waitFor(() => programs.length === kills + 1)
  }
  await expectAllUploaded()
  expect((await openEmbeddedWorkspace(join(folder, 'data'))).baseUrl).toBe(baseUrl)
  expect((await open.client.session.get()).state).toBe('signed-in')
})

it('a sample workspace that another process runs is replaced when it ends', async () => {
  const at = join(folder, 'data', 'sample-workspace')
  const theirs = await startWorkspaceProcess({ folder: at })
  await connect()
  expect(programs).toHaveLength(0)
  await theirs.kill()
  await add()
  await waitFor(() => programs.length === 1)
  await expectAllUploaded()
})
