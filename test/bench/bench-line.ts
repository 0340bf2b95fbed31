/** One line of the report. Times are in milliseconds unless another unit is named. */
export type Measured = {
  readonly kind: 'measured'
  readonly what: string
  readonly ours: string
  readonly reference: string
  /** Packshot relative to the reference, e.g. `0.97×`; empty if the goal is a limit. */
  readonly ratio: string
  readonly goal: string
  /** `null`: there is no goal. */
  readonly met: boolean | null
  /** Explains a missed goal, or adds something worth knowing. */
  readonly notes: readonly string[]
}

/** A line that could not be measured here, and why. */
export type Skipped = { readonly kind: 'skipped'; readonly what: string; readonly reason: string }

export type BenchResult = Measured | Skipped

export type BenchContext = {
  /** A folder of this run on a real disk; removed at its end. */
  readonly folder: string
  /** A few files instead of thousands: shows that the bench works, but its figures mean little. */
  readonly isSmall: boolean
  /** How often each of the two is measured. */
  readonly runs: number
  /** Prints the current step. */
  readonly say: (text: string) => void
}

export type BenchLine = {
  readonly name: string
  /** Only where it is named. */
  readonly isApart?: true
  readonly run: (context: BenchContext) => Promise<readonly BenchResult[]>
}

export const seconds = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(0)} ms`

export const verdictOf = (result: BenchResult): string => {
  if (result.kind === 'skipped') return `skipped: ${result.reason}`
  return result.met === null ? 'no goal' : result.met ? 'met' : 'MISSED'
}

/** A line of a race: our speed relative to the reference, with the goal for it. */
export const race = (what: string, oursMs: number, referenceMs: number, goal: number | null, notes: readonly string[] = []): Measured => {
  const ratio = referenceMs / oursMs
  return {
    kind: 'measured',
    what,
    ours: seconds(oursMs),
    reference: seconds(referenceMs),
    // Rounded down, so that a figure shown as the goal has met it.
    ratio: `${(Math.floor(ratio * 100) / 100).toFixed(2)}×`,
    goal: goal === null ? '' : `≥ ${goal.toFixed(2)}×`,
    met: goal === null ? null : ratio >= goal,
    notes,
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The report as a markdown table. */
export const toTable = (results: readonly BenchResult[]): string => {
  const rows = results.map((one) =>
    one.kind === 'skipped'
      ? [one.what, '', '', '', '', verdictOf(one)]
      : [one.what, one.ours, one.reference, one.ratio, one.goal, verdictOf(one)],
  )
  const lines = [['What', 'Packshot', 'Reference', 'Ratio', 'Goal', ''], ['---', '---', '---', '---', '---', '---'], ...rows]
  return lines.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}
