/** What all tries of a part share. */
export type Trial = {
  /** Tries it once; `null`: nothing was lost, else what. The same index tries the same. */
  readonly tryOne: (index: number) => Promise<string | null>
  readonly close: () => Promise<void>
}

export type Part = {
  readonly name: string
  readonly title: string
  /** How many tries the whole campaign makes; where it has to be found out, once `open` has. */
  readonly total: number | ((trial: Trial) => Promise<number>)
  readonly atOnce: number
  /** Why it can't be tried here; `null`: it can. */
  readonly findReasonAgainst?: () => Promise<string | null>
  readonly open: () => Promise<Trial>
}
