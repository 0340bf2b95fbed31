import type { ImageFormat, PictureReading } from '../images.ts'
import { formatCount } from './numbers.ts'

export const formatNames: Readonly<Record<ImageFormat, string>> = {
  png: 'PNG',
  jpeg: 'JPEG',
  webp: 'WebP',
  avif: 'AVIF',
  tiff: 'TIFF',
  gif: 'GIF',
  heic: 'HEIC',
  bmp: 'BMP',
  psd: 'PSD',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  raw: 'RAW',
}

const names = Object.values(formatNames)

/** After “Drop”. */
export const anyAcceptedFormat = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

const colorNames: Readonly<Record<NonNullable<PictureReading['colors']>, string>> = { cmyk: 'CMYK', lab: 'Lab', gray: 'gray' }

/** Which one of several is used. A HEIC says which of its pictures is the main one. */
const describeChoice = (format: ImageFormat, pages: number): string => {
  if (format === 'heic') return `main one of ${formatCount(pages)} pictures`
  return `first of ${formatCount(pages)} ${format === 'tiff' ? 'pages' : 'frames'}`
}

/** Where a sent file comes from, and what it leaves out: “converted from TIFF, first of 12 pages”. */
export const describeConversion = (format: ImageFormat, reading: PictureReading | undefined): string => {
  const { pages, colors, bits, embedded } = reading ?? {}
  return [
    `converted from ${formatNames[format]}`,
    ...(pages === undefined ? [] : [describeChoice(format, pages)]),
    ...(embedded === undefined
      ? []
      : [`shown and sent by its embedded JPEG of ${formatCount(embedded.width)} × ${formatCount(embedded.height)}`]),
    ...(colors === undefined ? [] : [colorNames[colors]]),
    ...(bits === undefined ? [] : [`${bits} bits per channel`]),
  ].join(', ')
}
