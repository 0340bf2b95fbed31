import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { putExif } from '../../../../electron/core/formats/metadata/put-exif.ts'

const draw = () => sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })

/** EXIF of a picture that lies on its side, with or without `Exif\0\0` before it. */
const makeExif = async (withName: boolean): Promise<Buffer> => {
  const tagged = await draw()
    .withExif({ IFD0: { Copyright: 'Ada', Orientation: '6' }, IFD2: { UserComment: 'kept' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { exif = Buffer.alloc(0) } = await sharp(tagged).metadata()
  return withName ? exif : exif.subarray(6)
}

describe('EXIF that is added to a converted picture', () => {
  it.each(['jpeg', 'png'] as const)('is read in a %s, says that it is upright, and changes no pixel', async (format) => {
    const picture = await draw().toFormat(format).toBuffer()
    for (const withName of [true, false]) {
      const given = await makeExif(withName)
      const before = Buffer.from(given)
      const added = putExif(picture, format, given)
      const { exif, orientation, width, height } = await sharp(added).metadata()
      expect([orientation, width, height]).toEqual([1, 20, 10])
      expect(exif?.toString('latin1')).toContain('Ada')
      expect(await sharp(added).raw().toBuffer()).toEqual(await sharp(picture).raw().toBuffer())
      expect(given.equals(before)).toBe(true)
    }
  })

  it('is left out where it is none', async () => {
    const picture = await draw().jpeg().toBuffer()
    for (const bytes of [Buffer.alloc(0), Buffer.from('no EXIF at all'), Buffer.from('II*\0')])
      expect(putExif(picture, 'jpeg', bytes)).toBe(picture)
  })
})
