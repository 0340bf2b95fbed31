/** One line of the report. Times in milliseconds where a unit is not named. */
export type Measured = {
  readonly kind: 'measured'
  readonly what: string
  readonly ours: string
  readonly reference: string
  /** Ours against the reference, e.g. `0.97×`; empty where a limit is compared. */
  readonly ratio: string
  readonly goal: string
  /** `null`: there is no goal to meet. */
  readonly met: boolean | null
  /** What explains a missed goal, or is worth knowing. */
  readonly notes: readonly string[]
}

/** A line that could not be measured here, and why. */
export type Skipped = { readonly kind: 'skipped'; readonly what: string; readonly reason: string }

export type BenchResult = Measured | Skipped

export type BenchContext = {
  /** A folder of this run on a real disk; removed at its end. */
  readonly folder: string
  /** A few files instead of thousands: shows that the bench works, its figures mean little. */
  readonly isSmall: boolean
  /** How often each of the two is measured. */
  readonly runs: number
  /** Says what is under way. */
  readonly say: (text: string) => void
}

export type BenchLine = { readonly name: string; readonly run: (context: BenchContext) => Promise<readonly BenchResult[]> }

export const seconds = (ms: number): string =>
  ms >= 10_000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(0)} ms`

export const verdictOf = (result: BenchResult): string => {
  if (result.kind === 'skipped') return `skipped: ${result.reason}`
  return result.met === null ? 'no goal' : result.met ? 'met' : 'MISSED'
}

/** A line of a race: how many times as fast as the reference we are, with the goal for that. */
export const race = (what: string, oursMs: number, referenceMs: number, goal: number | null, notes: readonly string[] = []): Measured => {
  const ratio = referenceMs / oursMs
  return {
    kind: 'measured',
    what,
    ours: seconds(oursMs),
    reference: seconds(referenceMs),
    // Rounded down: what is shown as the goal has met it.
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
