import type { Journal } from './journal.ts'

/** Batch size and time budget per event-loop turn, so that large changes don't block the UI. */
const pieceSize = 20
const turnMs = 8

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

function* takePieces<Item>(items: Iterable<Item>): Generator<readonly Item[], undefined> {
  let piece: Item[] = []
  for (const item of items) {
    piece.push(item)
    if (piece.length < pieceSize) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/**
 * Applies many changes, a few per transaction, with other work in between. An interruption leaves the rest unchanged. Resolves with the
 * sum of `changePiece`'s results, when everything is on disk.
 */
export const writeInPieces = async <Item>(
  journal: Journal,
  items: Iterable<Item>,
  changePiece: (piece: readonly Item[]) => number,
): Promise<number> => {
  const written = createTurnsWritten(journal)
  const pieces = takePieces(items)
  let changed = 0
  let next = pieces.next()
  while (!next.done) {
    const begun = journal.monotonic()
    do {
      const piece = next.value
      changed += journal.write(() => changePiece(piece))
      next = pieces.next()
    } while (!next.done && journal.monotonic() - begun < turnMs)
    written.add()
    await journal.nextTurn()
  }
  await written.durable()
  return changed
}
