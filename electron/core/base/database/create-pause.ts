import type { Journal } from './journal.ts'

/** Of one turn of the event loop. */
const turnMs = 8

/** Lets other work run once this turn has taken its time. */
export const createPause = (journal: Pick<Journal, 'monotonic' | 'nextTurn'>): (() => Promise<void>) => {
  let begun = journal.monotonic()
  return async () => {
    if (journal.monotonic() - begun < turnMs) return
    await journal.nextTurn()
    begun = journal.monotonic()
  }
}

/** Runs a task to its end in this turn: what it reads is one state of the library. */
export const runAtOnce = <T>(pieces: Generator<void, T>): T => {
  let step = pieces.next()
  while (!step.done) step = pieces.next()
  return step.value
}

/** Runs a task to its end, with pauses between its pieces. */
export const runInPieces = async <T>(pieces: Generator<void, T>, pause: () => Promise<void>): Promise<T> => {
  let step = pieces.next()
  while (!step.done) {
    await pause()
    step = pieces.next()
  }
  return step.value
}
