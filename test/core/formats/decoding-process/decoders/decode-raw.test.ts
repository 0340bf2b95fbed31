import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRaw } from '../../../../../electron/core/formats/decoding-process/decoders/decode-raw.ts'
import { findEmbeddedJpegs } from '../../../../../electron/core/formats/decoding-process/decoders/find-embedded-jpegs.ts'
import { headBytes, identifyFile } from '../../../../../electron/core/formats/kinds/identify-file.ts'
import { describeConversion } from '../../../../../shared/pictures/picture-formats-words.ts'
import { asJpeg, cameraJpeg, cr2File, dngFile, nefFile, type RawDirectory, rawFile, sensor } from '../../../../fixtures/raw-file.ts'

const identify = (bytes: Buffer) => {
  const head = bytes.subarray(0, headBytes)
  const found = identifyFile(head, bytes.length)
  if (found.kind !== 'need-part') return found
  return identifyFile(head, bytes.length, { at: found.at, bytes: bytes.subarray(found.at, found.at + found.bytes) })
}

describe('a camera’s raw file', () => {
  it.each([
    ['DNG', dngFile, 6],
    ['NEF', nefFile, 1],
    ['CR2', cr2File, 8],
  ] as const)('is shown by its largest JPEG, turned as the raw file says: %s', async (_, make, orientation) => {
    const bytes = await make()
    expect(identify(bytes)).toMatchObject({ kind: 'image', format: 'raw' })
    const { pixels, ...picture } = await decodeRaw(bytes)
    expect(picture).toMatchObject({ width: 120, height: 80, colors: 'rgb', orientation })
    expect(picture.reading).toEqual({ embedded: { width: 120, height: 80 } })
    expect(pixels.length).toBe(120 * 80 * 3)
  })

  it('keeps its copyright, of the JPEG or of the raw file', async () => {
    for (const bytes of [await nefFile(), await dngFile()])
      expect(Buffer.from((await decodeRaw(bytes)).exif ?? []).toString('latin1')).toContain('Ada')
  })

  it('in Adobe RGB, said without a profile, is read in those colors', async () => {
    const jpeg = await cameraJpeg(120)
    const exif = {
      directory: [
        [
          [0xa001, [65_535]],
          [0xa005, { directory: [[[1, 'R03']]] }],
        ],
      ],
    } as const
    const wide = rawFile([[...asJpeg(jpeg), [34_665, exif]]])
    expect(Buffer.from((await decodeRaw(wide)).icc ?? []).toString('latin1', 36, 40)).toBe('acsp')
    // A DNG’s preview may have other colors than the camera was set to.
    const asSrgb = rawFile([[...asJpeg(jpeg), [34_665, exif], [50_970, [2]]]])
    expect((await decodeRaw(asSrgb)).icc).toBeUndefined()
    const ofJpeg = rawFile([asJpeg(await cameraJpeg(120, { IFD2: { ColorSpace: '2' } }))])
    expect((await decodeRaw(ofJpeg)).icc).toBeDefined()
    expect((await decodeRaw(rawFile([asJpeg(jpeg)]))).icc).toBeUndefined()
  })

  it('says so in words, with the size', () => {
    expect(describeConversion('raw', { embedded: { width: 1616, height: 1080 } })).toBe(
      'converted from RAW, shown and sent by its embedded JPEG of 1,616 × 1,080',
    )
  })

  it('without a JPEG for screens is refused', async () => {
    await expect(decodeRaw(rawFile([sensor]))).rejects.toMatchObject({ code: 'unsupported-format', failure: { kind: 'raw-without-jpeg' } })
  })

  it('whose JPEG is cut off is refused, although a small one is whole', async () => {
    const [small, large] = [await cameraJpeg(48), await cameraJpeg(120)]
    const bytes = rawFile([asJpeg(small), asJpeg(large)])
    expect(findEmbeddedJpegs(bytes)).toMatchObject({ isCutOff: false, jpeg: { width: 120 } })
    const beyond: RawDirectory = [
      [513, [bytes.length]],
      [514, [5000]],
    ]
    const cut = rawFile([asJpeg(small), beyond])
    await expect(decodeRaw(cut)).rejects.toMatchObject({ code: 'damaged-image', failure: { kind: 'picture-cut-off' } })
  })

  it('with directories in a circle, or thousands of them, ends', () => {
    const circle = rawFile([
      [
        [254, [1]],
        [330, [8, 8, 8]],
      ],
    ])
    circle.writeUInt32LE(circle.readUInt32LE(4), circle.length - 4)
    expect(findEmbeddedJpegs(circle)).toMatchObject({ isCutOff: false })
    const many: RawDirectory[] = Array.from({ length: 3000 }, () => [[254, [1]]])
    expect(findEmbeddedJpegs(rawFile(many)).jpeg).toBeUndefined()
  })

  it('that is damaged does no harm', async () => {
    const files = await Promise.all([dngFile(), nefFile(), cr2File()])
    const changed = fc
      .tuple(fc.constantFrom(...files), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 20 }))
      .map(([file, changes]) => {
        const bytes = Buffer.from(file)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return bytes
      })
    fc.assert(
      fc.property(changed, (bytes) => {
        identify(bytes)
        const { jpeg } = findEmbeddedJpegs(bytes)
        if (jpeg) expect(jpeg.width * jpeg.height).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })
})
