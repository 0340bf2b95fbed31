import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { type DecodedPicture, toTiff } from '../../electron/core/formats/decoding-process/decoders/decoded-picture.ts'
import type { ImageFormat } from '../../shared/pictures/picture-formats.ts'
import { box, nclx, pictureItem, readCoded, writeHeif } from '../fixtures/heif-files.ts'
import { psdFile } from '../fixtures/psd-file.ts'

/** A chart of colors in the values of a profile. */
export type Chart = Pick<DecodedPicture, 'width' | 'height' | 'pixels' | 'depth'> & { readonly icc: Buffer; readonly isCmyk: boolean }

/** A way to write a chart so that its values stay as they are; `lossy`: almost. */
export type ChartFile = {
  readonly format: ImageFormat
  /** The program that writes it, and the Debian package that has it. */
  readonly program?: readonly [name: string, debian: string]
  /** Writes `chart.…` next to the stem, and gives its path. */
  readonly write: (chart: Chart, stem: string) => Promise<string>
  /** Of a coder that changes values: a picture of those that its own decoder gives, in the chart's profile. */
  readonly readBack?: (path: string, stem: string) => Buffer
}

const run = (program: string, ...args: readonly string[]): void => void execFileSync(program, args, { stdio: 'ignore' })

/** The values as a PNG without a profile, of as many bits. */
export const writePng = async (
  { width, height, pixels, depth }: Pick<Chart, 'width' | 'height' | 'pixels' | 'depth'>,
  path: string,
): Promise<string> => {
  await sharp(toTiff({ width, height, pixels, depth, colors: 'rgb', hasAlpha: false }))
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .png()
    .toFile(path)
  const written = await sharp(path).metadata()
  if (written.depth !== (depth === 16 ? 'ushort' : 'uchar')) throw new Error(`The chart has ${written.depth} values.`)
  return path
}

/** Each channel on its own, high bytes first; ink is stored as paper. */
const toPlanes = ({ width, height, pixels, depth, isCmyk }: Chart): Uint8Array[] => {
  const channels = isCmyk ? 4 : 3
  const count = width * height
  const values = depth === 8 ? pixels : new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.length / 2)
  const most = depth === 8 ? 0xff : 0xffff
  return Array.from({ length: channels }, (_, channel) => {
    const plane = Buffer.alloc((count * depth) / 8)
    for (let at = 0; at < count; at++) {
      const value = values[at * channels + channel] ?? 0
      const stored = isCmyk ? most - value : value
      if (depth === 8) plane.writeUInt8(stored, at)
      else plane.writeUInt16BE(stored, 2 * at)
    }
    return plane
  })
}

/** ITU-T H.273: primaries of P3 with D65, transfer of sRGB, the matrix of the encoder (BT.601), full range. It writes none of these numbers itself. */
const displayP3 = nclx(12, 13, 6)

const heic = (bits: 8 | 10): ChartFile => ({
  format: 'heic',
  program: ['heif-enc', 'libheif-examples'],
  write: async (chart, stem) => {
    const png = await writePng(chart, `${stem}.png`)
    run('heif-enc', '-q', '100', '-p', 'chroma=444', '-b', String(bits), png, '-o', `${stem}.heic`)
    writeFileSync(`${stem}.heic`, writeHeif({ items: [pictureItem(readCoded(readFileSync(`${stem}.heic`)), displayP3)] }))
    return `${stem}.heic`
  },
  readBack: (path, stem) => {
    run('heif-convert', path, `${stem}-back.png`)
    return readFileSync(`${stem}-back.png`)
  },
})

export const chartFiles = {
  'HEIC 8': heic(8),
  'HEIC 10': heic(10),
  PSD: {
    format: 'psd',
    write: async (chart: Chart, stem: string) => {
      const { width, height, depth, icc, isCmyk } = chart
      writeFileSync(
        `${stem}.psd`,
        psdFile({ width, height, depth, mode: isCmyk ? 4 : 3, planes: toPlanes(chart), resources: [[1039, icc]] }),
      )
      return `${stem}.psd`
    },
  },
  'JPEG XL': {
    format: 'jxl',
    program: ['cjxl', 'libjxl-tools'],
    write: async (chart: Chart, stem: string) => {
      const png = await writePng(chart, `${stem}.png`)
      writeFileSync(`${stem}.icc`, chart.icc)
      run('cjxl', '--quiet', '-d', '0', '-e', '3', '-x', `icc_pathname=${stem}.icc`, png, `${stem}.jxl`)
      return `${stem}.jxl`
    },
  },
  'JPEG 2000': {
    format: 'jp2',
    program: ['opj_compress', 'libopenjp2-tools'],
    write: async (chart: Chart, stem: string) => {
      const png = await writePng(chart, `${stem}.png`)
      run('opj_compress', '-i', png, '-o', `${stem}.jp2`)
      // Its box says sRGB by number: the profile takes that place (ITU-T T.800, section I.5.3.3, method 2).
      const file = readFileSync(`${stem}.jp2`)
      const [header, colors] = [file.indexOf('jp2h') - 4, file.indexOf('colr') - 4]
      const known = file.subarray(colors, colors + file.readUInt32BE(colors))
      const profile = box('colr', Buffer.from([2, 0, 0]), chart.icc)
      const whole = Buffer.concat([file.subarray(0, colors), profile, file.subarray(colors + known.length)])
      whole.writeUInt32BE(file.readUInt32BE(header) - known.length + profile.length, header)
      writeFileSync(`${stem}.jp2`, whole)
      return `${stem}.jp2`
    },
  },
} as const satisfies Readonly<Record<string, ChartFile>>
