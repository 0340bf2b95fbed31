import type { TextLine, TextReading } from '../../measuring-pixels/text/read-text.ts'
import { judgeBackground } from './background.ts'
import type { MeasuredPicture } from './measure.ts'

/** Screen readers and shops cut longer ones. */
const mostText = 80

/** The most prominent lines that fit, in the order they are read. */
const pickLines = (lines: readonly TextLine[]): string => {
  const picked = new Set<TextLine>()
  let length = 0
  for (const line of [...lines].sort((a, b) => b.height - a.height)) {
    if (length + line.text.length > mostText) continue
    picked.add(line)
    length += line.text.length + 2
  }
  if (picked.size === 0) return `${lines[0]?.text.slice(0, mostText - 1) ?? ''}…`
  return lines
    .filter((line) => picked.has(line))
    .map(({ text }) => text)
    .join(', ')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * An alt text from measured and read facts: colors, background, the largest print. It names no objects, because nothing here detects what is
 * shown. One sentence of at most about 150 characters.
 */
export const composeAltText = (picture: MeasuredPicture, text: TextReading): string => {
  const background = judgeBackground(picture)
  const grounds = new Set<string | undefined>(background.grounds)
  const rest = picture.colours.filter(({ name }) => !grounds.has(name))
  const visible = rest.reduce((sum, { share }) => sum + share, 0)
  const main = rest.filter(({ share }) => share >= visible * 0.15 && share >= 0.02).slice(0, 2)
  const colours = main.map(({ name }) => name).join(' and ')
  const thing =
    background.kind === 'busy'
      ? `picture in ${colours === '' ? 'many colours' : colours}`
      : `${colours === '' ? (text.kind === 'text' ? 'object' : 'plain picture') : `${colours} object`} on ${background.phrase}`
  return `${capital(thing)}${text.kind === 'text' ? `, with the text “${pickLines(text.lines)}”` : ''}.`
}
