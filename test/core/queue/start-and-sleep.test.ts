import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { libraryFile } from '../../../electron/core/base/database/library-files.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { createConnectionStore } from '../../../electron/core/workspaces/connections/connection-store.ts'
import { createConnection } from '../../../electron/core/workspaces/connections/create-connection.ts'
import { parseConnectionFile } from '../../../electron/core/workspaces/connections/parse-connection-file.ts'
import { describeError } from '../../../shared/base/describe-error.ts'
import { AppError } from '../../../shared/base/errors.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../support/open-test-core.ts'
import { type ScriptedService, startScriptedService } from '../../support/scripted-service.ts'

let folder: string
let service: ScriptedService
let open: TestCore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-start-'))
  await mkdir(folder, { recursive: true })
  service = await startScriptedService()
})
afterEach(async () => {
  await open.core.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const add = async (name: string): Promise<void> => {
  await writePng(join(folder, name), name)
  await open.client.intake.add({ named: [join(folder, name)], recursive: false, upload: true })
}
const connectFile = () => JSON.stringify({ packshot: 1, name: 'Sample', baseUrl: service.baseUrl, clientId: 'c', clientSecret: 's' })

describe('the start of the queue', () => {
  it('does not fail when the sample workspace does not start: that is a hold with its reason, retried until it runs', async () => {
    let tries = 0
    const ports = {
      startSampleWorkspace: async () => {
        tries++
        if (tries === 1 || tries === 2)
          throw new AppError('offline', { kind: 'sample-not-started', said: 'its port is taken', why: { endedWith: '1' } })
        return { connectionFile: connectFile(), ended: new Promise<string>(() => {}), stop: async () => {} }
      },
    }
    // An earlier start signed in to it.
    open = await openTestCore(join(folder, 'data'), ports)
    await open.core.stop()
    const database = new DatabaseSync(libraryFile(join(folder, 'data')))
    const { connection } = createConnection({ kind: 'file', file: parseConnectionFile(connectFile()) }, { isSample: true })
    createConnectionStore(createJournal(database, systemPlatform), {
      adopt: () => {},
      release: () => {},
      doubtLists: () => {},
      hasSources: () => false,
    }).activate(connection, 1)
    database.close()
    open = await openTestCore(join(folder, 'data'), ports)
    await expect(open.core.start()).resolves.toBeUndefined()
    const reasons = async () =>
      (await open.client.queue.status()).holds.map((hold) => (hold.reason ? describeError(hold.reason).message : hold.kind))
    expect(await reasons()).toContain('The sample workspace did not start: its port is taken.')
    await open.passUntil(() => tries === 3)
    await open.passUntil(async () => !(await reasons()).some((reason) => reason.includes('did not start')))
  })
})

describe('sleep', () => {
  it('starts nothing until the computer is awake, or a minute has passed', async () => {
    let now = 1_000_000
    open = await openTestCore(join(folder, 'data'), { clock: { now: () => now, monotonic: () => now } })
    await open.client.session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'k' })
    await open.core.start()
    open.core.goToSleep()
    await add('one.png')
    await open.pass(10_000)
    expect(service.received).toHaveLength(0)
    await open.core.wakeUp()
    await waitFor(() => service.received.length === 1)
    open.core.goToSleep()
    await add('two.png')
    await open.pass(10_000)
    expect(service.received).toHaveLength(1)
    now += 60_001
    open.core.wake()
    await waitFor(() => service.received.length === 2)
  })
})
