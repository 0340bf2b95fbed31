import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { libraryFile } from '../../../../electron/core/base/database/library-files.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { toWorkerError } from '../../../../electron/core/formats/decoding-process/decoding-messages.ts'
import type { ImagePool } from '../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { noBarcodes } from '../../../support/no-barcodes.ts'
import { nothingUnderWay } from '../../../support/nothing-under-way.ts'
import { openTestCore, waitFor, writePng } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** Decoding waits for this. */
let gate: Promise<void>
let openGate: () => void
/** The names of decoded pictures, in the order in which their decoding began. */
let decoded: string[]
/** Copies in `originals` are removed after this. */
let removing: Promise<void>
/** Folders of thumbnails are made after this. */
let making: Promise<void>

const closeGate = (): void => {
  gate = new Promise((resolve) => {
    openGate = resolve
  })
}
const startImageProcess = (): ImagePool => ({
  inspect: async ({ path, format, thumbnailPath }) => {
    const name = basename(path).split('~').at(-1) ?? ''
    decoded.push(name)
    await gate
    if (name.startsWith('damaged')) throw toWorkerError({ kind: 'picture-cut-off' })
    await systemFiles.write(thumbnailPath, `thumbnail of ${name}`)
    return { format, width: 640, height: 480, orientation: 1, hasAlpha: true, hasGps: false }
  },
  ...noBarcodes,
  prepare: () => {},
  stop: async () => {},
})
const library = prepareTestLibrary({
  startImageProcess,
  files: {
    ...systemFiles,
    remove: async (path, options) => {
      if (path.includes('originals')) await removing
      await systemFiles.remove(path, options)
    },
    makeFolder: async (path) => {
      if (path.includes('thumbnails')) await making
      await systemFiles.makeFolder(path)
    },
  },
})

beforeEach(() => {
  gate = Promise.resolve()
  openGate = () => {}
  decoded = []
  removing = Promise.resolve()
  making = Promise.resolve()
})
afterEach(() => openGate())

/** Its header tells of six megapixels: of small pictures many are decoded at the same time. */
const writeLargePng = async (path: string, seed: string): Promise<void> => {
  await writePng(path, seed)
  const bytes = await readFile(path)
  bytes.writeUInt32BE(3_000, 16)
  bytes.writeUInt32BE(2_000, 20)
  await writeFile(path, bytes)
}

/** Drops files that get their rows; without a gate they are checked, too. */
const drop = async (names: readonly string[]): Promise<readonly string[]> => {
  const folder = join(library.folder(), 'shoot')
  await mkdir(folder, { recursive: true })
  for (const name of names) await writeLargePng(join(folder, name), `seed of ${name}`)
  const paths = names.map((name) => join(folder, name))
  await library.core().addFiles(paths)
  return paths
}
const originals = async (data = 'data'): Promise<string[]> =>
  (await readdir(join(library.folder(), data, 'originals'), { recursive: true, withFileTypes: true }))
    .flatMap((one) => (one.isFile() ? [one.name.split('~').at(-1) ?? ''] : []))
    .sort()
const sent = (path: string): number => library.service().received.filter((one) => one.path === path).length
const jobsOf = async (name: string) =>
  (await library.client().jobs.list({}))
    .filter(({ work }) => 'imageId' in work && work.imageId === ids.get(name))
    .map((job) => job.status.state)
const ids = new Map<string, string>()
const noteIds = async (): Promise<void> => {
  for (const { id, name } of (await library.page()).rows) ids.set(name, id)
}

it('a file that is added is one thing to do from its first moment until it is checked', async () => {
  closeGate()
  const seen: number[] = []
  const look = () => seen.push(library.core().progress().takingIn)
  const unsubscribe = library.core().subscribe(look)
  await drop(['one.png'])
  unsubscribe()
  look()
  expect(new Set(seen)).toEqual(new Set([1]))
  openGate()
  await waitFor(() => library.core().progress().takingIn === 0)
})

it('a drop shows rows at once, sends nothing before its picture was decoded, and refuses a damaged file with its reason', async () => {
  closeGate()
  const { baseUrl } = library.service()
  await library.client().session.connect({ kind: 'api-key', baseUrl, apiKey: 'key', publishing: { kind: 'data' } })
  await library.start()
  await drop(['one.png', 'damaged.png', 'two.png'])
  await library.ask(['one.png', 'damaged.png'], 'White?')
  await library.attach(['one.png', 'damaged.png'])
  expect(await library.names()).toEqual(['damaged.png', 'one.png', 'two.png'])
  await noteIds()
  expect(library.core().progress()).toMatchObject({ takingIn: 3, ready: {} })
  await library.pass(10_000)
  expect(sent('/v1/sources') + sent('/v1/image/analysis')).toBe(0)

  openGate()
  await library.settled()
  expect(await library.names()).toEqual(['one.png', 'two.png'])
  expect(await library.client().pictures.refused()).toMatchObject([
    {
      name: 'damaged.png',
      path: join(library.folder(), 'shoot', 'damaged.png'),
      problem: { code: 'damaged-image', failure: { kind: 'picture-cut-off' } },
    },
  ])
  expect(await jobsOf('damaged.png')).toEqual(['cancelled', 'cancelled'])
  expect(await jobsOf('two.png')).toEqual(['done'])
  expect(sent('/v1/sources')).toBe(2)
  expect(await library.counts()).toMatchObject({ parked: 0, waiting: 0 })
  expect(await library.row('one.png')).toMatchObject({ width: 640, height: 480, hasAlpha: true })
  await waitFor(async () => (await originals()).length === 2)
  expect(await originals()).toEqual(['one.png', 'two.png'])
})

it('cancels an attach whose only picture was refused', async () => {
  closeGate()
  await drop(['damaged.png'])
  await library.attach(['damaged.png'])
  openGate()
  await waitFor(async () => (await library.page()).total === 0)
  expect(await library.client().jobs.list({ operation: 'attach-sources' })).toMatchObject([{ status: { state: 'cancelled' } }])
})

it('a check reports a refused file to whoever added it by a command, and the decoder’s facts of the others', async () => {
  const [good, damaged] = [join(library.folder(), 'good.png'), join(library.folder(), 'damaged.png')]
  await writePng(good, 'good')
  await writePng(damaged, 'damaged')
  const add = () => library.client().intake.add({ named: [good, damaged], recursive: false, upload: true })
  const refused = [{ name: 'damaged.png', path: damaged, problem: { code: 'damaged-image' } }]
  expect(await add()).toMatchObject({ added: [{ name: 'good.png', width: 640, hasAlpha: true }], known: [], refused })
  expect(await add()).toMatchObject({ added: [], known: [{ name: 'good.png' }], refused })
  expect(decoded).toEqual(['good.png', 'damaged.png', 'damaged.png'])
  const other = join(library.folder(), 'the same under another name.png')
  await cp(damaged, other)
  const again = await library.client().intake.add({ named: [other], recursive: false, upload: true })
  expect(again).toMatchObject({ added: [], known: [], refused: [{ path: other, name: basename(other) }] })
})

it('the check begins with what a window shows, the last screen before others, and then the oldest', async () => {
  closeGate()
  const names = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(2, '0')}.png`)
  await drop(names)
  await noteIds()
  const show = (name: string) => library.core().locateImage(ids.get(name) ?? '', 'thumbnail')
  const shown = ['40.png', '41.png'].map(show)
  // Another screen: the person scrolled.
  await library.pass(120)
  shown.push(...['20.png', '21.png'].map(show))
  openGate()
  const files = await Promise.all(shown)
  for (const [at, name] of ['40.png', '41.png', '20.png', '21.png'].entries())
    expect(String(await readFile(files[at]?.path ?? ''))).toBe(`thumbnail of ${name}`)
  await waitFor(() => library.core().progress().takingIn === 0)
  // These were being decoded when the window asked.
  const first = decoded.slice(0, Math.min(decoded.indexOf('20.png'), decoded.indexOf('21.png')))
  expect(first.toSorted()).toEqual(names.slice(0, first.length))
  expect(first.length).toBeLessThanOrEqual(3)
  const rest = names.filter((name) => !first.includes(name) && !['20.png', '21.png', '40.png', '41.png'].includes(name))
  const expected = ['20.png', '21.png', '40.png', '41.png', ...rest]
  const found = decoded.slice(first.length)
  expect(found.toSorted()).toEqual(expected.toSorted())
  // Those that are decoded at the same time may change places.
  for (const [at, name] of expected.entries()) expect(Math.abs(found.indexOf(name) - at)).toBeLessThan(3)
})

it('never shows a picture before its check, and none that was refused', async () => {
  closeGate()
  await drop(['damaged.png'])
  await noteIds()
  const shown = library.core().locateImage(ids.get('damaged.png') ?? '', 'original')
  await library.pass(10_000)
  expect(await Promise.race([shown, 'nothing yet'])).toBe('nothing yet')
  openGate()
  expect(await shown).toBeUndefined()
})

it('makes a lost thumbnail again when a window shows it', async () => {
  await drop(['one.png'])
  await waitFor(() => library.core().progress().takingIn === 0)
  await noteIds()
  // Its first check is over as well: one that is still ending would be taken for the answer.
  await nothingUnderWay()
  await rm(join(library.folder(), 'data', 'thumbnails'), { recursive: true })
  await mkdir(join(library.folder(), 'data', 'thumbnails', (await firstHash()).slice(0, 2)), { recursive: true })
  const file = await library.core().locateImage(ids.get('one.png') ?? '', 'thumbnail')
  expect(String(await readFile(file?.path ?? ''))).toBe('thumbnail of one.png')
})
const firstHash = async (): Promise<string> => (await library.client().pictures.list())[0]?.sha256 ?? ''

it('the check of pictures continues after a kill: nothing is lost, nothing is refused wrongly, and nothing was sent before', async () => {
  closeGate()
  await drop(['one.png', 'damaged.png', 'two.png'])
  const killed = join(library.folder(), 'killed')
  await cp(join(library.folder(), 'data'), killed, { recursive: true })
  openGate()
  const { core, client } = await openTestCore(killed, { startImageProcess })
  expect((await client.pictures.list()).map((one) => one.name)).toEqual(['damaged.png', 'one.png', 'two.png'])
  await client.session.connect({ kind: 'api-key', baseUrl: library.service().baseUrl, apiKey: 'key' })
  await core.start()
  await waitFor(async () => (await client.queue.status()).counts.done === 2)
  expect((await client.pictures.list()).map((one) => one.name)).toEqual(['one.png', 'two.png'])
  expect(await client.pictures.refused()).toMatchObject([{ name: 'damaged.png', problem: { code: 'damaged-image' } }])
  expect(sent('/v1/sources')).toBe(2)
  await core.stop()
})

it('deletes the copy of a refused file at the next start if a kill came before that', async () => {
  let release = (): void => {}
  removing = new Promise((resolve) => {
    release = resolve
  })
  await drop(['damaged.png'])
  await waitFor(async () => (await library.client().pictures.refused()).length === 1)
  const killed = join(library.folder(), 'killed')
  await cp(join(library.folder(), 'data'), killed, { recursive: true })
  expect(await originals('killed')).toEqual(['damaged.png'])
  release()
  const { core } = await openTestCore(killed)
  await core.start()
  await waitFor(async () => (await originals('killed')).length === 0)
  await core.stop()
})

it('checks a picture that was removed before its check when it comes back, and not before', async () => {
  closeGate()
  await drop(['a.png', 'b.png', 'c.png', 'removed.png'])
  await noteIds()
  const imageIds = [ids.get('removed.png') ?? '']
  await library.client().library.remove({ imageIds })
  openGate()
  await waitFor(() => library.core().progress().takingIn === 0)
  expect(decoded).not.toContain('removed.png')
  await library.client().library.restore({ imageIds })
  await waitFor(() => decoded.includes('removed.png'))
  await library.connect()
  await library.start()
  await library.settled()
  expect(sent('/v1/sources')).toBe(4)
})

it('brings no refused picture back with the undo of a removal', async () => {
  closeGate()
  const [path = ''] = await drop(['damaged.png'])
  await noteIds()
  const imageIds = [ids.get('damaged.png') ?? '']
  await library.client().library.remove({ imageIds })
  openGate()
  await library.client().intake.add({ named: [path], recursive: false, upload: true })
  expect(await library.client().library.restore({ imageIds })).toEqual({ restored: 0 })
  expect(await library.names()).toEqual([])
})

it('names a damaged original after a restore, and keeps the file, which may be the last copy', async () => {
  await drop(['one.png', 'two.png'])
  await waitFor(() => library.core().progress().takingIn === 0)
  await library.close()
  const data = join(library.folder(), 'data')
  for (const name of await readdir(data))
    if (name.startsWith('library.db') || name === 'snapshots') await rm(join(data, name), { recursive: true })
  for (const part of await readdir(join(data, 'originals')))
    for (const name of await readdir(join(data, 'originals', part)))
      if (name.endsWith('~two.png'))
        await cp(join(data, 'originals', part, name), join(data, 'originals', part, name.replace('two.png', 'damaged.png'))).then(() =>
          rm(join(data, 'originals', part, name)),
        )
  await library.reopen()
  expect(library.core().restored).toMatchObject([{ pictures: 1, lost: [{ kind: 'picture', name: 'damaged.png' }] }])
  expect(await library.names()).toEqual(['one.png'])
  expect(await originals()).toEqual(['damaged.png', 'one.png'])
  // The data folder moves; an earlier version wrote where it was.
  await library.close()
  const moved = join(library.folder(), 'moved')
  await rename(data, moved)
  const database = new DatabaseSync(libraryFile(moved))
  expect(database.prepare("SELECT origin ->> '$.path' AS path FROM images WHERE checked = 2").get()?.path).toMatch(/^originals\//)
  database.exec(`UPDATE images SET origin = json_set(origin, '$.path', '${data}/' || (origin ->> '$.path')) WHERE checked = 2`)
  database.close()
  await library.reopen({}, moved)
  await library.start()
  await nothingUnderWay()
  expect(await originals('moved')).toEqual(['damaged.png', 'one.png'])
})

it('starts no image process once Packshot ends', async () => {
  let make = (): void => {}
  making = new Promise((resolve) => {
    make = resolve
  })
  closeGate()
  await drop(['one.png'])
  await library.close()
  make()
  await making
  await nothingUnderWay()
  expect(decoded).toEqual([])
})
