import type { Journal } from './journal.ts'

/**
 * Gathers what was written in several turns: each has a transaction of its own, which may fail alone on a full disk, and `durable()`
 * speaks of the last one only.
 */
export const createTurnsWritten = (journal: Pick<Journal, 'durable' | 'nextTurn'>) => {
  const turns: Promise<void>[] = []
  let failed: { readonly error: unknown } | undefined
  const add = (): void => {
    const turn = journal.durable()
    turn.catch((error: unknown) => {
      failed ??= { error }
    })
    turns.push(turn)
  }
  return {
    /** Call it in each turn, after the last write in it. */
    add,
    /** The same, then lets other work in. Rejects if the disk refused one: what follows may build on it, and a loop until nothing is left would not end. */
    nextTurn: async (): Promise<void> => {
      add()
      await journal.nextTurn()
      if (failed) throw failed.error
    },
    /** Resolves when all of it is on disk. Rejects if any of it is not, once it is known what is. */
    durable: async (): Promise<void> => {
      await Promise.allSettled(turns)
      await Promise.all(turns)
    },
  }
}
