import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withProfileOfNumbers } from '../../../../../electron/core/formats/decoding-process/decoders/avif-colors.ts'
import { toTiff } from '../../../../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'
import { profileOfNclx } from '../../../../../electron/core/formats/decoding-process/decoders/nclx-profile.ts'
import { createImagePool, type ImagePool } from '../../../../../electron/core/formats/decoding-process/decoding-pool.ts'
import { forkImageWorker } from '../../../../../electron/core/formats/decoding-process/fork-decoding-process.ts'
import { sendingFor } from '../../../../../shared/service/sending.ts'
import * as heif from '../../../../fixtures/heif-files.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const entry = fileURLToPath(new URL('../../../../../electron/core/formats/decoding-process/decoding-process.ts', import.meta.url))
let folder = ''
let pool: ImagePool
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-avif-'))
  pool = createImagePool({ spawn: () => forkImageWorker(entry), workers: 1, limits: { taskMs: 60_000, rssBytes: 1_500_000_000 } })
})
afterAll(async () => {
  await pool.stop()
  await rm(folder, { recursive: true })
})

const color = [200, 60, 30] as const
const [width, height] = [64, 48]
const code = async (bitdepth: 8 | 10): Promise<heif.Coded> => {
  const picture = sharp({ create: { width, height, channels: 3, background: { r: color[0], g: color[1], b: color[2] } } })
  return heif.readCoded(await picture.avif({ quality: 100, bitdepth, chromaSubsampling: '4:4:4' }).toBuffer())
}

/** Matrix coefficients that the encoder used (ITU-T H.273, table 4). */
const bt601 = 6
const numbers = (primaries: number, transfer: number): Buffer => heif.nclx(primaries, transfer, bt601)
const profileOf = (primaries: number, transfer: number): Uint8Array => {
  const profile = profileOfNclx(primaries, transfer)
  if (!profile) throw new Error('There is no profile.')
  return profile
}
const profileBox = (profile: Uint8Array): Buffer => heif.box('colr', Buffer.from('prof', 'latin1'), profile)

const file = (
  items: readonly heif.Item[],
  more: { readonly primary?: number; readonly isMetaLast?: boolean; readonly isWide?: boolean; readonly isOpen?: boolean } = {},
): Buffer => heif.writeHeif({ brand: 'avif', brands: ['mif1', 'avif'], items, ...more })

/** The color in sRGB, of values with a profile. */
const inSrgb = async (icc: Uint8Array): Promise<number[]> => {
  const pixels = Uint8Array.from(color)
  const tiff = toTiff({ width: 1, height: 1, colors: 'rgb', hasAlpha: false, depth: 8, pixels, icc })
  return [...(await sharp(tiff).withIccProfile('srgb').raw().toBuffer())]
}

/** Of what is sent: its profile's name when it was added, and a color. */
const send = async (bytes: Uint8Array): Promise<{ readonly profile: string | undefined; readonly sent: readonly number[] }> => {
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  const { reading } = await pool.inspect({ path, format: 'avif', thumbnailPath: `${path}.thumbnail` })
  await pool.convert({ path, format: 'avif', settings: sendingFor(null, null), target: `${path}.sent` })
  const pixels = await sharp(`${path}.sent`).removeAlpha().raw().toBuffer()
  return { profile: reading?.profile, sent: [...pixels.subarray(0, 3)] }
}
const expectNear = (sent: readonly number[], expected: readonly number[]): void => {
  for (const [index, value] of expected.entries())
    expect(Math.abs((sent[index] ?? 0) - value), `${sent}, not ${expected}`).toBeLessThanOrEqual(3)
}

describe('an AVIF that says its colors in numbers', () => {
  it.each([
    ['Display P3', 12, 13, 8],
    ['BT.2020', 9, 1, 10],
    ['BT.2020 PQ', 9, 16, 10],
    ['BT.2020 HLG', 9, 18, 10],
  ] as const)('is sent in sRGB from %s', async (name, primaries, transfer, bits) => {
    const coded = await code(bits)
    const expected = await inSrgb(profileOf(primaries, transfer))
    // The numbers matter.
    expect(Math.max(...expected.map((value, index) => Math.abs(value - (color[index] ?? 0))))).toBeGreaterThan(10)
    for (const form of [{}, { isMetaLast: true }, { isWide: true }, { isOpen: true }]) {
      const { profile, sent } = await send(file([heif.pictureItem(coded, numbers(primaries, transfer))], form))
      expect(profile).toBe(name)
      expectNear(sent, expected)
    }
  })

  it('is turned as its properties say, and of tiles, too', async () => {
    const coded = await code(8)
    const p3 = numbers(12, 13)
    const tiles = [coded, coded].map((one) => heif.pictureItem(one, p3))
    const grid = heif.gridItem(1, 2, [2 * width, height], [1, 2], p3, heif.turn(1))
    const bytes = file([...tiles, grid], { primary: 3 })
    expectNear((await send(bytes)).sent, await inSrgb(profileOf(12, 13)))
    expect(await sharp(join(folder, 'picture.sent')).metadata()).toMatchObject({ width: height, height: 2 * width })
  })

  it('is sent by its profile if it has one, and as it is in sRGB', async () => {
    const coded = await code(8)
    const withProfile = file([heif.pictureItem(coded, profileBox(profileOf(12, 13)), numbers(9, 16))])
    expect(withProfileOfNumbers(withProfile)).toBeUndefined()
    expectNear((await send(withProfile)).sent, await inSrgb(profileOf(12, 13)))
    for (const usual of [file([heif.pictureItem(coded, numbers(1, 13))]), file([heif.pictureItem(coded)])]) {
      expect(withProfileOfNumbers(usual)).toBeUndefined()
      expectNear((await send(usual)).sent, color)
    }
  })

  it('is read as before if something else is behind its boxes, or its end is missing', async () => {
    const whole = file([heif.pictureItem(await code(8), numbers(12, 13))])
    expect(withProfileOfNumbers(Buffer.concat([whole, Buffer.alloc(5)]))).toBeDefined()
    expect(withProfileOfNumbers(Buffer.concat([whole, Buffer.alloc(3000, 'appendix')]))).toBeUndefined()
    expect(withProfileOfNumbers(whole.subarray(0, whole.length - 20))).toBeUndefined()
  })

  it('may be damaged in any way', async () => {
    const whole = file([heif.pictureItem(await code(8), numbers(12, 13))])
    expect(withProfileOfNumbers(whole)).toBeDefined()
    const described = whole.length - (await code(8)).data.length
    const random = createRandom(seed)
    const upTo = (most: number): number => Math.floor(random() * most)
    for (let left = 5000; left > 0; left -= 1) {
      const bytes = Buffer.from(whole.subarray(0, random() < 0.3 ? upTo(whole.length) : whole.length))
      for (let changes = upTo(4); changes > 0 && bytes.length > 0; changes -= 1) bytes[upTo(Math.min(described, bytes.length))] = upTo(256)
      expect(() => withProfileOfNumbers(bytes)).not.toThrow()
    }
  })
})
