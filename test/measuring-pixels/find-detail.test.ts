import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { findDetail } from '../../electron/measuring-pixels/text/find-detail.ts'
import type { Grey } from '../../electron/measuring-pixels/text/grey-values.ts'
import { hasLightStrokes } from '../../electron/measuring-pixels/text/light-strokes.ts'
import { ocrLanguageFolder, ocrWorkerPath, printFinderFiles } from '../../electron/measuring-pixels/text/ocr-files.ts'
import { preparePicture } from '../../electron/measuring-pixels/text/prepare-picture.ts'
import { createPrintFinder } from '../../electron/measuring-pixels/text/print-finder.ts'
import { findText } from '../../electron/measuring-pixels/text/read-text.ts'
import { createRecogniser } from '../../electron/measuring-pixels/text/recogniser.ts'

const recogniser = createRecogniser({ workerPath: ocrWorkerPath(), languageFolder: ocrLanguageFolder() })
const finder = createPrintFinder(printFinderFiles())
afterAll(() => Promise.all([recogniser.stop(), finder.stop()]))

const [width, height] = [800, 600]

/** Gray values that depend on nothing but the place. */
const randomAt = (place: number): number => createHash('md5').update(String(place)).digest()[0] ?? 0

/** A studio's ground: it shades off and has some noise. */
const ground = Uint8Array.from({ length: width * height }, (_, at) => 190 + Math.floor(at / width / 20) + (randomAt(at) % 5))

const draw = async (more: string): Promise<Grey> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, sans-serif">${more}</svg>`
  const { data } = await sharp(ground, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(svg) }])
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width, height }
}

describe('the part of a picture that can hold print', () => {
  it('leaves out a ground that shades off and has noise', async () => {
    const part = findDetail(await draw('<rect x="300" y="200" width="160" height="240" fill="#246"/>'))
    expect(part.left).toBeGreaterThan(250)
    expect(part.top).toBeGreaterThan(150)
    expect(part.left + part.width).toBeLessThan(510)
    expect(part.top + part.height).toBeLessThan(490)
    expect(part.left).toBeLessThan(300)
    expect(part.left + part.width).toBeGreaterThan(460)
  })

  it('holds small and faint words, wherever they are', async () => {
    const box = '<rect x="380" y="280" width="40" height="40" fill="#246"/>'
    for (let place = 0; place < 40; place += 1) {
      const [x, y] = [20 + (randomAt(place) / 255) * (width - 90), 20 + (randomAt(place + 1000) / 255) * (height - 40)]
      const word = `<text x="${x}" y="${y}" font-size="11" fill="#8a8a8a">will it all</text>`
      const { left, top, width: across, height: down } = findDetail(await draw(box + word))
      expect(left, `${x}, ${y}`).toBeLessThanOrEqual(x)
      expect(top, `${x}, ${y}`).toBeLessThanOrEqual(y - 9)
      expect(left + across, `${x}, ${y}`).toBeGreaterThanOrEqual(x + 48)
      expect(top + down, `${x}, ${y}`).toBeGreaterThanOrEqual(y)
    }
  })

  it('is all of a picture without detail', async () => {
    expect(findDetail(await draw(''))).toEqual({ left: 0, top: 0, width, height })
  })

  it('is prepared as large as it was in the whole picture', async () => {
    const drawn = await draw('<rect x="300" y="200" width="160" height="240" fill="#246"/>')
    const { grey, whole } = await preparePicture(() => sharp(drawn.data, { raw: { width, height, channels: 1 } }))
    expect(whole).toEqual({ width: 1800, height: 1350 })
    expect(grey.width).toBeLessThan(600)
    expect(grey.width).toBeGreaterThan(360)
  })
})

describe('the shade of print', () => {
  const words = (fill: string) =>
    ['ORGANIC', 'green tea', 'Darjeeling'].map(
      (text, line) => `<text x="320" y="${230 + line * 60}" font-size="${36 - 9 * line}" fill="${fill}">${text}</text>`,
    )
  it('is that of its strokes, not that of the thing or of the ground', async () => {
    for (const [pack, ink, isLight] of [
      ['#111', '#fff', true],
      ['#111', '#777', true],
      ['#fff', '#111', false],
      ['#777', '#111', false],
    ] as const)
      expect(
        hasLightStrokes(await draw(`<rect x="300" y="150" width="260" height="300" fill="${pack}"/>${words(ink).join('')}`)),
        `${ink} on ${pack}`,
      ).toBe(isLight)
  })

  it('is not known of a thing without strokes', async () => {
    expect(hasLightStrokes(await draw('<rect x="300" y="200" width="160" height="240" fill="#246"/>'))).toBeUndefined()
  })

  it('is right for a light pack that is cut out, with dark print on it', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700" font-family="DejaVu Sans, sans-serif" text-anchor="middle">
      <rect x="300" y="100" width="300" height="500" fill="#e8f0d8"/><text x="450" y="330" font-size="40" fill="#243">GREEN TEA</text></svg>`
    const open = () => sharp(Buffer.from(svg))
    expect((await sharp(await open().png().toBuffer()).stats()).isOpaque).toBe(false)
    const { grey } = await preparePicture(open)
    expect(hasLightStrokes(grey)).toBe(false)
    expect(await findText(open, { recogniser, finder }, Date.now() + 60_000)).toMatchObject({ words: [{ text: 'GREEN' }, { text: 'TEA' }] })
  })
})
