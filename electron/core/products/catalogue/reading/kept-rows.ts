import { deserialize, serialize } from 'node:v8'
import type { RawRow } from './raw-rows.ts'

/** Bytes; a sheet of 200,000 rows of a shop’s export takes about half of it. */
const mostBytes = 96 * 1024 * 1024

/** Rows that are looked through twice, packed: to unpack a workbook again takes many times as long. */
export const createKeptRows = (most = mostBytes) => {
  let pieces: Buffer[] = []
  let bytes = 0
  return {
    keep: (rows: readonly RawRow[]): void => {
      if (bytes > most) return
      const piece = serialize(rows)
      bytes += piece.length
      pieces.push(piece)
      if (bytes > most) pieces = []
    },
    /** All of them, each piece once; `undefined`: they were too many to keep. */
    take: (): AsyncGenerator<readonly RawRow[]> | undefined => {
      if (bytes > most) return undefined
      async function* all(): AsyncGenerator<readonly RawRow[]> {
        for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield deserialize(piece) as RawRow[]
      }
      return all()
    },
  }
}
