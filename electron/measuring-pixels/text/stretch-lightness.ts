import sharp from 'sharp'

/**
 * A table of grey values with the darkest black and the lightest white, and lightness in between in proportion; `counts`: how often each occurs. From the very
 * darkest to the very lightest: with a share cut off, a little print on a large ground would be cut off with it. sharp does it, but in color, for 300 ms a
 * picture: here for each value once.
 */
export const stretchLightness = async (counts: Uint32Array): Promise<Uint8Array> => {
  const darkest = Math.max(
    0,
    counts.findIndex((count) => count > 0),
  )
  const lightest = Math.max(
    darkest,
    counts.findLastIndex((count) => count > 0),
  )
  const values = Uint8Array.from({ length: lightest - darkest + 1 }, (_, at) => darkest + at)
  const stretched = await sharp(values, { raw: { width: values.length, height: 1, channels: 1 } })
    .normalise({ lower: 0, upper: 100 })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer()
  return Uint8Array.from({ length: 256 }, (_, grey) => stretched[grey - darkest] ?? 0)
}
