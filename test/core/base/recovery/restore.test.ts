import { existsSync, readdirSync, statSync } from 'node:fs'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { describeError } from '../../../../shared/base/describe-error.ts'
import { describeRecoveries } from '../../../../shared/base/recovery-words.ts'
import { describeNotes } from '../../../../shared/queue/job-notes-words.ts'
import { filesThatEndAt } from '../../../support/failing-files.ts'
import { openTestCore } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const data = (name = 'data'): string => join(library.folder(), name)
const file = (folder = data()): string => join(folder, 'library.db')
const garbage = 'garbage garbage garbage garbage '.repeat(2_000)

/** The files of a folder, without those that SQLite keeps beside an open database. */
const namesIn = (folder: string): string[] => readdirSync(folder).filter((name) => !/-(shm|wal)$/.test(name))

/** The state after kill -9: the log is not checkpointed. */
const copyAsKilled = async (name: string): Promise<string> => {
  await cp(data(), data(name), { recursive: true })
  return data(name)
}

const snapshot = async (): Promise<void> => {
  const { saveSnapshot } = await import('../../../../electron/core/base/database/snapshots.ts')
  const { systemPlatform } = await import('../../../../electron/core/base/platform/platform.ts')
  const database = new DatabaseSync(file())
  saveSnapshot(database, data(), Date.now(), systemPlatform)
  database.close()
}

const sent = (method: string, path: string) =>
  library.service().received.filter((one) => one.method === method && one.path.startsWith(path))

/** In the snapshot, two uploads, a new product and its attachment wait. Afterwards all of it was done. */
const snapshotThenWork = async (): Promise<void> => {
  await library.add(['one.png', 'two.png'])
  await library.connect()
  await library.attach([(await library.row('one.png')).id, (await library.row('two.png')).id])
  await snapshot()
  await library.start()
  await library.settled()
  expect(await library.counts()).toMatchObject({ done: 4 })
}

describe('a restored library', () => {
  it('knows the folder of a picture again once its file comes again: a change of it is offered as a version', async () => {
    await library.add(['one.png'], false)
    const { folder } = await library.row('one.png')
    expect(folder).not.toBeNull()
    await library.close()
    for (const name of ['library.db', 'library.db-wal', 'library.db-shm', 'snapshots'])
      await rm(join(data(), name), { recursive: true, force: true })
    await library.reopen()
    expect(await library.row('one.png')).toMatchObject({ folder: null })
    await library.add(['one.png'], false)
    expect(await library.row('one.png')).toMatchObject({ folder })
    await library.addChanged('one.png', 'edited', false)
    expect((await library.client().versions.page({ offset: 0, limit: 10 })).rows).toMatchObject([{ name: 'one.png' }])
  })

  it('creates no product again, replaces no list, and says which uploads ran again', async () => {
    await snapshotThenWork()
    await library.close()
    await writeFile(file(), garbage)
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toMatch(/damaged/)
    await library.connect()
    await library.start()
    await library.settled()
    expect(sent('POST', '/v1/products')).toHaveLength(1)
    expect(sent('PATCH', '/v1/products')).toHaveLength(1)
    const { items } = await library.client().queue.repeats({ after: 0 })
    expect(items.map(({ operation }) => operation)).not.toContain('create-product')
    const jobs = await library.client().jobs.list({})
    const uploads = jobs.filter((one) => one.work.operation === 'upload-source')
    expect(uploads).toHaveLength(2)
    for (const job of uploads) expect(describeNotes(job)).toMatch(/again|twice/i)
    const parked = jobs.filter((one) => one.status.state === 'parked')
    expect(parked.map((one) => one.work.operation).sort()).toEqual(['attach-sources', 'create-product'])
    for (const { status } of parked)
      if (status.state === 'parked') expect(describeError(status.reason).message).toMatch(/restored.*may have been/i)
  })

  it('is complete, with its doubts, after an interruption at any step of the restore', { timeout: 120_000 }, async () => {
    await snapshotThenWork()
    await library.add(['three.png'], false)
    await library.close()
    await writeFile(file(), garbage)
    let step = 1
    for (let ended = true; ended; step++) {
      const folder = await copyAsKilled(`restored ${step}`)
      const { files, changes } = filesThatEndAt(step)
      const first = await openTestCore(folder, { files }).catch(() => undefined)
      ended = changes() >= step
      if (first) await first.core.stop().catch(() => {})
      const { core, client } = await openTestCore(folder)
      expect(describeRecoveries(core.restored), `step ${step}`).toMatch(/may be missing/)
      const pictures = await client.library.ids({ sort: { by: 'added', descending: false }, filter: {} })
      expect(pictures, `step ${step}`).toHaveLength(3)
      const states = (await client.jobs.list({})).map((job) => `${job.work.operation} ${job.status.state}`)
      expect(states.sort(), `step ${step}`).toEqual([
        'attach-sources parked',
        'create-product parked',
        'upload-source waiting',
        'upload-source waiting',
      ])
      await core.stop()
      await rm(folder, { recursive: true, force: true })
    }
    expect(step).toBeGreaterThan(10)
  })
})

describe('a picture that was restored from its original', () => {
  it('says that its next upload may be a duplicate', async () => {
    await library.add(['one.png'])
    await library.connect()
    await library.start()
    await library.settled()
    await library.close()
    for (const name of namesIn(data())) if (/^library/.test(name)) await rm(join(data(), name), { recursive: true })
    await rm(join(data(), 'snapshots'), { recursive: true, force: true })
    await library.reopen()
    expect(describeRecoveries(library.core().restored)).toMatch(/1 picture came back/)
    const before = await library.client().queue.repeats({ after: 0 })
    await library.add(['one.png', 'two.png'])
    await library.connect()
    const notesOf = async (name: string) => {
      const { id } = await library.row(name)
      const jobs = await library.client().jobs.list({})
      return jobs.find(({ work }) => work.operation === 'upload-source' && work.imageId === id)?.notes
    }
    expect(await notesOf('one.png')).toEqual([{ kind: 'restored' }])
    expect(await notesOf('two.png')).toEqual([])
    await library.start()
    await library.settled()
    const { items } = await library.client().queue.repeats({ after: before.last })
    expect(items.map(({ name }) => name)).toEqual(['one.png'])
  })
})

describe('a library that was replaced', () => {
  const cases: readonly (readonly [string, (folder: string) => Promise<void>])[] = [
    ['a missing file', (folder) => rm(file(folder))],
    ['an empty file', (folder) => truncate(file(folder))],
    ['a lost log', (folder) => rm(`${file(folder)}-wal`)],
    [
      'one flipped byte in its young log',
      async (folder) => {
        const log = await readFile(`${file(folder)}-wal`)
        log[200] = (log[200] ?? 0) ^ 1
        await writeFile(`${file(folder)}-wal`, log)
      },
    ],
  ]
  it.each(cases)('by %s is never mistaken for an empty one', async (_, spoil) => {
    await library.add(['one.png', 'two.png'])
    const folder = await copyAsKilled('killed')
    await rm(`${file(folder)}-shm`, { force: true })
    await spoil(folder)
    const before = namesIn(folder)
    await expect(openTestCore(folder, { access: 'read' })).rejects.toMatchObject({ code: 'data-corrupt' })
    expect(namesIn(folder)).toEqual(before)
    const { core, client } = await openTestCore(folder)
    expect(describeRecoveries(core.restored)).toMatch(/may be missing/)
    expect(await client.pictures.list()).toHaveLength(2)
    await core.stop()
    const reader = await openTestCore(folder, { access: 'read' })
    expect(describeRecoveries(reader.core.restored)).toMatch(/may be missing/)
    await reader.core.stop()
  })

  it('opens without a notice after an ordinary kill', async () => {
    await library.add(['one.png'])
    const folder = await copyAsKilled('killed')
    expect(statSync(`${file(folder)}-wal`).size).toBeGreaterThan(0)
    const { core, client } = await openTestCore(folder)
    expect(describeRecoveries(core.restored)).toBeNull()
    expect(await client.pictures.list()).toHaveLength(1)
    await core.stop()
    expect(existsSync(join(folder, 'library-damage.json'))).toBe(false)
  })
})
