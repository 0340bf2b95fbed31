import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hasGpsPosition } from '../../../../electron/core/formats/metadata/read-exif.ts'

const exifOf = async (directories: Record<string, Record<string, string>>): Promise<Uint8Array> => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .withExif(directories)
    .toBuffer()
  return (await sharp(jpeg).metadata()).exif ?? new Uint8Array()
}
const position = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' }

/** A TIFF structure of one GPS pointer and a GPS directory of the given entries, big-endian. */
const handMade = (entries: readonly (readonly number[])[], rationals: readonly number[] = []): Uint8Array => {
  const bytes = Buffer.alloc(200)
  bytes.write('MM\0*\0\0\0\x08', 'latin1')
  bytes.writeUInt16BE(1, 8)
  Buffer.from([0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26]).copy(bytes, 10)
  bytes.writeUInt16BE(entries.length, 26)
  entries.forEach(([tag = 0, type = 0, count = 0, value = 0], index) => {
    bytes.writeUInt16BE(tag, 28 + index * 12)
    bytes.writeUInt16BE(type, 30 + index * 12)
    bytes.writeUInt32BE(count, 32 + index * 12)
    bytes.writeUInt32BE(value, 36 + index * 12)
  })
  for (const [index, value] of rationals.entries()) bytes.writeUInt32BE(value, 100 + index * 4)
  return bytes
}

describe('finding a GPS position in EXIF data', () => {
  test('finds a position', async () => {
    expect(hasGpsPosition(await exifOf({ IFD0: { Make: 'x' }, IFD3: position }))).toBe(true)
    expect(
      hasGpsPosition(
        handMade(
          [
            [2, 5, 3, 100],
            [4, 5, 3, 100],
          ],
          [51, 1, 30, 1, 0, 1],
        ),
      ),
    ).toBe(true)
  })

  test('finds none without GPS data, with only a version, with only a latitude, or with zero over zero', async () => {
    expect(hasGpsPosition(await exifOf({ IFD0: { Make: 'x' } }))).toBe(false)
    expect(hasGpsPosition(await exifOf({ IFD3: { GPSDateStamp: '2024:05:01' } }))).toBe(false)
    expect(hasGpsPosition(handMade([[2, 5, 3, 100]], [51, 1, 30, 1, 0, 1]))).toBe(false)
    expect(
      hasGpsPosition(
        handMade(
          [
            [2, 5, 3, 100],
            [4, 5, 3, 100],
          ],
          [0, 0, 0, 0, 0, 0],
        ),
      ),
    ).toBe(false)
    expect(
      hasGpsPosition(
        handMade([
          [2, 5, 3, 4_000_000_000],
          [4, 5, 3, 4_000_000_000],
        ]),
      ),
    ).toBe(false)
  })

  test('survives any bytes, including real data with some bytes changed', async () => {
    const exif = await exifOf({ IFD0: { Make: 'x' }, IFD3: position })
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expect(hasGpsPosition(bytes)).toBe(false)),
      { numRuns: 2000 },
    )
    const change = fc.array(fc.tuple(fc.nat(exif.length - 1), fc.nat(255)), { maxLength: 12 })
    fc.assert(
      fc.property(change, fc.nat(exif.length), (changes, length) => {
        const bytes = Uint8Array.from(exif.subarray(0, length))
        for (const [at, value] of changes) if (at < length) bytes[at] = value
        expect([true, false]).toContain(hasGpsPosition(bytes))
      }),
      { numRuns: 3000 },
    )
  })
})
