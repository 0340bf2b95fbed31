import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { otherFormats } from '../../../fixtures/other-formats.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { createRealConversion } from '../../../support/real-conversion.ts'
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts'

const { state, startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess })
const name = 'plain.webp'
let picture: Buffer

beforeAll(async () => {
  picture = (await otherFormats[name]?.()) ?? Buffer.alloc(0)
})
beforeEach(() => {
  state.tasks.length = 0
  state.before = undefined
})

const add = async (upload = true): Promise<void> => {
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), picture)
  await library.client().intake.add({ named: [join(folder, name)], recursive: false, upload })
}
const setQuality = (jpegQuality: number | null) => library.client().connections.change({ jpegQuality })
const details = async () => library.client().library.details({ imageId: (await library.row(name)).id })
const sentFiles = async (): Promise<string[]> =>
  (await readdir(join(library.folder(), 'data', 'sent'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
/** Which settings the converted files on disk have. */
const keptSettings = async (): Promise<string[]> =>
  (await sentFiles()).map((path) => /~(.+)\.jpg$/.exec(basename(path))?.[1] ?? path).toSorted()
const uploadsTo = (service: ScriptedService): Buffer[] =>
  service.received.filter(({ path }) => path === '/v1/sources').map(({ body }) => body)
/** Whether the service got exactly this file. */
const got = async (body: Buffer | undefined, settings: string): Promise<boolean> => {
  const path = (await sentFiles()).find((one) => one.includes(`~${settings}.`))
  return path !== undefined && body?.includes(await readFile(path)) === true
}

describe('the quality of converted JPEGs', () => {
  it('is the workspace’s; what is uploaded stays as it was when it changes', async () => {
    await library.connect()
    expect((await setQuality(40)).problems).toEqual([])
    await library.start()
    await add()
    await waitFor(() => uploadsTo(library.service()).length === 1)
    await library.settled()
    expect(await keptSettings()).toEqual(['1-q40'])
    expect(await got(uploadsTo(library.service())[0], '1-q40')).toBe(true)
    const sent = { format: 'jpeg', width: 120, height: 80, quality: 40, settings: '1-q40', isUploaded: true }
    expect((await details()).sent).toMatchObject(sent)
    await setQuality(95)
    // Whoever looks at it sees what the workspace has.
    expect(await library.client().library.sentFile({ imageId: (await library.row(name)).id })).toMatchObject(sent)
    await library.reopen()
    await library.start()
    await library.settled()
    expect((await details()).sent).toMatchObject(sent)
    expect(uploadsTo(library.service())).toHaveLength(1)
    expect(await keptSettings()).toEqual(['1-q40'])
    expect(state.tasks.map(({ settings }) => settings.quality)).toEqual([40])
  })

  it('is used for what is not uploaded yet, also after a restart, and the earlier file goes', async () => {
    await library.connect()
    await library.client().queue.pause()
    await library.start()
    await add()
    const { id } = await library.row(name)
    const before = await library.client().library.sentFile({ imageId: id })
    expect(before).toMatchObject({ quality: 90, settings: '1-q90', isUploaded: false })
    await setQuality(30)
    await waitFor(async () => (await keptSettings()).length === 0)
    expect((await details()).sent).toBeNull()
    await library.reopen()
    await library.start()
    await library.client().queue.resume()
    await library.settled()
    expect(await got(uploadsTo(library.service())[0], '1-q30')).toBe(true)
    const after = (await details()).sent
    expect(after).toMatchObject({ quality: 30, isUploaded: true })
    expect(after?.bytes).toBeLessThan(before?.bytes ?? 0)
  })

  it('that changes while a picture is being converted is the one that is sent', async () => {
    await library.connect()
    await library.start()
    let isBegun = false
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    state.before = async () => {
      isBegun = true
      await released
    }
    await add()
    await waitFor(() => isBegun)
    await setQuality(20)
    release()
    await waitFor(() => uploadsTo(library.service()).length === 1)
    await library.settled()
    expect(await got(uploadsTo(library.service())[0], '1-q20')).toBe(true)
    expect((await library.client().jobs.list({ operation: 'upload-source' }))[0]).toMatchObject({ attempts: 1, notes: [] })
    await library.reopen()
    await library.start()
    await waitFor(async () => (await keptSettings()).join() === '1-q20')
  })

  it('that changes while the service can’t be reached counts once it can', async () => {
    await library.connect()
    await library.service().stop()
    await library.start()
    await add()
    await waitFor(async () => (await library.client().queue.status()).holds.some(({ kind }) => kind === 'offline'))
    await setQuality(50)
    await library.service().start()
    await library.client().queue.retryNow()
    await library.settled()
    expect(uploadsTo(library.service())).toHaveLength(1)
    expect(await got(uploadsTo(library.service())[0], '1-q50')).toBe(true)
  })

  it('goes back to the default, and gives the same file as before', async () => {
    await library.connect()
    await library.client().queue.pause()
    await library.start()
    await add()
    const { id } = await library.row(name)
    const first = await library.client().library.sentFile({ imageId: id })
    const bytes = await readFile((await sentFiles())[0] ?? '')
    await setQuality(60)
    await library.client().library.sentFile({ imageId: id })
    await setQuality(null)
    expect(await library.client().library.sentFile({ imageId: id })).toEqual(first)
    await waitFor(async () => (await keptSettings()).join() === '1-q90')
    expect((await readFile((await sentFiles())[0] ?? '')).equals(bytes)).toBe(true)
  })

  it.each([0, 101, 79.5])('is refused if it is %d', async (jpegQuality) => {
    await library.connect()
    expect((await setQuality(jpegQuality)).problems).toEqual([
      { field: 'jpegQuality', rule: { kind: 'whole-number', least: 1, most: 100 } },
    ])
  })

  it('is each workspace’s own: both keep their files', async () => {
    const other = await startScriptedService()
    try {
      const connectTo = (service: ScriptedService) =>
        library.client().session.connect({ kind: 'api-key', baseUrl: service.baseUrl, apiKey: 'key', rates: {}, isUntried: true })
      await connectTo(library.service())
      await setQuality(40)
      await library.start()
      await add()
      await library.settled()
      await connectTo(other)
      await setQuality(80)
      await library.attach([name])
      await library.settled()
      expect(await got(uploadsTo(library.service())[0], '1-q40')).toBe(true)
      expect(await got(uploadsTo(other)[0], '1-q80')).toBe(true)
      expect((await details()).sent).toMatchObject({ quality: 80, isUploaded: true })
      await library.reopen()
      await library.start()
      await library.settled()
      expect(await keptSettings()).toEqual(['1-q40', '1-q80'])
    } finally {
      await other.stop()
    }
  })

  it('is remembered with each answer', async () => {
    await library.connect()
    await library.client().publishing.set({ publishing: { kind: 'data' } })
    await setQuality(70)
    await library.start()
    await add(false)
    await library.ask([name], 'White?')
    await library.settled()
    expect((await details()).otherQualities).toEqual({})
    await setQuality(85)
    const { answers, otherQualities } = await details()
    expect(otherQualities).toEqual({ [answers[0]?.jobId ?? '']: 70 })
  })
})
