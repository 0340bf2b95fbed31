import { readFileSync } from 'node:fs'
import { readEntry, toStored } from '../../electron/core/products/catalogue/read-entry.ts'
import type { ListPiece, ListReader } from '../../electron/core/products/catalogue/read-list.ts'
import { recogniseColumns } from '../../electron/core/products/catalogue/recognise-columns.ts'
import { treeWithout } from '../../electron/core/products/catalogue/sum-tree.ts'
import type { SaidRow } from '../../shared/products/catalogue.ts'
import type { Life, World } from './world.ts'

/** Rows of a piece: a small list comes in several, with time for a crash between them. A longer one comes in few. */
const rowsOf = (rows: number): number => (rows > 100 ? 50 : 3)

/**
 * Stands in for the thread that reads lists: rows are read as there, and a piece comes after a while. Files in the simulation have a header
 * row and cells without quotes, separated by semicolons.
 */
export const createSimListReader = (world: World, life: Life): ListReader =>
  async function* ({ path, columns }, signal): AsyncGenerator<ListPiece> {
    const wait = async (): Promise<void> => {
      await new Promise<void>((resolve) => void world.after(1 + world.int(60), resolve, life))
      signal.throwIfAborted()
    }
    await wait()
    const [headers = [], ...rows] = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(';'))
    yield {
      kind: 'head',
      form: { kind: 'text', encoding: 'utf-8', separator: ';', quoting: 'doubled' },
      shape: null,
      unclear: [],
      headerRow: 1,
      shopIds: [],
      headers,
      columns: recogniseColumns(headers),
      rows: rows.slice(0, 8),
    }
    if (columns === null) return
    const pieceRows = rowsOf(rows.length)
    for (let at = 0; at < rows.length; at += pieceRows) {
      await wait()
      const read = rows.slice(at, at + pieceRows).map((cells, index) => {
        const row = at + index + 2
        return { row, one: readEntry({ row, cells }, headers, columns) }
      })
      yield {
        kind: 'rows',
        entries: read.flatMap(({ one }) => (one.kind === 'entry' ? [toStored(one.entry)] : [])),
        refused: read.flatMap(({ one }) => (one.kind === 'refused' ? [one.names] : [])),
        said: read.flatMap(({ row, one }): SaidRow[] => (one.kind === 'refused' ? [{ row, isIn: false, about: one.problem }] : [])),
      }
    }
    await wait()
    const sum = { rows: rows.length + 1, headers: 1, empty: 0, products: rows.length, variants: 0, pictures: 0, views: 0, refused: 0 }
    yield { kind: 'end', rows: rows.length, merged: [], sum, damage: [], tree: treeWithout(rows.length) }
  }
