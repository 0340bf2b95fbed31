import { randomBytes } from 'node:crypto'

export type Ids = {
  /** So many random bytes as lowercase hex: unguessable, and never the same twice. */
  readonly hex: (bytes: number) => string
}

/** Drawn at once: each call for random bytes takes as long as writing a row. */
const drawnBytes = 1024

const createSystemIds = (): Ids => {
  let drawn = Buffer.alloc(0)
  let used = 0
  return {
    hex: (bytes) => {
      if (used + bytes > drawn.length) {
        drawn = randomBytes(Math.max(bytes, drawnBytes))
        used = 0
      }
      const hex = drawn.toString('hex', used, used + bytes)
      // Nothing that was given out stays in memory here.
      drawn.fill(0, used, used + bytes)
      used += bytes
      return hex
    },
  }
}

export const systemIds: Ids = createSystemIds()
