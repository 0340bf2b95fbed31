/** The shape that all parts share. */
export type Trial = {
  /** Runs try `index`. Returns `null`, or what was lost. The same index runs the same try. */
  readonly tryOne: (index: number) => Promise<string | null>
  readonly close: () => Promise<void>
}

export type Part = {
  readonly name: string
  readonly title: string
  /** The number of tries in the whole campaign, known once `open` has run. */
  readonly total: number | ((trial: Trial) => Promise<number>)
  readonly atOnce: number
  /** Why it can't run here; `null`: it can. */
  readonly findReasonAgainst?: () => Promise<string | null>
  readonly open: () => Promise<Trial>
}
