import { type PartState, saveState } from './campaign-state.ts'
import type { Part } from './part.ts'

type Options = {
  readonly stateFolder: string
  /** A share of the tries, from 0 to 1. */
  readonly share: number
  readonly onProgress: (state: PartState) => void
  readonly isStopped: () => boolean
}

const saveEveryMs = 2_000

/** Continues a part where it stopped, until all of its share is tried or it is stopped. */
export const runPart = async (part: Part, begun: PartState, { stateFolder, share, onProgress, isStopped }: Options): Promise<PartState> => {
  const started = Date.now()
  const trial = await part.open()
  let state = begun
  let savedAt = started
  /** Tries end out of order. Only those below every running one count as completed. */
  const ended = new Set<number>()
  const end = (index: number, what: string | null): void => {
    ended.add(index)
    let { tried } = state
    while (ended.delete(tried)) tried++
    const lost = what === null ? state.lost : [...state.lost.filter((one) => one.index !== index), { index, what }]
    state = { ...state, tried, lost, seconds: begun.seconds + Math.round((Date.now() - started) / 1_000) }
    if (Date.now() - savedAt < saveEveryMs) return
    savedAt = Date.now()
    saveState(stateFolder, state)
    onProgress(state)
  }
  try {
    const whole = typeof part.total === 'number' ? part.total : await part.total(trial)
    state = { ...state, total: Math.max(1, Math.round(whole * share)) }
    let next = state.tried
    const work = async (): Promise<void> => {
      while (next < state.total && !isStopped()) {
        const index = next++
        end(index, await trial.tryOne(index).catch((error: unknown) => `the try itself failed: ${String(error)}`))
      }
    }
    await Promise.all(Array.from({ length: part.atOnce }, work))
  } finally {
    await trial.close()
    saveState(stateFolder, state)
  }
  onProgress(state)
  return state
}
