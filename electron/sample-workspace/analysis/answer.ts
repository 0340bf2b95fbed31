import type { ColourShare } from './colours.ts'
import type { MeasuredPicture } from './measure.ts'
import { type Aspect, readQuestion } from './question.ts'

/** A text beginning with “Cannot tell: ” is no description of the picture: clients mark it. */
export type Answer = { readonly kind: 'answer' | 'cannot-tell'; readonly text: string }

const ability = 'size, format, main colours, background, sharpness, transparency and orientation of a picture'

/** A share as a whole percentage; 100 and 0 only if it is all or nothing. */
export const percent = (share: number): string => {
  if (share <= 0 || share >= 1) return `${share <= 0 ? 0 : 100}%`
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`
}

const fileSize = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const listColours = (colours: readonly ColourShare[]): string => {
  const main = colours.filter(({ share }) => share >= 0.03).slice(0, 5)
  return (main.length === 0 ? colours.slice(0, 1) : main).map(({ name, share }) => `${name} (${percent(share)})`).join(', ')
}

// biome-ignore format: a table
const wellKnown: readonly (readonly [number, number])[] = [[1, 1], [5, 4], [4, 3], [3, 2], [16, 10], [5, 3], [16, 9], [2, 1], [21, 9], [3, 1]]

const ratio = (width: number, height: number): string => {
  const long = Math.max(width, height) / Math.min(width, height)
  const known = wellKnown.find(([a, b]) => Math.abs(long - a / b) / long < 0.01)
  if (known === undefined) return `${(width / height).toFixed(2)}:1`
  return width >= height ? `${known[0]}:${known[1]}` : `${known[1]}:${known[0]}`
}

const sayBackground = ({ border }: MeasuredPicture): string => {
  const white = `${percent(border.white)} of the border is white`
  if (border.transparent >= 0.95)
    return `The background is transparent: ${percent(border.transparent)} of the border is transparent and ${white}.`
  const main = border.colours[0]?.name ?? 'transparent'
  if (border.white >= 0.95) return `The background is white: ${white}.`
  if (border.white >= 0.8)
    return `The background is mostly white: ${white}; the rest is ${border.colours.find(({ name }) => name !== 'white')?.name ?? 'near white'}.`
  const seeThrough = border.transparent > 0.02 ? ` and ${percent(border.transparent)} is transparent` : ''
  return `The background is not white: ${white}${seeThrough}; it is mainly ${main === 'white' ? 'off-white' : main}.`
}

const saySharpness = ({ sharpness: { variance, verdict } }: MeasuredPicture): string => {
  if (verdict === 'flat') return 'The picture has no edges by which its sharpness could be judged.'
  return `The picture is ${verdict} (variance of the Laplacian ${Math.round(variance)}, seen at up to 1,024 pixels).`
}

const sayTransparency = ({ hasAlpha, transparent, notOpaque }: MeasuredPicture): string => {
  if (!hasAlpha) return 'The picture has no transparency.'
  if (notOpaque === 0) return 'The picture has an alpha channel, but every pixel is opaque.'
  return `The picture has transparency: ${percent(transparent)} of it is transparent.`
}

const sayOrientation = ({ width, height, orientation }: MeasuredPicture): string => {
  const shape = width === height ? 'square' : width > height ? 'landscape' : 'portrait'
  return `The picture is ${shape}, ${ratio(width, height)}${orientation > 1 ? ' (turned as its EXIF orientation says)' : ''}.`
}

const say: Readonly<Record<Aspect, (picture: MeasuredPicture) => string>> = {
  size: ({ width, height, bytes }) =>
    `The picture is ${width} × ${height} pixels (${((width * height) / 1_000_000).toFixed(width * height < 1_000_000 ? 2 : 1)} megapixels, ${fileSize(bytes)}).`,
  format: ({ format }) => `The file is a ${{ png: 'PNG', jpeg: 'JPEG', webp: 'WebP', gif: 'GIF' }[format]}.`,
  colours: ({ colours }) =>
    colours.length === 0 ? 'Nothing of the picture is visible.' : `Main colours of the whole picture: ${listColours(colours)}.`,
  background: sayBackground,
  sharpness: saySharpness,
  transparency: sayTransparency,
  orientation: sayOrientation,
}

/** Answers from measurements alone: one short sentence for each aspect that was asked for; never a guess about the rest. */
export const answerQuestion = (question: string, picture: MeasuredPicture): Answer => {
  const { aspects, asksMore } = readQuestion(question)
  if (aspects.length === 0) return { kind: 'cannot-tell', text: `Cannot tell: this workspace can answer about the ${ability} only.` }
  const sentences = aspects.map((aspect) => say[aspect](picture))
  if (asksMore) sentences.push(`What else was asked cannot be told here: only the ${ability}.`)
  return { kind: 'answer', text: sentences.join(' ') }
}
