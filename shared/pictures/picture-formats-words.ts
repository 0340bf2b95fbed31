import { formatCount } from '../base/number-words.ts'
import type { ImageFormat } from './picture-formats.ts'
import type { PictureReading, SentFileFacts } from './pictures.ts'

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

/** `null`: there is one picture in the file. */
const describePart = (format: ImageFormat, { pages, isAnimation }: PictureReading): string | null => {
  if (pages !== undefined) return describeChoice(format, pages)
  return isAnimation ? 'first frame of an animation' : null
}

/** Of a picture whose file is sent byte for byte. */
export const sentAsItIsWords = 'As it is, unchanged'

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** “Colors changed from CMYK (Coated FOGRA39) to sRGB”; `null`: they are the same. */
const describeColors = ({ colors, profile }: PictureReading): string | null => {
  const name = colors === undefined ? undefined : colors === 'gray' ? 'grayscale' : colorNames[colors]
  if (name === undefined) return profile === undefined ? null : `Colors changed from ${profile} to sRGB`
  return `Colors changed from ${name}${profile === undefined ? '' : ` (${profile})`} to sRGB`
}

type Converted = { readonly format: ImageFormat; readonly orientation: number; readonly reading?: PictureReading | undefined }

/** Conversion steps, each in a few words: “First of 12 pages”, “Turned upright”. */
export const listConversionSteps = (
  { format, orientation, reading = {} }: Converted,
  sent: Pick<SentFileFacts, 'format' | 'quality'> | null,
): string[] => {
  const { bits, embedded } = reading
  const part = describePart(format, reading)
  return [
    part === null ? null : capital(part),
    embedded === undefined ? null : `Made from its embedded JPEG, ${embedded.width} × ${embedded.height}`,
    orientation === 1 ? null : 'Turned upright',
    describeColors(reading),
    bits === undefined ? null : `${bits} bits per channel reduced to 8`,
    sent?.format === 'png' && format !== 'png' ? 'PNG, because parts of it are transparent' : null,
    sent?.quality == null ? null : `JPEG quality ${sent.quality}`,
  ].filter((one) => one !== null)
}

/** “Asked about an earlier file: JPEG quality 80.” */
export const describeOtherQuality = (quality: number): string => `Asked about another file of this picture: JPEG quality ${quality}.`

/** The same as a sentence's start. */
export const describeConvertedFrom = (format: ImageFormat, reading: PictureReading | undefined): string =>
  capital(describeConversion(format, reading))

/** Where a sent file comes from, and what it leaves out: “converted from TIFF, first of 12 pages”. */
export const describeConversion = (format: ImageFormat, reading: PictureReading | undefined): string => {
  const { colors, bits, embedded } = reading ?? {}
  const part = describePart(format, reading ?? {})
  return [
    `converted from ${formatNames[format]}`,
    ...(part === null ? [] : [part]),
    ...(embedded === undefined
      ? []
      : [`shown and sent by its embedded JPEG of ${formatCount(embedded.width)} × ${formatCount(embedded.height)}`]),
    ...(colors === undefined ? [] : [colorNames[colors]]),
    ...(bits === undefined ? [] : [`${bits} bits per channel`]),
  ].join(', ')
}

/** The same of many pictures: “12 converted from HEIC, 3 from WebP”. */
export const describeConversions = (converted: readonly { readonly format: ImageFormat; readonly pictures: number }[]): string =>
  converted
    .map(({ format, pictures }, at) => `${formatCount(pictures)}${at === 0 ? ' converted' : ''} from ${formatNames[format]}`)
    .join(', ')
