export type Separator = ',' | ';' | '\t'

const separators = ['\t', ';', ','] as const satisfies readonly Separator[]

/** The first records of a text, up to `most`, each as the number of separators outside its quotes. */
const countIn = (text: string, separator: Separator, most: number): number[] => {
  const counts: number[] = []
  let isQuoted = false
  let count = 0
  let length = 0
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === separator) count++
    if (letter === '\n' && !isQuoted) {
      if (length > 0) counts.push(count)
      if (counts.length === most) return counts
      count = 0
      length = 0
    } else if (letter !== '\r') length++
  }
  if (length > 0) counts.push(count)
  return counts
}

/** How well a separator explains the first rows: those that have as many of it as the header. */
const judge = (counts: readonly number[]): number => {
  const [header = 0] = counts
  if (header === 0) return 0
  const alike = counts.filter((one) => one === header).length / counts.length
  return alike * 1000 + Math.min(header, 500)
}

/** Excel's own first line, which names the separator. */
const named = /^sep=([,;\t])\r?\n/

/** The separator of a list by its beginning, and how many characters of that are not part of the list. */
export const findSeparator = (text: string): { readonly separator: Separator; readonly skip: number } => {
  const said = named.exec(text)
  if (said) return { separator: said[1] as Separator, skip: said[0].length }
  const judged = separators.map((separator) => ({ separator, score: judge(countIn(text, separator, 20)) }))
  const best = judged.reduce((one, other) => (other.score > one.score ? other : one))
  return { separator: best.score === 0 ? ',' : best.separator, skip: 0 }
}
