import type { ReadWord } from './recogniser.ts'
import { isWord, isWritten } from './sure-words.ts'

export type Box = ReadWord['box']

const enoughSure = 6
const mostOfPicture = 0.25

type Size = Pick<Box, 'width' | 'height'>

/**
 * Where the doubtful words are, if nearly all else is sure and they are close together: the second look need not go further. The words are on a
 * picture of this size, which is a part of the `whole`.
 */
export const findDoubtfulPart = (words: readonly ReadWord[], { width, height }: Size, whole: Size): Box | null => {
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
export const insertWords = (words: readonly ReadWord[], found: readonly ReadWord[]): readonly ReadWord[] => {
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
