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
