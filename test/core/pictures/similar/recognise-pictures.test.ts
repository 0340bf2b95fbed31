import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawProduct } from '../../../support/draw-products.ts'
import { type LikenessJudge, openLikenessJudge, sameChanges, tabulate } from '../../../support/judge-likeness.ts'

let judge: LikenessJudge
beforeAll(async () => {
  judge = await openLikenessJudge()
})
afterAll(() => judge.close())

const wrong = (judged: Awaited<ReturnType<LikenessJudge['judge']>>): string[] =>
  tabulate(judged.filter(({ isFound, isWanted }) => isFound !== isWanted))

/** The pictures that `npm run judge` recognizes after every change are many more. */
describe('pictures that show the same', () => {
  test('are recognized in another size, format and crop, and other products aren’t', async () => {
    const judged = await judge.judge({ kind: 'bottle', seed: 4, color: 0, label: 0 }, [
      '300 pixels',
      'JPEG at 40',
      '30 % of each side’s length',
    ])
    expect(wrong(judged)).toEqual([])
  }, 120_000)

  test('are recognized in a scene that fills the frame, too', async () => {
    const judged = await judge.judge({ kind: 'scene', seed: 4, color: 0, label: 0 }, ['20 % of each side’s length'], ['another label'])
    expect(wrong(judged)).toEqual([])
  }, 120_000)

  test('with transparency are recognized as JPEG on white', async () => {
    const picture = await drawProduct({ kind: 'mug', seed: 2, color: 1, label: 0 })
    // The ground is cut out as a photo editor does it: its color is what is transparent.
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255) data[at + 3] = 0
    const cutOut = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
      .png()
      .toBuffer()
    expect(await judge.isSame(await judge.add(cutOut), await judge.add(await sharp(picture).jpeg().toBuffer()))).toBe(true)
  }, 120_000)

  test('with nothing but flat areas and hard edges are recognized in another size and format', async () => {
    const box = { create: { width: 500, height: 620, channels: 3, background: '#204080' } } as const
    const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#fbfbfb' } })
      .composite([{ input: box, left: 330, top: 140 }])
      .png()
      .toBuffer()
    const original = await judge.add(picture)
    expect(await judge.isSame(original, await judge.add(await sharp(picture).jpeg({ quality: 92 }).toBuffer()))).toBe(true)
    expect(await judge.isSame(original, await judge.add(await sharp(picture).resize(600).webp().toBuffer()))).toBe(true)
  }, 120_000)

  test('have to keep enough: a detail is another picture', async () => {
    const picture = await drawProduct({ kind: 'box', seed: 3, color: 0, label: 0 })
    const detail = await sharp(picture).extract({ left: 480, top: 380, width: 560, height: 480 }).jpeg().toBuffer()
    expect(await judge.isSame(await judge.add(picture), await judge.add(detail))).toBe(false)
  }, 120_000)

  test('that are turned or mirrored are other pictures', async () => {
    const picture = await drawProduct({ kind: 'shoe', seed: 3, color: 0, label: 0 })
    const original = await judge.add(picture)
    expect(await judge.isSame(original, await judge.add(await sharp(picture).flop().toBuffer()))).toBe(false)
    expect(await judge.isSame(original, await judge.add(await sharp(picture).rotate(90).toBuffer()))).toBe(false)
  }, 120_000)

  test('show something: plain and tiny pictures are never compared', async () => {
    const plain = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer()
    expect(await judge.describe(await judge.add(plain))).toBeNull()
    const tiny = await sameChanges['160 pixels']?.(await drawProduct({ kind: 'lamp', seed: 1, color: 0, label: 0 }))
    const icon = await sharp(tiny).resize(32).png().toBuffer()
    expect(await judge.describe(await judge.add(icon))).toBeNull()
  }, 120_000)
})
