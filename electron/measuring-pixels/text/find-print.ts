import { type ColorPixels, cutBox, toPlanes } from './color-pixels.ts'
import { isPrintedLine, type LineWord, mayBePrintedLine, readLine } from './letters.ts'
import type { ReadWord } from './recogniser.ts'
import { findTextBoxes, type MarkedBox, type TextBox } from './text-boxes.ts'

/** `picture`: as large as it is read; `view`: the same as large as lines are looked for. */
export type SeenPicture = { readonly picture: ColorPixels; readonly view: ColorPixels }

type Run = (data: Float32Array, width: number, height: number) => Promise<{ readonly data: Float32Array; readonly dims: readonly number[] }>

/** `detect`: a map of text; `recognise`: letters of one line; `alphabet`: of the latter’s second class on. */
export type Networks = { readonly detect: Run; readonly recognise: Run; readonly alphabet: readonly string[] }

/** As the networks were trained. */
const mapScale = [
  [0.485, 0.456, 0.406],
  [0.229, 0.224, 0.225],
] as const
const lineScale = [
  [0.5, 0.5, 0.5],
  [0.5, 0.5, 0.5],
] as const
const [lineHeight, leastLine, mostLine] = [48, 16, 960]
const block = 32

/** Lines that are read; and, where none of them is print, boxes that are looked at again and lines that are read in each. */
const [mostLines, mostAgain, mostInner] = [12, 3, 4]
/** Longer side of a box that is looked at again, and what is seen around it, as a part of it. */
const [againSide, around, mostEnlarged] = [480, 1.25, 3]
/** A box is a line if it is this much longer than high, and may be upside down above this angle. */
const [longer, upright] = [1.5, 50]

/** A mark that looks like a line of print even if no letter is read: this likely, and this much longer than high. */
const [likely, lineRatio] = [0.9, 3.8]

/** `mayBePrint`: no word is sure, but something looks like a line, or has letters. */
export type FoundPrint = { readonly words: readonly ReadWord[]; readonly mayBePrint: boolean }

type PrintedLine = { readonly box: TextBox; readonly turn: number; readonly words: readonly LineWord[]; readonly confidence: number }

const roundUp = (length: number): number => Math.ceil(length / block) * block

/** Boxes of a view, in its own pixels. */
const findBoxes = async (view: ColorPixels, { detect }: Networks): Promise<MarkedBox[]> => {
  const [width, height] = [roundUp(view.width), roundUp(view.height)]
  const { data } = await detect(toPlanes(view, width, height, mapScale), width, height)
  return findTextBoxes({ data, width, height })
}

const scaleBox = ({ x, y, width, height, angle }: TextBox, scale: number, left = 0, top = 0): TextBox => ({
  ...{ x: x * scale + left, y: y * scale + top, width: width * scale, height: height * scale, angle },
})

/** The ways up of a box, in degrees: a short one may be letters of an upright line. */
const waysUp = ({ width, height, angle }: TextBox): readonly number[] => {
  if (width > longer * height) return Math.abs(angle) < upright ? [0] : [0, 180]
  return [0, 90, 180, 270].filter((turn) => Math.abs(((angle + turn + 540) % 360) - 180) < 100)
}

/** The line in a box if it may be print, the way up that is surest. */
const readBox = async (picture: ColorPixels, box: TextBox, { recognise, alphabet }: Networks): Promise<PrintedLine | undefined> => {
  let surest: PrintedLine | undefined
  for (const turn of waysUp(box)) {
    const ratio = turn % 180 === 0 ? box.width / box.height : box.height / box.width
    const width = Math.max(leastLine, Math.min(mostLine, Math.round(lineHeight * ratio)))
    const { data, dims } = await recognise(
      toPlanes(cutBox(picture, box, turn, width, lineHeight), width, lineHeight, lineScale),
      width,
      lineHeight,
    )
    const line = readLine({ data, steps: dims[1] ?? 0, classes: dims[2] ?? 1 }, alphabet)
    if (mayBePrintedLine(line) && (!surest || line.confidence > surest.confidence)) surest = { box, turn, ...line }
  }
  return surest
}

const readBoxes = async (picture: ColorPixels, boxes: readonly TextBox[], networks: Networks): Promise<PrintedLine[]> => {
  const lines: PrintedLine[] = []
  for (const box of boxes) {
    const line = await readBox(picture, box, networks)
    if (line) lines.push(line)
  }
  return lines
}

/** Reads a part of a picture enlarged: lines that lean or are small run together in a whole picture. */
const lookAgain = async (picture: ColorPixels, box: TextBox, networks: Networks): Promise<PrintedLine[]> => {
  const [sin, cos] = [Math.abs(Math.sin((box.angle * Math.PI) / 180)), Math.abs(Math.cos((box.angle * Math.PI) / 180))]
  const [halfX, halfY] = [((box.width * cos + box.height * sin) * around) / 2, ((box.width * sin + box.height * cos) * around) / 2]
  const [left, top] = [Math.max(0, Math.floor(box.x - halfX)), Math.max(0, Math.floor(box.y - halfY))]
  const width = Math.min(picture.width, Math.ceil(box.x + halfX)) - left
  const height = Math.min(picture.height, Math.ceil(box.y + halfY)) - top
  const scale = Math.min(mostEnlarged, againSide / Math.max(width, height))
  const part = { x: left + width / 2, y: top + height / 2, width, height, angle: 0 }
  const view = cutBox(picture, part, 0, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)))
  const boxes = (await findBoxes(view, networks)).slice(0, mostInner).map((one) => scaleBox(one, 1 / scale, left, top))
  return (await readBoxes(picture, boxes, networks)).filter(isPrintedLine)
}

/** A word’s place on the picture, as if its line were level. */
const placeWord = ({ box, turn }: PrintedLine, { from, to }: LineWord): ReadWord['box'] => {
  const radians = ((box.angle + turn) * Math.PI) / 180
  const [length, height] = turn % 180 === 0 ? [box.width, box.height] : [box.height, box.width]
  const along = ((from + to) / 2 - 0.5) * length
  const width = (to - from) * length
  return { left: box.x + along * Math.cos(radians) - width / 2, top: box.y + along * Math.sin(radians) - height / 2, width, height }
}

const looksLikeLine = ({ width, height, odds }: MarkedBox): boolean => odds >= likely && width >= lineRatio * height

/** Words of the lines on a picture that are print for certain, from the top; lengths are pixels of `picture`. */
export const findPrint = async ({ picture, view }: SeenPicture, networks: Networks): Promise<FoundPrint> => {
  const scale = picture.width / view.width
  const marked = (await findBoxes(view, networks)).slice(0, mostLines)
  const boxes = marked.map((box) => scaleBox(box, scale))
  const readings = await readBoxes(picture, boxes, networks)
  const lines = readings.filter(isPrintedLine)
  for (const box of boxes.slice(0, mostAgain)) if (lines.length === 0) lines.push(...(await lookAgain(picture, box, networks)))
  const words = lines
    .toSorted((a, b) => a.box.y - b.box.y)
    .flatMap((line, at) =>
      line.words.map((word) => ({ text: word.text, confidence: word.confidence, box: placeWord(line, word), line: at })),
    )
  return { words, mayBePrint: lines.length === 0 && (readings.length > 0 || marked.some(looksLikeLine)) }
}
