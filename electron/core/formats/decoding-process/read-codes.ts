import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { AppError } from '../../../../shared/base/errors.ts'
import { type CodeFormat, mostCodeCharacters, mostCodes, type PictureCode } from '../../../../shared/pictures/picture-codes.ts'
import { maxPixels } from '../kinds/identified.ts'
import { openSource } from './decoders/decode-file.ts'
import type { CodesTaskMessage } from './decoding-messages.ts'
import { assertReadable, toDamage } from './open-picture.ts'

/**
 * Pixels that are looked at; a larger picture is made smaller. Time and memory follow from it: a barcode that is lost at this size has
 * modules of a pixel or two in a picture of 40 megapixels.
 */
const mostPixels = 16_000_000
/** The same for a second look, at pictures in which the first one found nothing. */
const mostTurnedPixels = 4_000_000

/** By the reader's own names. */
const formats: Readonly<Record<string, CodeFormat>> = { EAN13: 'ean-13', EAN8: 'ean-8', UPCA: 'upc-a', Code128: 'code-128', QRCode: 'qr' }

/** The reader adds a zero to a UPC-A, whose bars are those of an EAN-13. */
const asPrinted = (code: PictureCode): PictureCode =>
  code.format === 'ean-13' && code.text.startsWith('0') ? { format: 'upc-a', text: code.text.slice(1) } : code

/** A barcode that so many times more lines of the picture confirm than another one. */
const strayTimes = 8

/** Without numbers that a few lines across other bars or print seemed to give, beside a barcode that many lines confirm. */
export const withoutStrays = <Found extends PictureCode & { readonly lineCount: number }>(found: readonly Found[]): readonly Found[] => {
  const most = Math.max(0, ...found.filter(({ format }) => format !== 'qr').map(({ lineCount }) => lineCount))
  return found.filter(({ format, lineCount }) => format === 'qr' || lineCount * strayTimes >= most)
}

type Reader = (picture: Uint8Array) => Promise<readonly PictureCode[]>

let opened: Promise<Reader> | undefined

/** Loads the reader with the first task. Its WebAssembly is a file of the package, next to it; by itself it would fetch one. */
const openReader = async (): Promise<Reader> => {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = new Uint8Array(file).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return async (picture) => {
    const results = await readBarcodes(picture, {
      formats: ['EAN13', 'EAN8', 'UPCA', 'Code128', 'QRCode'],
      maxNumberOfSymbols: mostCodes,
      textMode: 'HRI',
    })
    const valid = results.flatMap(({ isValid, format, text, lineCount }) => {
      const known = formats[format]
      return isValid && known && text !== '' && text.length <= mostCodeCharacters
        ? [{ ...asPrinted({ format: known, text }), lineCount }]
        : []
    })
    return withoutStrays(valid).map(({ format, text }) => ({ format, text }))
  }
}

/** The size within the limit, the same shape; `undefined`: it is within it. */
const shrink = (width: number, height: number, most: number): { readonly width: number; readonly height: number } | undefined => {
  const scale = Math.sqrt(most / (width * height))
  return scale >= 1 ? undefined : { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

type Gray = { readonly data: Buffer; readonly width: number; readonly height: number }

/** In gray. Transparent parts are white, as on paper. */
const decode = async ({ path, format }: CodesTaskMessage): Promise<Gray> => {
  const { input } = await openSource(path, format, 8)
  const picture = sharp(input, { failOn: 'none', limitInputPixels: maxPixels, sequentialRead: true })
  const { width, height } = await picture.metadata()
  const size = shrink(width, height, mostPixels)
  const { data, info } = await (size ? picture.resize({ ...size, fit: 'fill' }) : picture)
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 1) throw new Error(`A gray picture has one channel, not ${info.channels}.`)
  return { data, width: info.width, height: info.height }
}

/** Smaller and turned by half a right angle: bars are looked for along the sides of a picture. */
const turn = async ({ data, width, height }: Gray): Promise<Gray> => {
  const picture = sharp(data, { raw: { width, height, channels: 1 } })
  const size = shrink(width, height, mostTurnedPixels)
  const smaller = size
    ? await picture
        .resize({ ...size, fit: 'fill' })
        .raw()
        .toBuffer()
    : data
  const { width: across, height: down } = size ?? { width, height }
  const turned = await sharp(smaller, { raw: { width: across, height: down, channels: 1 } })
    .rotate(45, { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: turned.data, width: turned.info.width, height: turned.info.height }
}

/** As the reader takes it, without a copy for each color: a file of Netpbm’s kind “PGM”. */
const toFile = ({ data, width, height }: Gray): Uint8Array => Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data])

/** The same code may be found at several places, and at several sizes. */
const withoutRepeats = (codes: readonly PictureCode[]): readonly PictureCode[] => [
  ...new Map(codes.map((code) => [`${code.format} ${code.text}`, code])).values(),
]

/**
 * Reads the barcodes in a picture that was checked. While WebAssembly works this thread says nothing: its parent watches memory and
 * time, and `mostPixels` bounds both where it can't. Errors: `damaged-image`, `too-many-pixels`, `file-missing`, `file-unreadable`.
 */
export const readCodes = async (task: CodesTaskMessage): Promise<readonly PictureCode[]> => {
  assertReadable(task.path)
  const gray = await decode(task).catch((error) => {
    throw error instanceof AppError ? error : toDamage(error)
  })
  opened ??= openReader()
  const read = await opened
  const straight = await read(toFile(gray))
  return withoutRepeats(straight.length > 0 ? straight : await read(toFile(await turn(gray)))).slice(0, mostCodes)
}
