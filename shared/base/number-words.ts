let plain: Intl.NumberFormat | undefined

const mostKnown = 200
const known = new Map<number, string>()

/** Counts as they were formatted, for the next start of the same language. */
export const knownCounts = (): readonly (readonly [count: number, words: string])[] => [...known]
export const guessCounts = (counts: ReturnType<typeof knownCounts>): void => {
  for (const [count, words] of counts) known.set(count, words)
}

const format = (count: number): string => {
  // Made when it is needed first, as the others in this folder: each takes a twentieth of a command's start.
  plain ??= new Intl.NumberFormat()
  return plain.format(count)
}

export const formatCount = (count: number): string => {
  const words = known.get(count) ?? format(count)
  if (known.size >= mostKnown) known.clear()
  known.set(count, words)
  return words
}

/** `1 picture`, `2,000 pictures`. */
export const countOf = (count: number, one: string, many = `${one}s`): string => `${formatCount(count)} ${count === 1 ? one : many}`
