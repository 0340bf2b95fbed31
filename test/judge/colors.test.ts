import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { convertImage } from '../../electron/core/formats/decoding-process/convert-picture.ts'
import { type DecodedPicture, toTiff } from '../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'
import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import { lackOf } from '../support/lacks.ts'
import { type ChartFile, chartFiles, writePng } from './chart-files.ts'
import { differenceOf, toLab } from './color-difference.ts'

// LittleCMS judges the colors of what is sent: it converts the same values with the same profile. On average 2 ΔE2000, at most 4.

const folder = mkdtempSync(join(tmpdir(), 'packshot-judge-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const has = (command: string): boolean => !spawnSync(command, ['--version']).error

/** Pixels of a patch; blocks of a JPEG are 8. */
const patch = 16
/** Patches in a row. */
const across = 18

/** Every combination of values for this number of channels. */
const combine = (channels: number, values: readonly number[]): number[][] =>
  channels === 0 ? [[]] : combine(channels - 1, values).flatMap((before) => values.map((value) => [...before, value]))

const rgb = combine(3, [0, 42, 85, 128, 170, 212, 255])
/** Inks in 255ths; more than three full ones are never printed. */
const cmyk = combine(4, [0, 64, 128, 191]).map((inks) => inks.map((ink, index) => (index === 3 ? Math.round(ink / 2) : ink)))

const chart = (patches: readonly (readonly number[])[], depth: 8 | 16): Pick<DecodedPicture, 'width' | 'height' | 'pixels' | 'depth'> => {
  const [width, height, channels] = [across * patch, Math.ceil(patches.length / across) * patch, patches[0]?.length ?? 0]
  const values = new (depth === 8 ? Uint8Array : Uint16Array)(width * height * channels)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const values255 = patches[Math.floor(y / patch) * across + Math.floor(x / patch)] ?? []
      for (const [channel, value] of values255.entries()) values[(y * width + x) * channels + channel] = depth === 8 ? value : value * 257
    }
  return { width, height, depth, pixels: new Uint8Array(values.buffer) }
}

/** The middle of each patch, on average. */
const readPatches = async (picture: Buffer, count: number): Promise<number[][]> => {
  const { data, info } = await sharp(picture).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: count }, (_, index) => {
    const [left, top] = [(index % across) * patch + 4, Math.floor(index / across) * patch + 4]
    const sums = [0, 0, 0]
    for (let y = top; y < top + 8; y++)
      for (let x = left; x < left + 8; x++)
        for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[(y * info.width + x) * info.channels + channel] ?? 0)
    return sums.map((sum) => sum / 64)
  })
}

/** In sRGB, 0 to 255, by LittleCMS (perceptual intent, as libvips has it). */
const byLittleCms = (patches: readonly (readonly number[])[], profile: string): number[][] => {
  const isCmyk = patches[0]?.length === 4
  const input = patches.map((values) => values.map((value) => (isCmyk ? (value / 255) * 100 : value)).join(' ')).join('\n')
  const output = execFileSync('transicc', ['-n', '-s', '-t0', `-i${profile}`, '-o*sRGB'], {
    input: `${input}\n`,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return output
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter((values) => values.length === 3)
}

const profiles = {
  sRGB: async () => builtIn('srgb'),
  'Display P3': async () => builtIn('p3'),
  'Adobe RGB': async () => readFileSync('/usr/share/color/icc/colord/AdobeRGB1998.icc'),
  'ProPhoto RGB': async () => readFileSync('/usr/share/color/icc/colord/ProPhotoRGB.icc'),
  CMYK: async () => readFileSync('/usr/share/color/icc/ghostscript/default_cmyk.icc'),
}
const builtIn = async (name: string): Promise<Buffer> => {
  const { icc } = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .withIccProfile(name)
    .png()
    .toBuffer()
    .then((bytes) => sharp(bytes).metadata())
  return icc ?? Buffer.alloc(0)
}

const settings = { quality: 90, personal: 'keep', longestEdge: null, largestBytes: null, background: null } as const
const convert = async (path: string, format: ImageFormat): Promise<Buffer> => {
  await convertImage({ kind: 'convert', path, format, settings, temporaryPath: at('sent') })
  return readFileSync(at('sent'))
}

const judge = (sent: readonly (readonly number[])[], expected: readonly (readonly number[])[]) => {
  const differences = sent.map((values, index) => differenceOf(toLab(values), toLab(expected[index] ?? [])))
  const average = differences.reduce((sum, one) => sum + one, 0) / differences.length
  return { patches: differences.length, average, largest: Math.max(...differences) }
}
const report = (name: string, { patches, average, largest }: ReturnType<typeof judge>): void =>
  console.log(`${name}: ${patches} patches, ΔE2000 ${average.toFixed(2)} on average, ${largest.toFixed(2)} at most`)

type Case = {
  readonly name: string
  readonly profile: keyof typeof profiles
  readonly depth: 8 | 16
  readonly make?: 'avif' | keyof typeof chartFiles
}
const cases: readonly Case[] = [
  { name: 'TIFF, sRGB', profile: 'sRGB', depth: 8 },
  { name: 'TIFF, Display P3', profile: 'Display P3', depth: 8 },
  { name: 'TIFF, Adobe RGB', profile: 'Adobe RGB', depth: 8 },
  { name: 'TIFF, Adobe RGB, 16 bits', profile: 'Adobe RGB', depth: 16 },
  { name: 'TIFF, ProPhoto RGB, 16 bits', profile: 'ProPhoto RGB', depth: 16 },
  { name: 'TIFF, CMYK', profile: 'CMYK', depth: 8 },
  { name: 'TIFF, CMYK, 16 bits', profile: 'CMYK', depth: 16 },
  { name: 'AVIF, Display P3, 10 bits', profile: 'Display P3', depth: 16, make: 'avif' },
  { name: 'HEIC, Display P3 by numbers', profile: 'Display P3', depth: 8, make: 'HEIC 8' },
  { name: 'HEIC, Display P3 by numbers, 10 bits', profile: 'Display P3', depth: 16, make: 'HEIC 10' },
  { name: 'PSD, Adobe RGB', profile: 'Adobe RGB', depth: 8, make: 'PSD' },
  { name: 'PSD, ProPhoto RGB, 16 bits', profile: 'ProPhoto RGB', depth: 16, make: 'PSD' },
  { name: 'PSD, CMYK', profile: 'CMYK', depth: 8, make: 'PSD' },
  { name: 'PSD, CMYK, 16 bits', profile: 'CMYK', depth: 16, make: 'PSD' },
  { name: 'JPEG XL, Display P3', profile: 'Display P3', depth: 8, make: 'JPEG XL' },
  { name: 'JPEG XL, Adobe RGB, 16 bits', profile: 'Adobe RGB', depth: 16, make: 'JPEG XL' },
  { name: 'JPEG XL, ProPhoto RGB, 16 bits', profile: 'ProPhoto RGB', depth: 16, make: 'JPEG XL' },
  { name: 'JPEG 2000, Display P3', profile: 'Display P3', depth: 8, make: 'JPEG 2000' },
  { name: 'JPEG 2000, Adobe RGB, 16 bits', profile: 'Adobe RGB', depth: 16, make: 'JPEG 2000' },
]

test.for(cases)('the colors of $name are those of LittleCMS', async ({ name, profile, depth, make }, context) => {
  if (!has('transicc')) context.skip(lackOf('no-judge'))
  const icc = await profiles[profile]()
  writeFileSync(at('profile.icc'), icc)
  const patches = profile === 'CMYK' ? cmyk : rgb
  const tiff = toTiff({ ...chart(patches, depth), colors: profile === 'CMYK' ? 'cmyk' : 'rgb', hasAlpha: false, icc })
  writeFileSync(at('chart.tif'), tiff)
  let [path, format, shown]: [string, ImageFormat, number[][]] = [at('chart.tif'), 'tiff', patches]
  if (make === 'avif') {
    if (!has('avifenc')) context.skip(lackOf('no-judge'))
    // PNG keeps the values, and avifenc takes the profile from it.
    await writePng(chart(patches, depth), at('plain.png'))
    execFileSync(
      'avifenc',
      ['-d', '10', '-y', '444', '--min', '0', '--max', '4', '--icc', at('profile.icc'), at('plain.png'), at('chart.avif')],
      { stdio: 'ignore' },
    )
    execFileSync('avifdec', ['--ignore-icc', '-d', '8', at('chart.avif'), at('back.png')], { stdio: 'ignore' })
    shown = await readPatches(readFileSync(at('back.png')), patches.length)
    ;[path, format] = [at('chart.avif'), 'avif']
  } else if (make) {
    const file: ChartFile = chartFiles[make]
    const [program] = file.program ?? []
    if (program !== undefined && !has(program)) context.skip(lackOf('no-judge'))
    path = await file.write({ ...chart(patches, depth), icc, isCmyk: profile === 'CMYK' }, at('chart'))
    format = file.format
    if (file.readBack) shown = await readPatches(file.readBack(path, at('chart')), patches.length)
  }
  const found = judge(await readPatches(await convert(path, format), patches.length), byLittleCms(shown, at('profile.icc')))
  report(name, found)
  expect(found.average).toBeLessThan(2)
  expect(found.largest).toBeLessThan(4)
})
