import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decideInWorkspace } from '../../../../electron/cli/demo/allow-in-workspace.ts'
import { saveSnapshot } from '../../../../electron/core/base/database/snapshots.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { startWorkspace } from '../../../../electron/sample-workspace/start-workspace.ts'
import { describeRecoveries } from '../../../../shared/base/recovery-words.ts'
import { createHostileDisk, diskProfiles, type HostileDisk } from '../../../support/hostile-disk.ts'
import { openTestCore, type TestCore, waitFor, writePng } from '../../../support/open-test-core.ts'

let folder: string
let disk: HostileDisk
let open: TestCore | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-hostile-'))
})
afterEach(async () => {
  await open?.core.stop()
  open = undefined
  await rm(folder, { recursive: true, force: true })
})

const data = (): string => join(folder, 'data')

/** The core on a hostile disk, and the sample workspace in this process on the same disk. */
const start = async (): Promise<TestCore> => {
  open = await openTestCore(data(), {
    files: disk.files,
    openBrowser: async (url) => void decideInWorkspace(url),
    startSampleWorkspace: async (at) => {
      const running = await startWorkspace({
        dataDir: at,
        files: disk.files,
        port: 0,
        now: Date.now,
        tell: () => {},
        ownsProcess: false,
      })
      return {
        connectionFile: String(await disk.files.read(running.connectionFile)),
        ended: new Promise<string>(() => {}),
        stop: running.stop,
      }
    },
    ...(open ? { secrets: open.secrets } : {}),
  })
  return open
}
const stop = async (): Promise<void> => {
  await open?.core.stop()
}

const longName = `${'a long name of a picture that a photographer chose '.repeat(3)}.png`
const names = ['Café Crème.PNG', 'two.png', 'TWO (1).png', longName]

/** Some are read-only; one is so large that it is copied instead of read. */
const makePictures = async (): Promise<string> => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures, { recursive: true })
  for (const name of names) await writePng(join(pictures, name), name)
  await chmod(join(pictures, 'two.png'), 0o444)
  const large = join(pictures, 'large.png')
  await writePng(large, 'x'.repeat(9 * 1024 * 1024))
  await chmod(large, 0o444)
  return pictures
}

const settled = (core: TestCore): Promise<void> =>
  waitFor(async () => {
    const { counts } = await core.client.queue.status()
    return counts.waiting === 0 && counts.running === 0
  })

const expectOriginals = async (core: TestCore, count: number): Promise<void> => {
  const images = await core.client.pictures.list()
  expect(images).toHaveLength(count)
  for (const image of images) {
    const staged = (await core.core.locateImage(image.id, 'original'))?.path ?? ''
    expect((await disk.files.facts(staged)).size).toBe(image.bytes)
  }
}

describe.each(diskProfiles)('on files as on %s', (profile) => {
  beforeEach(() => {
    disk = createHostileDisk(profile, folder)
  })

  it('adds, asks, uploads and attaches through the sample workspace, and works again after a restart', async () => {
    const pictures = await makePictures()
    let core = await start()
    await core.client.session.connect({ kind: 'sample' })
    await core.client.session.signIn({ openBrowser: true })
    const { refused } = await core.client.intake.add({ named: [pictures], recursive: false, upload: true })
    expect(refused).toEqual([])
    await core.client.questions.ask({ images: { kind: 'all' }, questions: ['How wide is the picture?'], again: false })
    await core.client.products.attach({
      images: { kind: 'all' },
      product: { kind: 'new', name: 'Mug' },
      attribute: 'Images',
      current: null,
      again: false,
    })
    await core.core.start()
    await settled(core)
    const count = names.length + 1
    expect((await core.client.queue.status()).counts).toMatchObject({ done: 2 * count + 2, parked: 0 })
    await expectOriginals(core, count)
    await stop()
    core = await start()
    await core.core.start()
    await expectOriginals(core, count)
    await waitFor(async () => (await disk.files.list(join(data(), 'drafts'))).length === 0)
    if (profile === 'windows') expect(disk.waited()).toBeGreaterThan(0)
  })

  it('restores a damaged library from its snapshot', async () => {
    await makePictures()
    let core = await start()
    await core.client.intake.add({ named: [join(folder, 'pictures')], recursive: false, upload: false })
    await stop()
    const library = join(data(), 'library.db')
    const { openDatabaseFile } = systemPlatform
    const database = openDatabaseFile(library)
    saveSnapshot(database, data(), Date.now(), { files: disk.files, openDatabaseFile })
    database.close()
    await writeFile(library, 'garbage garbage garbage garbage '.repeat(2_000))
    core = await start()
    expect(describeRecoveries(core.core.restored)).toMatch(/damaged/)
    await expectOriginals(core, names.length + 1)
  })

  it('rebuilds a lost library from the pictures, including their names', async () => {
    await makePictures()
    let core = await start()
    await core.client.intake.add({ named: [join(folder, 'pictures')], recursive: false, upload: false })
    await stop()
    for (const name of await disk.files.list(data()))
      if (/^(library|snapshots)/.test(name)) await rm(join(data(), name), { recursive: true })
    core = await start()
    await expectOriginals(core, names.length + 1)
    const kept = (await core.client.pictures.list()).map(({ name }) => name.normalize('NFC'))
    for (const name of names.filter((one) => one.length < 50)) expect(kept).toContain(name)
  })
})
