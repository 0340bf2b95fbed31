import type { ColourShare } from '../../measuring-pixels/colors.ts'
import type { TextReading } from '../../measuring-pixels/text/read-text.ts'
import { composeAltText } from './alt-text.ts'
import { judgeBackground } from './background.ts'
import { isEnglish, wantsOtherLanguage } from './language.ts'
import type { MeasuredPicture } from './measure.ts'
import { type Aspect, readQuestion } from './question.ts'

/** A text beginning with “Cannot tell: ” is not a description of the picture; clients mark it. */
export type Answer = { readonly kind: 'answer' | 'cannot-tell'; readonly text: string }

/** Questions that every workspace can answer; each is a test's too. */
export const suggestions = [
  'Alt text?',
  'What does the label say?',
  'Is the background white?',
  'What size is it?',
  'Is it sharp?',
] as const
const suggest = (): string => `It can answer, for example: ${suggestions.map((one) => `“${one}”`).join(', ')}`

/** “Cannot tell: ”, the reason, and questions that can be answered. `reason`: a clause without full stop. */
export const cannotTell = (reason: string): Answer => ({ kind: 'cannot-tell', text: `Cannot tell: ${reason}. ${suggest()}.` })

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
  if (known === undefined) return width >= height ? `${long.toFixed(2)}:1` : `1:${long.toFixed(2)}`
  return width >= height ? `${known[0]}:${known[1]}` : `${known[1]}:${known[0]}`
}

const sayBackground = (picture: MeasuredPicture): string => {
  const { border } = picture
  const { kind, hasShadow, name } = judgeBackground(picture)
  const white = `${percent(border.white)} of the border is white`
  const shadow = hasShadow ? ', with a soft shadow' : ''
  const seeThrough = border.transparent > 0.02 ? ` and ${percent(border.transparent)} is transparent` : ''
  switch (kind) {
    case 'transparent':
      return `The background is transparent: ${percent(border.transparent)} of the border is transparent and ${white}.`
    case 'white':
      return `The background is white${shadow}: ${white}.`
    case 'mostly-white':
      return `The background is mostly white: ${white}; the rest is ${name}.`
    case 'gradient':
      return `The background is not white: ${white}; it is a ${name} gradient.`
    case 'off-white':
    case 'plain':
    case 'busy':
      return `The background is not white: ${white}${seeThrough}; it is mainly ${name}.`
  }
}

const saySharpness = ({ sharpness: { variance, verdict } }: MeasuredPicture): string => {
  if (verdict === 'flat') return 'The picture has no edges by which its sharpness could be judged.'
  return `The picture is ${verdict} (variance of the Laplacian ${Math.round(variance)}, seen at up to 1,024 pixels).`
}

const sayTransparency = ({ hasAlpha, transparent, notOpaque }: MeasuredPicture): string => {
  if (!hasAlpha) return 'The picture has no transparency.'
  if (notOpaque === 0) return 'The picture has an alpha channel, but every pixel is opaque.'
  // Glass, and shadows without a ground, are seen through in part only.
  if (transparent === 0) return `The picture has transparency: ${percent(notOpaque)} of it is see-through in part.`
  return `The picture has transparency: ${percent(transparent)} of it is transparent.`
}

const sayOrientation = ({ width, height, orientation }: MeasuredPicture): string => {
  const shape = width === height ? 'square' : width > height ? 'landscape' : 'portrait'
  return `The picture is ${shape}, ${ratio(width, height)}${orientation > 1 ? ' (turned as its EXIF orientation says)' : ''}.`
}

const mostRead = 1000

/** After “Cannot tell:”. */
const unread = {
  none: 'no text could be read on the picture',
  unreadable: 'something on the picture may be print, but it can’t be read',
} as const

const sayText = (text: TextReading): string => {
  if (text.kind === 'failed') return `The text could not be read: ${text.reason}.`
  if (text.kind === 'unreadable') return 'Something on the picture may be print, but it can’t be read.'
  if (text.kind === 'none') return 'No text could be read on the picture.'
  const all = text.lines.map((line) => line.text).join(' / ')
  return `The text reads: “${all.length > mostRead ? `${all.slice(0, mostRead - 1)}…` : all}”.`
}

/** The facts about a picture. `text` is `none` if no question asked for it. */
export type Evidence = { readonly picture: MeasuredPicture; readonly text: TextReading }

const ofPicture = (tell: (picture: MeasuredPicture) => string) => (evidence: Evidence) => tell(evidence.picture)

const say: Readonly<Record<Aspect, (evidence: Evidence) => string>> = {
  size: ofPicture(
    ({ width, height, bytes }) =>
      `The picture is ${width} × ${height} pixels (${((width * height) / 1_000_000).toFixed(width * height < 1_000_000 ? 2 : 1)} megapixels, ${fileSize(bytes)}).`,
  ),
  format: ({ picture }) => `The file is a ${{ png: 'PNG', jpeg: 'JPEG', webp: 'WebP', gif: 'GIF' }[picture.format]}.`,
  colours: ofPicture(({ colours }) =>
    colours.length === 0 ? 'Nothing of the picture is visible.' : `Main colours of the whole picture: ${listColours(colours)}.`,
  ),
  background: ofPicture(sayBackground),
  sharpness: ofPicture(saySharpness),
  transparency: ofPicture(sayTransparency),
  orientation: ofPicture(sayOrientation),
  text: ({ text }) => sayText(text),
  alt: ({ picture, text }) => composeAltText(picture, text),
}

/**
 * Answers from measurements and print alone: one short sentence for each aspect that was asked for; never a guess about the rest.
 * `failure`: why an additional source failed.
 */
export const answerQuestion = (question: string, evidence: Evidence, failure?: string): Answer => {
  if (!isEnglish(question)) return cannotTell(failure ?? 'this workspace understands questions in English only')
  if (wantsOtherLanguage(question)) return cannotTell(failure ?? 'this workspace answers in English only')
  const { aspects, asksMore } = readQuestion(question)
  if (aspects.length === 0)
    return cannotTell(failure ?? 'this workspace measures pictures and reads their print, but does not know what they show')
  if (aspects.length === 1 && aspects[0] === 'text' && evidence.text.kind !== 'text') {
    const reason = evidence.text.kind === 'failed' ? evidence.text.reason : unread[evidence.text.kind]
    return cannotTell(failure === undefined ? reason : `${reason}, and ${failure}`)
  }
  const sentences = aspects.map((aspect) => say[aspect](evidence))
  if (asksMore) sentences.push(`What else was asked cannot be told: ${failure ?? 'this workspace does not know what pictures show'}.`)
  return { kind: 'answer', text: sentences.join(' ') }
}
