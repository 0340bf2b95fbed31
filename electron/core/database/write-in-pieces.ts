import type { Journal } from './journal.ts'

/** Batch size and time budget per event-loop turn, so that large changes don't block the UI. */
const pieceSize = 20
const turnMs = 8

/**
 * Applies many changes, a few per transaction, with other work in between. An interruption leaves the rest unchanged. Resolves with the
 * sum of `changePiece`'s results, when everything is on disk.
 */
export const writeInPieces = async <Item>(
  journal: Journal,
  items: readonly Item[],
  changePiece: (piece: readonly Item[]) => number,
): Promise<number> => {
  let changed = 0
  let at = 0
  while (at < items.length) {
    const begun = journal.monotonic()
    do {
      changed += journal.write(() => changePiece(items.slice(at, at + pieceSize)))
      at += pieceSize
    } while (at < items.length && journal.monotonic() - begun < turnMs)
    await journal.nextTurn()
  }
  await journal.durable()
  return changed
}
