import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { toTiff } from '../../../../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'
import { profileOfNclx } from '../../../../../electron/core/formats/decoding-process/decoders/nclx-profile.ts'

const colors = [
  [200, 60, 30],
  [30, 60, 200],
  [60, 180, 90],
  [128, 128, 128],
  [10, 10, 10],
  [250, 240, 200],
] as const

/** Colors with a profile, in sRGB. */
const inSrgb = async (icc: Uint8Array): Promise<number[]> => {
  const picture = {
    width: colors.length,
    height: 1,
    colors: 'rgb',
    hasAlpha: false,
    depth: 8,
    pixels: Uint8Array.from(colors.flat()),
    icc,
  } as const
  return [...(await sharp(toTiff(picture)).withIccProfile('srgb').raw().toBuffer())]
}

const profileOf = (primaries: number, transfer: number): Uint8Array => {
  const icc = profileOfNclx(primaries, transfer)
  if (!icc) throw new Error('There is no profile.')
  return icc
}

describe('a profile of what nclx says', () => {
  it('gives the colors that Display P3’s own profile gives', async () => {
    const { icc } = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withIccProfile('p3')
      .png()
      .toBuffer()
      .then((bytes) => sharp(bytes).metadata())
    const [found, wanted] = [await inSrgb(profileOf(12, 13)), await inSrgb(icc ?? new Uint8Array())]
    for (const [at, value] of found.entries()) expect(Math.abs(value - (wanted[at] ?? 0))).toBeLessThanOrEqual(1)
  })

  it('leaves gray as it is, whatever its primaries are', async () => {
    for (const primaries of [5, 6, 9, 11, 12, 22]) {
      const found = (await inSrgb(profileOf(primaries, 13))).slice(9, 12)
      for (const value of found) expect(Math.abs(value - 128), `${primaries}: ${found}`).toBeLessThanOrEqual(1)
    }
  })

  it('is not needed for sRGB, BT.709, or what is unknown', () => {
    for (const [primaries, transfer] of [
      [1, 13],
      [1, 1],
      [2, 2],
      [1, 2],
      [0, 0],
      [77, 99],
    ] as const)
      expect(profileOfNclx(primaries, transfer)).toBeUndefined()
  })

  it('brings high dynamic range below white, brighter light still brighter', async () => {
    for (const transfer of [16, 18]) {
      const steps = Uint8Array.from({ length: 32 }, (_, at) => at * 8 + 7)
      const pixels = Uint8Array.from([...steps].flatMap((value) => [value, value, value]))
      const picture = { width: 32, height: 1, colors: 'rgb', hasAlpha: false, depth: 8, pixels, icc: profileOf(9, transfer) } as const
      const found = [...(await sharp(toTiff(picture)).withIccProfile('srgb').raw().toBuffer())].filter((_, at) => at % 3 === 1)
      expect(found.toSorted((a, b) => a - b)).toEqual(found)
      expect(found.at(0)).toBeLessThan(10)
      expect(found.at(-1)).toBeGreaterThan(240)
      expect(new Set(found).size).toBeGreaterThan(20)
    }
  })
})
