import type { Journal } from './journal.ts'

/** Batch size and time budget per event-loop turn, so that large changes don't block the UI. */
const pieceSize = 20
const turnMs = 8

/**
 * Gathers what was written in several turns: each has a transaction of its own, which may fail alone on a full disk, and `durable()`
 * speaks of the last one only.
 */
export const createTurnsWritten = (journal: Pick<Journal, 'durable'>) => {
  const turns: Promise<void>[] = []
  return {
    /** Call it in each turn, after the last write in it. */
    add: (): void => {
      const turn = journal.durable()
      turn.catch(() => {})
      turns.push(turn)
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
