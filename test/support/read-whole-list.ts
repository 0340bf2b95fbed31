import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadEntry, StoredEntry } from '../../electron/core/products/catalogue/read-entry.ts'
import { type ListHead, readList } from '../../electron/core/products/catalogue/read-list.ts'
import type { ListColumns, SaidRow } from '../../shared/products/catalogue.ts'
import { describeSaid } from '../../shared/products/catalogue-words.ts'

const toRead = ({ skuKey: _, searched: __, shows, further, ...entry }: StoredEntry): ReadEntry => ({
  ...entry,
  shows: shows === null ? null : (JSON.parse(shows) as string[]),
  further: JSON.parse(further) as [string, string][],
})

export type WholeList = {
  readonly head: ListHead
  readonly entries: readonly ReadEntry[]
  readonly said: readonly SaidRow[]
  /** `row: words` of each of them. */
  readonly words: readonly string[]
  readonly rows: number
  readonly merged: readonly string[]
}

/** A list from its bytes, read in this thread; with the columns that its headers say, unless others are given. */
export const readWholeList = async (bytes: string | Uint8Array, columns?: ListColumns, name = 'list.csv'): Promise<WholeList> => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-list-'))
  const path = join(folder, 'list')
  writeFileSync(path, bytes)
  try {
    const heads: ListHead[] = []
    for await (const piece of readList({ path, name, columns: null })) if (piece.kind === 'head') heads.push(piece)
    const [head] = heads
    if (!head) throw new Error('no head')
    const entries: ReadEntry[] = []
    const said: SaidRow[] = []
    let end = { rows: 0, merged: [] as readonly string[] }
    for await (const piece of readList({ path, name, columns: columns ?? head.columns })) {
      if (piece.kind === 'rows') {
        entries.push(...piece.entries.map(toRead))
        said.push(...piece.said)
      }
      if (piece.kind === 'end') end = piece
    }
    return { head, entries, said, words: said.map((one) => `${one.row}: ${describeSaid(one)}`), rows: end.rows, merged: end.merged }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
