import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TreeEntry } from '../../electron/core/products/catalogue/listed-product.ts'
import type { ReadEntry, StoredNode } from '../../electron/core/products/catalogue/read-entry.ts'
import { type ListEnd, type ListHead, readList } from '../../electron/core/products/catalogue/read-list.ts'
import type { ListColumns, ListedTree, SaidRow } from '../../shared/products/catalogue.ts'
import { describeSaid } from '../../shared/products/catalogue-words.ts'
import type { ColumnDamage, ListReading, RowSum } from '../../shared/products/list-form.ts'

const toRead = ({ skuKey: _, searched: __, kind: ___, options: ____, shows, further, ...entry }: StoredNode): ReadEntry => ({
  ...entry,
  shows: shows === null ? null : (JSON.parse(shows) as string[]),
  further: JSON.parse(further) as [string, string][],
})

export type WholeList = {
  readonly head: ListHead
  /** What is sold: variants, and products without any. */
  readonly entries: readonly ReadEntry[]
  /** Products, each with its variants after it. */
  readonly nodes: readonly (ReadEntry & Pick<TreeEntry, 'kind' | 'options'>)[]
  readonly tree: ListedTree
  readonly said: readonly SaidRow[]
  /** `row: words` of each of them. */
  readonly words: readonly string[]
  readonly rows: number
  readonly merged: readonly string[]
  readonly sum: RowSum
  readonly damage: readonly ColumnDamage[]
}

/** A list from its bytes, read in this thread; with the columns that its headers say, unless others are given. */
export const readWholeList = async (
  bytes: string | Uint8Array,
  columns?: ListColumns,
  name = 'list.csv',
  reading: ListReading = {},
  known: readonly string[] = [],
): Promise<WholeList> => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-list-'))
  const path = join(folder, 'list')
  writeFileSync(path, bytes)
  try {
    const heads: ListHead[] = []
    for await (const piece of readList({ path, name, columns: null, reading })) if (piece.kind === 'head') heads.push(piece)
    const [head] = heads
    if (!head) throw new Error('no head')
    const nodes: WholeList['nodes'][number][] = []
    const said: SaidRow[] = []
    let end: ListEnd | undefined
    for await (const piece of readList({ path, name, columns: columns ?? head.columns, reading, known })) {
      if (piece.kind === 'rows') {
        for (const node of piece.entries)
          nodes.push({
            ...toRead(node),
            kind: node.kind,
            options: node.options === null ? null : (JSON.parse(node.options) as [string, string][]),
          })
        said.push(...piece.said)
      }
      if (piece.kind === 'end') end = piece
    }
    if (!end) throw new Error('no end')
    const entries = nodes.flatMap(({ kind, options: _, ...entry }) => (kind === 'parent' ? [] : [entry]))
    return { head, entries, nodes, said, words: said.map((one) => `${one.row}: ${describeSaid(one)}`), ...end }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
