import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forkImageWorker } from '../../../electron/core/image-process/fork-image-worker.ts'
import { drawSamplePictures } from '../../../electron/core/image-process/fork-sample-drawing.ts'
import { drawText, textWidth } from '../../../electron/core/image-process/sample-pictures/letters.ts'
import { createImageProcess } from '../../../electron/core/image-process/start-image-process.ts'
import type { ImageFacts } from '../../../shared/images.ts'

const entryOf = (name: string): string => fileURLToPath(new URL(`../../../electron/core/image-process/${name}.ts`, import.meta.url))
let folder = ''
let names: readonly string[] = []
const facts = new Map<string, ImageFacts>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-samples-'))
  names = await drawSamplePictures(folder, entryOf('draw-sample-pictures'))
  const limits = { taskMs: 30_000, rssBytes: 1_500_000_000 }
  const pool = createImageProcess({ spawn: () => forkImageWorker(entryOf('image-process')), workers: 2, limits })
  for (const name of names) {
    const format = name.endsWith('.png') ? 'png' : 'jpeg'
    facts.set(name, await pool.inspect({ path: join(folder, name), format, thumbnailPath: join(folder, `${name}.thumbnail`) }))
  }
  await pool.stop()
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

const cornersOf = async (name: string): Promise<number[][]> => {
  const { data, info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return [0, width - 1, (height - 1) * width, height * width - 1].map((pixel) => [
    ...data.subarray(pixel * channels, (pixel + 1) * channels),
  ])
}

describe('the sample pictures', () => {
  test('are a dozen PNGs and JPEGs of two megapixels and more, with nothing else left in the folder', async () => {
    expect(names.length).toBeGreaterThanOrEqual(8)
    expect([...facts.values()].every(({ width, height }) => width * height >= 1_900_000)).toBe(true)
    expect(new Set([...facts.values()].map(({ format }) => format))).toEqual(new Set(['png', 'jpeg']))
    expect((await readdir(folder)).filter((name) => !name.endsWith('.thumbnail')).sort()).toEqual([...names].sort())
  })

  test('have one stored sideways, one with a position, some cut out, white and off-white backgrounds', async () => {
    expect([...facts].filter(([, { orientation }]) => orientation === 6)).toHaveLength(1)
    expect(facts.get('Lemon soda 330 ml.jpg')).toMatchObject({ width: 1500, height: 2000, orientation: 6 })
    expect([...facts].filter(([, { hasGps }]) => hasGps)).toHaveLength(1)
    expect(facts.get('Matcha tea tin.png')?.hasAlpha).toBe(true)
    expect(await cornersOf('Strawberry jam 340 g.jpg')).toEqual(new Array(4).fill([255, 255, 255]))
    expect((await cornersOf('Matcha tea tin.png')).map((corner) => corner[3])).toEqual([0, 0, 0, 0])
    for (const corner of await cornersOf('Oat milk 1 l.jpg')) for (const value of corner) expect(value).toBeGreaterThan(225)
    expect(await cornersOf('Oat milk 1 l.jpg')).not.toContainEqual([255, 255, 255])
  })

  test('are the same, byte for byte, when drawn again', async () => {
    const hashes = () =>
      Promise.all(
        names.map(async (name) =>
          createHash('sha256')
            .update(await readFile(join(folder, name)))
            .digest('hex'),
        ),
      )
    const before = await hashes()
    await drawSamplePictures(folder, entryOf('draw-sample-pictures'))
    expect(await hashes()).toEqual(before)
    expect(new Set(before).size).toBe(names.length)
  })

  test('say why when they cannot be written or drawn', async () => {
    const nowhere = drawSamplePictures(join(folder, 'not there'), entryOf('draw-sample-pictures'))
    await expect(nowhere).rejects.toMatchObject({ code: 'image-process-failed', message: expect.stringContaining('ENOENT') })
    await expect(drawSamplePictures(folder, entryOf('no such entry'))).rejects.toMatchObject({ code: 'image-process-failed' })
  })
})

describe('the letters of the labels', () => {
  test('carry the whole Latin alphabet, figures and German umlauts', () => {
    const all = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:!-–+/%&°ÄÖÜÉäöüé'
    expect(drawText(all, 0, 0, { size: 10, color: '#000' })).toContain('<path')
    expect(textWidth('WIDE', { size: 20 })).toBeCloseTo(2 * textWidth('WIDE', { size: 10 }))
    expect(() => drawText('漢', 0, 0, { size: 10, color: '#000' })).toThrow('no “漢”')
  })
})
