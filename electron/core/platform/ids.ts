import { randomBytes } from 'node:crypto'

export type Ids = {
  /** So many random bytes as lowercase hex: unguessable, and never the same twice. */
  readonly hex: (bytes: number) => string
}

export const systemIds: Ids = { hex: (bytes) => randomBytes(bytes).toString('hex') }
