import type { MeasuredPicture } from '../measure.ts'
import type { Turns } from '../turns.ts'
import { invertPrepared, preparePicture } from './prepare-picture.ts'
import type { Layout, ReadWord, Recognised, Recogniser } from './recogniser.ts'
import { keepStandingOut } from './standing-out.ts'

export type TextLine = { readonly text: string /** Of its letters, in pixels of the prepared picture. */; readonly height: number }

export type TextReading =
  | { readonly kind: 'text'; readonly lines: readonly TextLine[] }
  /** Nothing on the picture looks like words. */
  | { readonly kind: 'none' }
  /** It could not be looked for; the reason follows “because”. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Reads the text of a picture whose SHA-256 and measurements are known. */
export type ReadText = (bytes: Buffer, sha256: string, picture: MeasuredPicture) => Promise<TextReading>

const sureFrom = 60
const smallestSide = 16
const remembered = 256

/** A sign or unit after a number, as in “72 %” and “100 g”, which has too little ink to be sure of by itself. */
const isUnit = ({ text, confidence }: ReadWord, before: ReadWord | undefined): boolean =>
  confidence >= 25 && /^[\p{L}%°]{1,2}$/u.test(text) && /\d$/.test(before?.text ?? '')

const isWord = ({ text, confidence }: ReadWord): boolean => {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters >= 2 ? confidence >= sureFrom : letters === 1 && confidence >= 80
}

/** Patterns and edges look like short odd words; print has at least one longer word, or number, that is sure. */
const isPrint = (words: readonly ReadWord[]): boolean =>
  words.some(({ text, confidence }) => confidence >= 75 && /\p{L}{3}|\d{2}/u.test(text))

const score = (words: readonly ReadWord[]): number =>
  words.filter(isWord).reduce((sum, { text, confidence }) => sum + text.length * (confidence / 100), 0)

/** Whether a second look is likely to find more. */
const isDoubtful = (words: readonly ReadWord[]): boolean => words.filter(isWord).length < words.length * 0.85 || !isPrint(words)

const joinLines = (words: readonly ReadWord[]): TextLine[] => {
  const lines = new Map<number, ReadWord[]>()
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word])
  return [...lines.values()].map((line) => ({
    text: line.map(({ text }) => text).join(' '),
    height: Math.max(...line.map(({ box }) => box.height)),
  }))
}

type Ports = {
  readonly recogniser: Recogniser
  /** As many pictures at a time as the recogniser reads. */
  readonly turns: Turns
  /** For one picture from its turn on, in milliseconds. */
  readonly limitMs: number
}

/** Reads print, English best. Each picture is read once; the last 256 readings are remembered, failures aside. */
export const createReadText = ({ recogniser, turns, limitMs }: Ports): ReadText => {
  const known = new Map<string, Promise<TextReading>>()
  const look = async (bytes: Buffer): Promise<TextReading> => {
    const until = Date.now() + limitMs
    const prepared = await preparePicture(bytes)
    const read = async (picture: Buffer, layout: Layout): Promise<Recognised> => {
      const found = await recogniser.recognise(picture, layout, until)
      return found.kind === 'read' ? { ...found, words: await keepStandingOut(prepared, found.words) } : found
    }
    const first = await read(prepared, 'page')
    if (first.kind === 'failed') return first
    let { words } = first
    const lookAgain = async (picture: Buffer, layout: Layout): Promise<void> => {
      const again = await read(picture, layout)
      if (again.kind === 'read' && score(again.words) > score(words)) words = again.words
    }
    if (isDoubtful(words)) await lookAgain(prepared, 'sparse')
    // Light print on a dark pack that stands on a white ground may be seen in neither way.
    if (!isPrint(words)) await lookAgain(await invertPrepared(prepared), 'page')
    const sure = words.filter((word, at) => isWord(word) || isUnit(word, words[at - 1]))
    return isPrint(sure) ? { kind: 'text', lines: joinLines(sure) } : { kind: 'none' }
  }
  const keep = (sha256: string, reading: Promise<TextReading>): void => {
    known.set(sha256, reading)
    const oldest = known.size > remembered ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    const forget = () => known.delete(sha256)
    reading.then(({ kind }) => kind === 'failed' && forget(), forget)
  }
  return async (bytes, sha256, { width, height, sharpness }) => {
    if (sharpness.verdict === 'flat' || Math.min(width, height) < smallestSide) return { kind: 'none' }
    const earlier = known.get(sha256)
    if (earlier !== undefined) return earlier
    const reading = turns(() => look(bytes))
    keep(sha256, reading)
    return reading
  }
}
