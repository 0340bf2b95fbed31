import sharp from 'sharp'
import { expect, it } from 'vitest'
import { countGrey, mapGrey } from '../../electron/measuring-pixels/text/grey-values.ts'
import { stretchLightness } from '../../electron/measuring-pixels/text/stretch-lightness.ts'

it('changes grey values as sharp’s normalise of the whole picture does, for any darkest and lightest', async () => {
  for (const [darkest, lightest] of [
    [0, 255],
    [18, 236],
    [41, 255],
    [0, 90],
    [120, 130],
    [77, 77],
    [200, 201],
  ] as const) {
    const data = Buffer.from(Array.from({ length: 40 * 30 }, (_, at) => darkest + (at % (lightest - darkest + 1))))
    const whole = await sharp(data, { raw: { width: 40, height: 30, channels: 1 } })
      .normalise({ lower: 0, upper: 100 })
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer()
    expect(mapGrey(data, await stretchLightness(countGrey(data))), `${darkest} to ${lightest}`).toEqual(whole)
  }
})
