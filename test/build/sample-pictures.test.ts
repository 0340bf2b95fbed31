import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawText, textWidth } from '../../build/sample-pictures/letters.ts'
import { samplePictures } from '../../build/sample-pictures/sample-pictures.ts'
import { createImagePool } from '../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import type { ImageFacts } from '../../shared/pictures/pictures.ts'

const imageProcess = fileURLToPath(new URL('../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
const folder = fileURLToPath(new URL('../../build/sample-pictures/pictures', import.meta.url))
const names = samplePictures.map(({ name }) => name)
const facts = new Map<string, ImageFacts>()

beforeAll(async () => {
  const thumbnails = await mkdtemp(join(tmpdir(), 'packshot-samples-'))
  const limits = { taskMs: 30_000, rssBytes: 1_500_000_000 }
  const pool = createImagePool({ spawn: () => forkImageWorker(imageProcess), workers: 2, limits })
  for (const name of names) {
    const format = name.endsWith('.png') ? 'png' : 'jpeg'
    facts.set(name, await pool.inspect({ path: join(folder, name), format, thumbnailPath: join(thumbnails, name) }))
  }
  await pool.stop()
  await rm(thumbnails, { recursive: true })
}, 60_000)

const cornersOf = async (name: string): Promise<number[][]> => {
  const { data, info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return [0, width - 1, (height - 1) * width, height * width - 1].map((pixel) => [
    ...data.subarray(pixel * channels, (pixel + 1) * channels),
  ])
}

describe('the sample pictures', () => {
  test('are a dozen PNGs and JPEGs of at least two megapixels, under 2 MB in total, with nothing else in the folder', async () => {
    expect(names.length).toBeGreaterThanOrEqual(8)
    expect([...facts.values()].every(({ width, height }) => width * height >= 1_900_000)).toBe(true)
    expect(new Set([...facts.values()].map(({ format }) => format))).toEqual(new Set(['png', 'jpeg']))
    expect((await readdir(folder)).sort()).toEqual([...names].sort())
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(2_000_000)
  })

  test('include one stored sideways, one with a GPS position, some cut out, and white and off-white backgrounds', async () => {
    expect([...facts].filter(([, { orientation }]) => orientation === 6)).toHaveLength(1)
    expect(facts.get('Lemon soda 330 ml.jpg')).toMatchObject({ width: 1500, height: 2000, orientation: 6 })
    expect([...facts].filter(([, { hasGps }]) => hasGps)).toHaveLength(1)
    expect(facts.get('Matcha tea tin.png')?.hasAlpha).toBe(true)
    expect(await cornersOf('Strawberry jam 340 g.jpg')).toEqual(new Array(4).fill([255, 255, 255]))
    expect((await cornersOf('Matcha tea tin.png')).map((corner) => corner[3])).toEqual([0, 0, 0, 0])
    for (const corner of await cornersOf('Oat milk 1 l.jpg')) for (const value of corner) expect(value).toBeGreaterThan(225)
    expect(await cornersOf('Oat milk 1 l.jpg')).not.toContainEqual([255, 255, 255])
  })
})

describe('the letters of the labels', () => {
  test('include the whole Latin alphabet, digits and German umlauts', () => {
    const all = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:!-–+/%&°ÄÖÜÉäöüé'
    expect(drawText(all, 0, 0, { size: 10, color: '#000' })).toContain('<path')
    expect(textWidth('WIDE', { size: 20 })).toBeCloseTo(2 * textWidth('WIDE', { size: 10 }))
    expect(() => drawText('漢', 0, 0, { size: 10, color: '#000' })).toThrow('no “漢”')
  })
})
