import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { removePersonal } from '../../../../electron/core/formats/metadata/remove-personal.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { findUpload, readUploads } from '../../../support/read-uploads.ts'
import { createRealConversion } from '../../../support/real-conversion.ts'

const { state, startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess })

const drawn = () => sharp({ create: { width: 160, height: 80, channels: 3, background: '#c04020' } })
const placed = {
  IFD0: { Copyright: 'The shop' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
}
let pictures: Readonly<Record<string, Buffer>> = {}
beforeAll(async () => {
  pictures = {
    'placed.jpg': await drawn().withMetadata({ orientation: 6 }).withExif(placed).jpeg().toBuffer(),
    'plain.jpg': await drawn().negate().jpeg().toBuffer(),
    'glass.png': await sharp({ create: { width: 160, height: 80, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } } })
      .png()
      .toBuffer(),
    'phone.webp': await drawn().withExif(placed).webp().toBuffer(),
  }
})
beforeEach(() => {
  state.tasks.length = 0
  state.before = undefined
})

const add = async (...names: readonly string[]): Promise<void> => {
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  for (const name of names) await writeFile(join(folder, name), pictures[name] ?? Buffer.alloc(0))
  await library.client().intake.add({ named: names.map((name) => join(folder, name)), recursive: false, upload: true })
}
const uploaded = (name: string): Buffer => findUpload(library.service(), name).bytes
const details = async (name: string) => library.client().library.details({ imageId: (await library.row(name)).id })
const sentNames = async (): Promise<string[]> =>
  (await readdir(join(library.folder(), 'data', 'sent'), { recursive: true }))
    .map((path) => basename(path))
    .filter((name) => name.includes('~'))
const pixels = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer()

describe('what is sent of pictures', () => {
  it('has no location, unless the workspace wants it; pixels, copyright and the original stay', async () => {
    await library.connect()
    await library.start()
    await add('placed.jpg', 'plain.jpg', 'phone.webp')
    await library.settled()
    const original = pictures['placed.jpg'] as Buffer
    const sent = uploaded('placed.jpg')
    expect(sent.equals(original)).toBe(false)
    expect(await pixels(sent)).toEqual(await pixels(original))
    const { exif, orientation } = await sharp(sent).metadata()
    expect([exif?.includes('The shop'), orientation]).toEqual([true, 6])
    expect(uploaded('plain.jpg').equals(pictures['plain.jpg'] as Buffer)).toBe(true)
    for (const bytes of [sent, uploaded('phone.jpg')]) expect(removePersonal(bytes, 'jpeg', 1).removed.size).toBe(0)
    const { row, changes, sent: facts } = await details('placed.jpg')
    expect({ hasGps: row.hasGps, changes }).toEqual({ hasGps: true, changes: ['personal'] })
    expect(facts).toMatchObject({ format: 'jpeg', width: 80, height: 160, quality: null, isUploaded: true })
    const kept = await library.core().locateImage(row.id, 'original')
    expect(await readFile(kept?.path ?? '')).toEqual(original)
    expect((await details('plain.jpg')).changes).toEqual([])
    // What only has less metadata is not kept twice; what is shown beside its original is.
    await library.reopen()
    await library.start()
    await waitFor(async () => (await sentNames()).length === 1)
    expect((await sentNames())[0]).toContain((await library.row('phone.webp')).id.slice('img_'.length))
    expect((await details('phone.webp')).changes).toEqual(['format', 'personal'])
  })

  it('has a location to lose in as many pictures as are counted, until these leave the library', async () => {
    await add('placed.jpg', 'plain.jpg', 'phone.webp')
    await library.start()
    await waitFor(async () => (await library.client().library.countLocations()) === 2)
    await library.client().library.remove({ imageIds: [(await library.row('placed.jpg')).id] })
    expect(await library.client().library.countLocations()).toBe(1)
    expect((await library.client().settings.get()).knowsLocationsRemoved).toBe(false)
    await library.client().settings.set({ knowsLocationsRemoved: true })
    await library.reopen()
    expect((await library.client().settings.get()).knowsLocationsRemoved).toBe(true)
  })

  it('is as it came where the workspace wants metadata; what it has stays so when that changes', async () => {
    await library.connect()
    await library.client().connections.change({ removePersonal: false })
    await library.start()
    await add('placed.jpg')
    await library.settled()
    expect(uploaded('placed.jpg').equals(pictures['placed.jpg'] as Buffer)).toBe(true)
    await library.client().connections.change({ removePersonal: true, longestEdge: 100 })
    expect((await details('placed.jpg')).changes).toEqual([])
    await library.reopen()
    await library.start()
    await library.settled()
    expect(readUploads(library.service())).toHaveLength(1)
  })

  it('is planned before, in numbers that the settings change, and done as planned', async () => {
    await library.connect()
    await library.client().queue.pause()
    await library.start()
    await add('placed.jpg', 'plain.jpg', 'glass.png', 'phone.webp')
    const plan = () => library.client().library.sendingPlan()
    await waitFor(async () => (await plan())?.pictures === 4)
    expect(await plan()).toEqual({ pictures: 4, converted: 1, location: 2, personal: 2, asTheyAre: 2 })
    await library.client().connections.change({ removePersonal: false, background: '#FFFFFF' })
    expect(await plan()).toEqual({ pictures: 4, converted: 2, location: 0, personal: 0, asTheyAre: 2 })
    await library.client().connections.change({ longestEdge: 100 })
    expect(await plan()).toEqual({ pictures: 4, converted: 4, location: 0, personal: 0, asTheyAre: 0 })
    await library.client().queue.resume()
    await library.settled()
    expect(await plan()).toEqual({ pictures: 0, converted: 0, location: 0, personal: 0, asTheyAre: 0 })
    const sizes = await Promise.all(
      ['placed.jpg', 'plain.jpg', 'glass.jpg', 'phone.jpg'].map(async (name) => (await sharp(uploaded(name)).metadata()).width),
    )
    expect(sizes).toEqual([50, 100, 100, 100])
    expect(state.tasks).toHaveLength(4)
  })

  it('that can’t be made to fit is said, and sent once the settings allow it', async () => {
    await library.connect()
    await library.client().connections.change({ largestFile: 20 })
    await library.start()
    const noise = Buffer.from(Uint8Array.from({ length: 400 * 400 * 3 }, (_, at) => (Math.imul(at + 7, 2654435761) >>> 13) & 255))
    pictures = {
      ...pictures,
      'noise.jpg': await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
        .jpeg()
        .toBuffer(),
    }
    await add('noise.jpg')
    await waitFor(async () => (await library.row('noise.jpg')).state === 'parked')
    const [job] = await library.client().jobs.list({ operation: 'upload-source' })
    expect(job?.status).toMatchObject({
      state: 'parked',
      reason: { code: 'file-too-large', failure: { kind: 'picture-over-largest-file', largestBytes: 20_000 } },
    })
    await library.client().connections.change({ longestEdge: 100 })
    await library.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry' })
    await library.settled()
    expect(uploaded('noise.jpg').length).toBeLessThanOrEqual(20_000)
  })

  it.each([
    ['longestEdge', 50],
    ['largestFile', 1.5],
    ['background', 'white'],
    ['background', '#fff'],
  ])('is not decided by %s %j', async (field, value) => {
    await library.connect()
    expect((await library.client().connections.change({ [field]: value })).problems).toMatchObject([{ field }])
  })
})
