import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'
import { createRealConversion } from '../../support/real-conversion.ts'

// Eight uploads at once, and two more that wait for one of them to end.
const { state, startImageProcess } = createRealConversion()
const library = prepareTestLibrary({ startImageProcess })

let underWay = 0
let mostUnderWay = 0
let release: () => void

/** Conversions wait until they are released. */
beforeEach(() => {
  state.tasks.length = 0
  underWay = 0
  mostUnderWay = 0
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  state.before = async () => {
    underWay++
    mostUnderWay = Math.max(mostUnderWay, underWay)
    await released
    underWay--
  }
})

/** One drop: pictures to convert, and after them PNGs. */
const drop = async (converted: number, plain: number): Promise<void> => {
  const folder = join(library.folder(), 'pictures')
  await mkdir(folder, { recursive: true })
  const names = Array.from({ length: converted }, (_, at) => `a${String(at).padStart(3, '0')}.webp`)
  for (const [at, name] of names.entries()) {
    const create = { width: 8, height: 8, channels: 3 as const, background: { r: at, g: 9, b: 9 } }
    await writeFile(join(folder, name), await sharp({ create }).webp({ lossless: true }).toBuffer())
  }
  const others = Array.from({ length: plain }, (_, at) => `b${String(at).padStart(3, '0')}.png`)
  // Nothing follows their end, so they are sent as they are.
  for (const [at, name] of others.entries()) {
    const create = { width: 8, height: 8, channels: 3 as const, background: { r: at, g: 99, b: 9 } }
    await writeFile(join(folder, name), await sharp({ create }).png().toBuffer())
  }
  await library.client().intake.add({ named: [...names, ...others].map((name) => join(folder, name)), recursive: false, upload: true })
}

/** The names of what was uploaded, in order. */
const uploaded = (): string[] =>
  library
    .service()
    .received.filter(({ path }) => path === '/v1/sources')
    .map(({ body }) => /filename="([^"]*)"/.exec(body.toString('latin1'))?.[1] ?? '')

describe('uploads that wait for a conversion', () => {
  it('are overtaken by those that can be sent, and sent once they can', async () => {
    await drop(30, 25)
    await library.connect()
    await library.start()
    await waitFor(() => uploaded().length === 25)
    expect(uploaded().every((name) => name.endsWith('.png'))).toBe(true)
    // None of them counts as an attempt, and not all are made ready at once.
    await waitFor(async () => (await library.counts()).done === 25 && underWay === 20)
    expect(await library.counts()).toMatchObject({ waiting: 30, running: 0 })
    release()
    await library.settled()
    expect(uploaded()).toHaveLength(55)
    expect(mostUnderWay).toBe(20)
    expect(state.tasks).toHaveLength(30)
    expect((await library.client().jobs.list({})).map(({ attempts }) => attempts)).toEqual(Array(55).fill(1))
  })

  it('come first again once they are prepared', async () => {
    await library.connect()
    await drop(3, 0)
    await library.start()
    await waitFor(() => underWay === 3)
    const answers: (() => void)[] = []
    library.service().answer = () => new Promise((resolve) => answers.push(() => resolve(undefined as never)))
    // Ten of them fill every place.
    await drop(0, 40)
    await waitFor(async () => answers.length === 8 && (await library.counts()).running === 10)
    release()
    const names = ['a000.webp', 'a001.webp', 'a002.webp']
    const ids = (await Promise.all(names.map(library.row))).map(({ id }) => id)
    const isPrepared = async (imageId: string): Promise<boolean> => (await library.client().library.details({ imageId })).sent !== null
    await waitFor(async () => (await Promise.all(ids.map(isPrepared))).every(Boolean))
    for (const answer of answers.slice(0, 3)) answer()
    // They get the three places that are free now.
    const running = async () =>
      (await library.client().jobs.list({ state: 'running' })).map(({ work }) => 'imageId' in work && work.imageId)
    await expect.poll(running, { timeout: 60_000 }).toEqual(expect.arrayContaining(ids))
    library.service().answer = () => undefined
    for (const answer of answers.slice(3)) answer()
    await library.settled()
    expect(uploaded().filter((name) => name.endsWith('.jpg'))).toHaveLength(3)
  })

  it('don’t keep Packshot from ending', async () => {
    await drop(3, 0)
    await library.connect()
    await library.start()
    await waitFor(() => underWay === 3)
    await library.close()
    expect(uploaded()).toEqual([])
    release()
    state.before = undefined
    await library.reopen()
    await library.start()
    await library.settled()
    expect(uploaded()).toHaveLength(3)
  })
})
