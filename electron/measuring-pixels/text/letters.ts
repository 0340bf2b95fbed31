/** Which letter stands where along a line, as a network tells it: for each of `steps` places how likely each of `classes` is; the first is none. */
export type LetterOdds = { readonly data: Float32Array; readonly steps: number; readonly classes: number }

/** `from`, `to`: 0 to 1 along the line; `confidence`: 0 to 100. */
export type LineWord = { readonly text: string; readonly confidence: number; readonly from: number; readonly to: number }

/** `isApart`: after what may be a space. */
type Letter = { readonly text: string; readonly confidence: number; readonly at: number; readonly isApart: boolean }

/** The network prefers no letter to a space: between letters of one word a space has odds of 0.001, between words often less than 0.5. */
const leastSpace = 0.1

/** Letters in their order: the likeliest of each place, once for each time that it changes. `alphabet`: of the second class on. */
const listLetters = ({ data, steps, classes }: LetterOdds, alphabet: readonly string[]): Letter[] => {
  const letters: Letter[] = []
  let before = 0
  let space = 0
  for (let step = 0; step < steps; step += 1) {
    let [best, odds] = [0, 0]
    for (let one = 0; one < classes; one += 1) {
      const likely = data[step * classes + one] ?? 0
      if (likely > odds) [best, odds] = [one, likely]
    }
    // The last class is the space.
    space = Math.max(space, data[step * classes + classes - 1] ?? 0)
    if (best > 0 && best !== before) {
      const isApart = space >= leastSpace
      letters.push({ text: alphabet[best - 1] ?? ' ', confidence: odds * 100, at: (step + 0.5) / steps, isApart })
      space = 0
    }
    before = best
  }
  return letters
}

const meanOf = (letters: readonly Letter[]): number =>
  letters.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, letters.length)

/** The words of a line, and how sure the whole line is. */
export const readLine = (
  odds: LetterOdds,
  alphabet: readonly string[],
): { readonly words: readonly LineWord[]; readonly confidence: number } => {
  const letters = listLetters(odds, alphabet)
  const groups: Letter[][] = [[]]
  for (const letter of letters) {
    const isSpace = letter.text.trim() === ''
    if (isSpace || letter.isApart) groups.push([])
    if (!isSpace) groups.at(-1)?.push(letter)
  }
  const words = groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      text: group.map(({ text }) => text).join(''),
      confidence: meanOf(group),
      from: Math.max(0, (group[0]?.at ?? 0) - 0.5 / odds.steps),
      to: Math.min(1, (group.at(-1)?.at ?? 0) + 0.5 / odds.steps),
    }))
  return { words, confidence: meanOf(letters) }
}

type Line = ReturnType<typeof readLine>

/** Edges and patterns make one or two letters, or the same one again and again. */
const leastLetters = 3
/** Mean confidence of a line that is print, and of one that may be. */
const [sure, perhaps] = [85, 60]

export const mayBePrintedLine = ({ words, confidence }: Line): boolean => {
  const letters = words.flatMap(({ text }) => [...text.replace(/[^\p{L}\p{N}]/gu, '')])
  return letters.length >= leastLetters && confidence >= perhaps && new Set(letters).size > 1
}

export const isPrintedLine = (line: Line): boolean => mayBePrintedLine(line) && line.confidence >= sure
