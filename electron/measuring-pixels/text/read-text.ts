import type { PixelFacts } from '../look-at-pixels.ts'
import type { Turns } from '../turns.ts'
import { cutPrepared, invertPrepared, margin, type OpenPicture, type PreparedPicture, preparePicture } from './prepare-picture.ts'
import type { PrintFinder } from './print-finder.ts'
import type { Layout, ReadWord, Recognised, Recogniser } from './recogniser.ts'
import { seePicture } from './see-picture.ts'

const sureFrom = 60

/** A sign or unit after a number, as in “72 %” and “100 g”, which has too little ink to be sure of by itself. */
const isUnit = ({ text, confidence }: ReadWord, before: ReadWord | undefined): boolean =>
  confidence >= 25 && /^[\p{L}%°]{1,2}$/u.test(text) && /\d$/.test(before?.text ?? '')

const isWritten = ({ text }: ReadWord): boolean => /[\p{L}\p{N}]/u.test(text)

/** What is read with hardly any confidence is an edge or a pattern: it isn't looked at again. */
const hopelessBelow = 10

const isWord = ({ text, confidence }: ReadWord): boolean => {
  const letters = text.replace(/[^\p{L}\p{N}]/gu, '').length
  return letters >= 2 ? confidence >= sureFrom : letters === 1 && confidence >= 80
}

/** Patterns and edges look like short odd words; print has at least one longer word, or number, that is sure. */
const isPrint = (words: readonly ReadWord[]): boolean =>
  words.some(({ text, confidence }) => confidence >= 75 && /\p{L}{3}|\d{2}/u.test(text))

const score = (words: readonly ReadWord[]): number =>
  words.filter(isWord).reduce((sum, { text, confidence }) => sum + text.length * (confidence / 100), 0)

/**
 * Whether a second look is likely to find more: it takes up to ten times as long, where the picture has a pattern. What has neither letter nor number
 * says nothing of that: “&” is as it should be, and “|” is an edge.
 */
const isDoubtful = (words: readonly ReadWord[]): boolean => {
  const written = words.filter((word) => isWritten(word) && word.confidence >= hopelessBelow)
  return written.filter(isWord).length < written.length * 0.85
}

type Box = ReadWord['box']

const enoughSure = 6
const mostOfPicture = 0.25

type Size = Pick<Box, 'width' | 'height'>

/**
 * Where the doubtful words are, if nearly all else is sure and they are close together: the second look need not go further. The words are on a
 * picture of this size, which is a part of the `whole`.
 */
const findDoubtfulPart = (words: readonly ReadWord[], { width, height }: Size, whole: Size): Box | null => {
  const doubtful = words.filter((word) => isWritten(word) && !isWord(word))
  if (doubtful.length === 0 || words.filter(isWord).length < enoughSure) return null
  const around = Math.max(...doubtful.map(({ box }) => box.height))
  const left = Math.max(0, Math.min(...doubtful.map(({ box }) => box.left)) - 2 * around)
  const top = Math.max(0, Math.min(...doubtful.map(({ box }) => box.top)) - around)
  const right = Math.min(width, Math.max(...doubtful.map(({ box }) => box.left + box.width)) + 2 * around)
  const bottom = Math.min(height, Math.max(...doubtful.map(({ box }) => box.top + box.height)) + around)
  const part = { left, top, width: right - left, height: bottom - top }
  return part.width * part.height < whole.width * whole.height * mostOfPicture ? part : null
}

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const middleOf = ({ box }: ReadWord): number => box.top + box.height / 2

/** Sure words of a look at a part, among those of the whole picture: in place of the doubtful ones that they cover, each in the line that it belongs to. */
const insertWords = (words: readonly ReadWord[], found: readonly ReadWord[]): readonly ReadWord[] => {
  const sure = found.filter((word) => isWord(word) && !words.some((other) => isWord(other) && overlaps(word.box, other.box)))
  let all = words.filter((word) => isWord(word) || !sure.some((other) => overlaps(word.box, other.box)))
  const lastLine = Math.max(0, ...words.map(({ line }) => line))
  for (const word of sure) {
    const inLine = all.filter((other) => Math.abs(middleOf(other) - middleOf(word)) < Math.min(other.box.height, word.box.height) / 2)
    const before = inLine.filter(({ box }) => box.left < word.box.left).at(-1)
    const next = inLine.length > 0 ? inLine[0] : all.find((other) => middleOf(other) > middleOf(word))
    const at = before ? all.indexOf(before) + 1 : next ? all.indexOf(next) : all.length
    const line = inLine[0]?.line ?? lastLine + 1 + word.line
    all = [...all.slice(0, at), { ...word, line }, ...all.slice(at)]
  }
  return all
}

/** Least difference of grey values between ink and ground; the noise of photographs, which may look like short words, has less. */
const leastContrast = 28

/** The difference between the darkest and the lightest grey values of a box, a twentieth at either end left out. */
const contrastIn = (grey: Uint8Array, width: number, { left, top, width: across, height: down }: ReadWord['box']): number => {
  const counts = new Uint32Array(256)
  for (let y = top; y < top + down; y += 1)
    for (let at = y * width + left; at < y * width + left + across; at += 1) counts[grey[at] ?? 0] = (counts[grey[at] ?? 0] ?? 0) + 1
  const valueAt = (share: number): number => {
    let seen = 0
    return counts.findIndex((count) => {
      seen += count
      return seen >= across * down * share
    })
  }
  return valueAt(0.95) - valueAt(0.05)
}

/** The words that stand out from their ground on the prepared picture on which they were found. */
const keepStandingOut = ({ grey }: PreparedPicture, words: readonly ReadWord[]): readonly ReadWord[] =>
  words.filter(({ box }) => contrastIn(grey.data, grey.width, box) >= leastContrast)

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
