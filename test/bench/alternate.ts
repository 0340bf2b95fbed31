/** The median; of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Measures both alternately (A B A B A B), so that changes in the machine's speed affect both; returns medians. */
export const alternate = async (
  runs: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ readonly ours: number; readonly reference: number; readonly spread: string }> => {
  const [a, b]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run++) {
    a.push(await ours())
    b.push(await reference())
  }
  const list = (values: readonly number[]): string => values.map((one) => one.toFixed(0)).join(', ')
  return { ours: median(a), reference: median(b), spread: `runs in ms: ours ${list(a)}; reference ${list(b)}` }
}
