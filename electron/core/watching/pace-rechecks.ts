/** A piece is about as long as this, in milliseconds: new files wait for no more. */
const pieceMs = 500
const mostAtOnce = 100
/** Pauses are so many times as long as the piece before them. */
const pausesPerPiece = 3

/**
 * Known files are read again in pieces, with pauses: a program that changes the permissions of a whole drive makes all of them be read, and
 * no one waits for it.
 */
export const createRecheckPace = (now: () => number) => {
  let atOnce = 1
  let notBefore = 0
  return {
    limit: (): number => (now() < notBefore ? 0 : atOnce),
    /** When the next piece may begin. */
    notBefore: (): number => notBefore,
    done: (tookMs: number): void => {
      if (tookMs > pieceMs) atOnce = Math.max(1, Math.floor(atOnce / 2))
      else if (tookMs < pieceMs / 2) atOnce = Math.min(mostAtOnce, atOnce * 2)
      notBefore = now() + pausesPerPiece * tookMs
    },
  }
}
