import type { PixelFacts } from '../look-at-pixels.ts'
import type { Turns } from '../turns.ts'
import { type Box, findDoubtfulPart, insertWords } from './doubtful-part.ts'
import { cutPrepared, invertPrepared, margin, type OpenPicture, type PreparedPicture, preparePicture } from './prepare-picture.ts'
import type { PrintFinder } from './print-finder.ts'
import type { Layout, ReadWord, Recognised, Recogniser } from './recogniser.ts'
import { seePicture } from './see-picture.ts'
import { keepStandingOut } from './standing-out.ts'
import { isDoubtful, isPrint, isUnit, isWord, isWritten, score } from './sure-words.ts'

export type TextLine = { readonly text: string /** Of its letters, in pixels of the prepared picture. */; readonly height: number }

export type TextReading =
  | { readonly kind: 'text'; readonly lines: readonly TextLine[] }
  /** Nothing on the picture looks like words. */
  | { readonly kind: 'none' }
  /** Something may be print, but no word of it is sure. */
  | { readonly kind: 'unreadable' }
  /** It could not be looked for; the reason follows “because”. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Its size in pixels, and whether it has edges. */
type TextPlace = Pick<PixelFacts, 'sharpness'> & { readonly width: number; readonly height: number }

/** Reads the text of a picture whose SHA-256 and measurements are known. */
export type ReadText = (open: OpenPicture, sha256: string, picture: TextPlace) => Promise<TextReading>

const smallestSide = 16
const remembered = 256

const joinLines = (words: readonly ReadWord[]): TextLine[] => {
  const lines = new Map<number, ReadWord[]>()
  for (const word of words) lines.set(word.line, [...(lines.get(word.line) ?? []), word])
  return [...lines.values()].map((line) => ({
    text: line.map(({ text }) => text).join(' '),
    height: Math.max(...line.map(({ box }) => box.height)),
  }))
}

/** Words that are sure, in reading order; lengths are pixels of the prepared picture, whose size is `width` × `height`. */
export type FoundText =
  | { readonly kind: 'text'; readonly words: readonly ReadWord[]; readonly width: number; readonly height: number }
  | { readonly kind: 'none' | 'unreadable' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Words, and the size of the picture that their boxes are of. */
type Found = { readonly words: readonly ReadWord[]; readonly width: number; readonly height: number }

/** `recogniser`: reads print as on a page. `finder`: finds it wherever it is, but knows the spaces between words less. */
export type Readers = { readonly recogniser: Recogniser; readonly finder: PrintFinder }

/** Looks for print on a picture. `until`: epoch milliseconds at which the reader is killed. Throws what sharp throws. */
export const findText = async (open: OpenPicture, { recogniser, finder }: Readers, until: number): Promise<FoundText> => {
  const prepared = await preparePicture(open)
  const read = async (seen: PreparedPicture, picture: Buffer, layout: Layout): Promise<Recognised> => {
    const found = await recogniser.recognise(picture, layout, until)
    return found.kind === 'read' ? { ...found, words: keepStandingOut(seen, found.words) } : found
  }
  const first = await read(prepared, prepared.png, 'page')
  if (first.kind === 'failed') return first
  let found: Found = { words: first.words, ...prepared.whole }
  const lookAgain = async (picture: Buffer, layout: Layout): Promise<void> => {
    const again = await read(prepared, picture, layout)
    if (again.kind === 'read' && score(again.words) > score(found.words)) found = { ...found, words: again.words }
  }
  const lookAtPart = async (part: Box): Promise<void> => {
    const again = await recogniser.recognise(await cutPrepared(prepared, part), 'sparse', until)
    if (again.kind !== 'read') return
    const moved = again.words.map((word) => ({
      ...word,
      box: { ...word.box, left: word.box.left - margin + part.left, top: word.box.top - margin + part.top },
    }))
    found = { ...found, words: insertWords(found.words, keepStandingOut(prepared, moved)) }
  }
  if (isPrint(first.words)) {
    if (isDoubtful(first.words)) {
      const part = findDoubtfulPart(first.words, prepared.grey, prepared.whole)
      await (part ? lookAtPart(part) : lookAgain(prepared.png, 'sparse'))
    }
  } else {
    const pictures = await seePicture(open)
    const print = await finder.find(pictures, until)
    if (print.kind === 'failed') return print
    // Most products without print.
    if (print.words.length === 0) return { kind: print.mayBePrint ? 'unreadable' : 'none' }
    // Light print on a dark pack that stands on a white ground.
    await lookAgain(await invertPrepared(prepared), 'page')
    // Small, faint, bent, leaning or upright print, and brands.
    if (!isPrint(found.words)) {
      const { width, height } = pictures.picture
      return { kind: 'text', words: print.words.filter(isWritten), width, height }
    }
  }
  const { words } = found
  const sure = words.filter((word, at) => isWord(word) || isUnit(word, words[at - 1]))
  return isPrint(sure) ? { kind: 'text', ...found, words: sure } : { kind: 'none' }
}

/** Print needs edges, and a few pixels. */
export const canHoldText = ({ width, height, sharpness }: TextPlace): boolean =>
  sharpness.verdict !== 'flat' && Math.min(width, height) >= smallestSide

type Ports = Readers & {
  /** As many pictures at a time as the recogniser reads. */
  readonly turns: Turns
  /** For one picture from its turn on, in milliseconds. */
  readonly limitMs: number
}

/** Reads print, English best. Each picture is read once; the last 256 readings are remembered, failures aside. */
export const createReadText = ({ recogniser, finder, turns, limitMs }: Ports): ReadText => {
  const known = new Map<string, Promise<TextReading>>()
  const look = async (open: OpenPicture): Promise<TextReading> => {
    const found = await findText(open, { recogniser, finder }, Date.now() + limitMs)
    return found.kind === 'text' ? { kind: 'text', lines: joinLines(found.words) } : found
  }
  const keep = (sha256: string, reading: Promise<TextReading>): void => {
    known.set(sha256, reading)
    const oldest = known.size > remembered ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    const forget = () => known.delete(sha256)
    reading.then(({ kind }) => kind === 'failed' && forget(), forget)
  }
  return async (open, sha256, picture) => {
    if (!canHoldText(picture)) return { kind: 'none' }
    const earlier = known.get(sha256)
    if (earlier !== undefined) return earlier
    const reading = turns(() => look(open))
    keep(sha256, reading)
    return reading
  }
}
