import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { askedQuestions, sheetView } from '../../../../shared/answers/sheet.ts'
import { describeConversions } from '../../../../shared/pictures/picture-formats-words.ts'
import { blue, otherFormats, red } from '../../../fixtures/other-formats.ts'
import { openTestWorkspace } from '../../../sample-workspace/open-test-workspace.ts'
import { openTestCore, waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'
import { findUpload, readUploads } from '../../../support/read-uploads.ts'
import { createRealConversion } from '../../../support/real-conversion.ts'

const bytesOf = new Map<string, Buffer>()
const { state, startImageProcess } = createRealConversion()

const library = prepareTestLibrary({ startImageProcess })

beforeAll(async () => {
  for (const [name, make] of Object.entries(otherFormats)) bytesOf.set(name, await make())
})

const drop = async (...names: readonly string[]): Promise<void> => {
  state.tasks.length = 0
  state.before = undefined
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  for (const name of names) await writeFile(join(folder, name), bytesOf.get(name) ?? Buffer.alloc(0))
  await library.client().intake.add({ named: names.map((name) => join(folder, name)), recursive: false, upload: true })
}

const uploads = () => readUploads(library.service())
const uploaded = (name: string) => findUpload(library.service(), name)

const colorAt = async (bytes: Buffer, left: number, top: number): Promise<number[]> => {
  const { data } = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data]
}
const expectColor = (found: readonly number[], wanted: readonly number[], within = 4): void => {
  for (const [at, value] of found.entries())
    expect(Math.abs(value - (wanted[at] ?? 0)), `${found} is not ${wanted}`).toBeLessThanOrEqual(within)
}

const inFolder = async (name: string): Promise<string[]> =>
  (await readdir(join(library.folder(), 'data', name), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))

describe('a picture that is neither PNG nor JPEG', () => {
  it('is uploaded as a JPEG or PNG that looks the same', async () => {
    await library.connect()
    await library.start()
    await drop(...bytesOf.keys())
    await waitFor(async () => uploads().length === bytesOf.size)
    await library.settled()
    const [action] = (await library.client().actions.page({ offset: 0, limit: 1, text: '', standings: [] })).rows
    expect(describeConversions(action?.converted ?? [])).toMatch(/^\d+ converted from (?:[\w ]+, \d+ from )+[\w ]+$/)
    expect(action?.converted?.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(bytesOf.size)
    const names = [...bytesOf.keys()].map((name) => name.replace(/\.\w+$/, name.startsWith('glass') ? '.png' : '.jpg'))
    expect(
      uploads()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted())
    for (const { name, type, bytes } of uploads()) {
      const { format, space, depth, hasAlpha, icc, ...metadata } = await sharp(bytes).metadata()
      const isGlass = name === 'glass.png'
      expect({ name, type, format, space, depth, hasAlpha }).toEqual({
        name,
        type: isGlass ? 'image/png' : 'image/jpeg',
        format: isGlass ? 'png' : 'jpeg',
        space: 'srgb',
        depth: 'uchar',
        hasAlpha: isGlass,
      })
      expect(metadata.orientation ?? 1).toBe(1)
      // In print, this red and this blue are others.
      const [wantedRed, wantedBlue, within] = name === 'print.jpg' ? ([[196, 61, 9], [28, 60, 135], 4] as const) : ([red, blue, 4] as const)
      const isTurned = name === 'turned.jpg'
      expect([metadata.width, metadata.height]).toEqual(isTurned ? [80, 120] : [120, 80])
      expectColor(await colorAt(bytes, ...((isTurned ? [70, 10] : [10, 10]) as [number, number])), wantedBlue, within)
      expectColor(await colorAt(bytes, ...((isTurned ? [10, 10] : [110, 10]) as [number, number])), wantedRed, within)
    }
    const turned = uploads().filter(({ name }) => name === 'turned.jpg')
    expect(turned).toHaveLength([...bytesOf.keys()].filter((name) => name.startsWith('turned')).length)
    for (const { bytes } of turned) {
      const { exif, xmp } = await sharp(bytes).metadata()
      expect(xmp?.toString()).toContain('tiff:Orientation="1"')
      expect(exif?.toString('latin1')).toContain('A mug')
      expect(exif?.toString('latin1')).toContain('Ada')
    }
  })

  it('is attached in the sample workspace, which takes PNG and JPEG only', async () => {
    const workspace = await openTestWorkspace()
    const { baseUrl, apiKey } = workspace
    await library.client().session.connect({ kind: 'api-key', baseUrl, apiKey, rates: {}, isUntried: true })
    await library.start()
    await drop('print.tif', 'plain.avif', 'animated.gif', 'glass.heic')
    await library.attach(['print.tif', 'plain.avif', 'animated.gif', 'glass.heic'])
    await library.ask(['plain.avif'], 'Which format does it have?')
    await library.settled()
    const { counts } = await library.client().queue.status()
    expect(counts).toMatchObject({ parked: 0, waiting: 0 })
    expect((await library.row('print.tif')).attached).toBe(true)
    expect((await readAnswers(library.client()))[0]?.text).toContain('JPEG')
  })

  it('says what is converted, and what of the file is used', async () => {
    await library.start()
    await drop(
      ...['pages.tif', 'animated.gif', 'animated.webp', 'print.tif', '16 bits.tif', '16 bits with a profile.tif', 'plain.avif'],
      'wide colors.heic',
    )
    const readingOf = async (name: string) => (await library.row(name)).reading
    await waitFor(async () => {
      const checked = [
        'pages.tif',
        'animated.gif',
        'animated.webp',
        '16 bits.tif',
        '16 bits with a profile.tif',
        'print.tif',
        'wide colors.heic',
      ]
      return (await Promise.all(checked.map(readingOf))).every((one) => one !== undefined)
    })
    expect(await readingOf('pages.tif')).toEqual({ pages: 2 })
    expect(await readingOf('animated.gif')).toEqual({ pages: 2 })
    expect(await readingOf('animated.webp')).toEqual({ pages: 2 })
    expect(await readingOf('print.tif')).toEqual({ colors: 'cmyk', profile: 'Chemical proof' })
    expect(await readingOf('16 bits.tif')).toEqual({ bits: 16 })
    expect(await readingOf('16 bits with a profile.tif')).toEqual({ bits: 16, profile: 'Display P3' })
    expect(await readingOf('wide colors.heic')).toEqual({ bits: 10, profile: 'Display P3' })
    expect(await readingOf('plain.avif')).toBeUndefined()
    const { id } = await library.row('pages.tif')
    const details = () => library.client().library.details({ imageId: id })
    expect((await details()).sent).toBeNull()
    // A window shows the picture.
    const shown = await library.core().locateImage(id, 'original')
    expect(shown?.type).toBe('image/jpeg')
    const bytes = (await readFile(shown?.path ?? '')).length
    const facts = { format: 'jpeg', bytes, width: 120, height: 80, quality: 90, settings: '1-q90', isUploaded: false }
    expect((await details()).sent).toEqual(facts)
    expect(await library.client().library.sentFile({ imageId: id })).toEqual(facts)
    // Beside it, what it was made from, without loss.
    const original = await library.core().locateImage(id, 'original', 1, 'original')
    expect(original?.type).toBe('image/png')
    expectColor(await colorAt(await readFile(original?.path ?? ''), 10, 10), blue, 0)
  })

  it('is converted once, and again with the same bytes when its file was lost or damaged', async () => {
    await library.start()
    await drop('16 bits with a profile.tif')
    const { id } = await library.row('16 bits with a profile.tif')
    const read = async (): Promise<Buffer> => readFile((await library.core().locateImage(id, 'original'))?.path ?? '')
    const [first, same] = await Promise.all([read(), read()])
    expect(same.equals(first)).toBe(true)
    expect(state.tasks).toHaveLength(1)
    const [file = ''] = await inFolder('sent')
    await rm(file)
    expect((await read()).equals(first)).toBe(true)
    await writeFile(file, Buffer.alloc(first.length))
    expect((await read()).equals(first)).toBe(true)
    expect(state.tasks).toHaveLength(3)
    expect(await inFolder('drafts')).toEqual([])
  })

  it('stays as it came among the originals, from which a lost library is made again', async () => {
    await library.start()
    await drop('pages.tif')
    await waitFor(async () => (await library.row('pages.tif')).reading !== undefined)
    await library.close()
    const [original = ''] = await inFolder('originals')
    expect((await readFile(original)).equals(bytesOf.get('pages.tif') ?? Buffer.alloc(0))).toBe(true)
    const data = join(library.folder(), 'data')
    for (const name of await readdir(data)) if (!['originals', 'sent'].includes(name)) await rm(join(data, name), { recursive: true })
    await library.reopen()
    await library.start()
    await waitFor(async () => (await library.page()).rows[0]?.reading?.pages === 2)
  })
})

describe('what a converted picture leaves Packshot as', () => {
  const question = 'Color?'
  const view = sheetView.parse({ setId: askedQuestions })
  const prepare = async (): Promise<void> => {
    await library.connect()
    library.service().answer = ({ path }) => (path === '/v1/image/analysis' ? { status: 200, body: { analysis: 'Red' } } : undefined)
    await library.start()
    await drop('pages.tif')
    await library.ask(['pages.tif'], question)
    await library.settled()
  }
  const copyTo = (folder: string) =>
    library
      .client()
      .exports.pictures({ view, which: 'all', fields: { alt: question }, to: { kind: 'path', path: join(library.folder(), folder) } })

  it('a copy is a JPEG, with its texts and the name of one, also after “Free up space”', async () => {
    await prepare()
    const read = async (folder: string): Promise<Buffer> => readFile(join(library.folder(), folder, 'pictures', 'pages.jpg'))
    expect(await copyTo('copies')).toMatchObject({ written: 1, failed: 0 })
    const { format, xmpAsString, ...copy } = await sharp(await read('copies')).metadata()
    expect({ format, width: copy.width, height: copy.height }).toEqual({ format: 'jpeg', width: 120, height: 80 })
    expect(xmpAsString).toContain('>Red<')
    expect(await library.client().settings.freeOriginals()).toMatchObject({ pictures: 1 })
    expect(await inFolder('originals')).toEqual([])
    expect(await inFolder('sent')).toEqual([])
    expect(await copyTo('later')).toMatchObject({ written: 1, failed: 0 })
    expect((await read('later')).equals(await read('copies'))).toBe(true)
  })

  it('a hand-over has the original, which is converted to the same bytes elsewhere', async () => {
    await prepare()
    const path = join(library.folder(), 'work.packshot-handover')
    await library.client().handover.write({ to: { kind: 'path', path }, originals: true })
    const other = await openTestCore(join(library.folder(), 'colleague'), { startImageProcess })
    const { id } = await other.client.handover.open({ path })
    await other.client.handover.merge({ id, choices: { usual: null, each: [] }, otherWorkspace: true })
    const { rows } = await other.client.library.page({ offset: 0, limit: 10, sort: { by: 'added', descending: false }, filter: {} })
    expect(rows).toMatchObject([{ name: 'pages.tif', format: 'tiff' }])
    const shown = await other.core.locateImage(rows[0]?.id ?? '', 'original')
    expect((await readFile(shown?.path ?? '')).equals(uploaded('pages.jpg').bytes)).toBe(true)
    await other.core.stop()
  })
})

describe('while a picture is converted', () => {
  it('no attempt is recorded, and a stop leaves nothing behind', async () => {
    await library.connect()
    await library.start()
    let begun = ''
    const never = new Promise<void>(() => {})
    state.before = async ({ target }) => {
      begun = target
      await writeFile(target, 'the first half')
      await never
    }
    const folder = join(library.folder(), 'pictures')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'plain.webp'), bytesOf.get('plain.webp') ?? Buffer.alloc(0))
    await library.client().intake.add({ named: [join(folder, 'plain.webp')], recursive: false, upload: true })
    await waitFor(() => begun !== '')
    const [job] = await library.client().jobs.list({ operation: 'upload-source' })
    expect(job).toMatchObject({ attempts: 0, status: { state: 'waiting' } })
    await library.close()
    // The next start finds what a process left that was ended.
    expect(await inFolder('drafts')).toEqual([begun])
    state.before = undefined
    await library.reopen()
    expect(await inFolder('drafts')).toEqual([])
    await library.start()
    await waitFor(() => uploads().length === 1)
    await library.settled()
    expect((await library.client().jobs.list({ operation: 'upload-source' }))[0]).toMatchObject({ attempts: 1, notes: [] })
  })

  it('a damaged original parks its upload, and the others are sent', async () => {
    await library.start()
    await drop('plain.webp', 'plain.gif')
    await waitFor(async () => (await inFolder('thumbnails')).length === 2)
    const original = (await inFolder('originals')).find((one) => one.endsWith('plain.webp')) ?? ''
    await writeFile(original, Buffer.alloc(100))
    await library.connect()
    await library.settled()
    expect(uploads().map(({ name }) => name)).toEqual(['plain.jpg'])
    expect((await library.row('plain.webp')).reason).toMatchObject({ code: 'file-changed' })
  })
})

describe('on a disk that takes nothing', () => {
  let failing: string | undefined
  const full = prepareTestLibrary({
    startImageProcess,
    files: {
      ...systemFiles,
      rename: async (from, to) => {
        if (failing && to.includes('sent')) throw Object.assign(new Error(`${failing}: rename`), { code: failing })
        await systemFiles.rename(from, to)
      },
    },
  })
  const add = async (code: string): Promise<void> => {
    await full.connect()
    failing = code
    state.before = undefined
    const path = join(full.folder(), 'plain.gif')
    await writeFile(path, bytesOf.get('plain.gif') ?? Buffer.alloc(0))
    await full.client().intake.add({ named: [path], recursive: false, upload: true })
    await full.start()
  }

  it.each(['ENOSPC', 'EDQUOT'])('a conversion waits for room (%s), and leaves nothing behind', async (code) => {
    await add(code)
    await waitFor(async () => (await full.client().queue.status()).holds.some(({ kind }) => kind === 'disk-full'))
    expect(await readdir(join(full.folder(), 'data', 'drafts'))).toEqual([])
    expect(full.service().received).toEqual([])
    failing = undefined
    await full.client().queue.retryNow()
    await waitFor(() => full.service().received.length === 1)
  })

  it('a conversion that may not be written says so, and continues when it is retried', async () => {
    await add('EACCES')
    await waitFor(async () => (await full.counts()).parked === 1)
    const [job] = await full.client().jobs.list({ operation: 'upload-source' })
    expect(job?.status).toMatchObject({ state: 'parked', reason: { failure: { kind: 'conversion-unwritten', said: 'EACCES' } } })
    expect(await readdir(join(full.folder(), 'data', 'drafts'))).toEqual([])
    failing = undefined
    await full.client().jobs.retry({ jobIds: [job?.id ?? ''], choice: 'retry' })
    await full.settled()
    expect(full.service().received).toHaveLength(1)
  })
})
