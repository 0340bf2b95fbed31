import type { LibrarySort } from '../../../../shared/pictures/library.ts'
import type { Journal, Value } from '../../base/database/journal.ts'

/** What pictures are sorted by, one direction for all of it, and the index that holds it with `seq` and `id` (base/database/derived-schema.ts). */
type Order = { readonly keys: readonly string[]; readonly index: string; readonly direction: 'ASC' | 'DESC' }

const orderOf = ({ by, descending }: LibrarySort): Order => {
  const direction = descending ? 'DESC' : 'ASC'
  switch (by) {
    case 'added':
      // Inside a drop always in natural order.
      return descending
        ? { keys: ['images.newest', 'images.place_key'], index: 'images_by_newest', direction: 'ASC' }
        : { keys: ['images.dropped', 'images.place_key'], index: 'images_by_oldest', direction: 'ASC' }
    case 'name':
      return { keys: ['images.name_key'], index: 'images_by_name', direction }
    case 'bytes':
      return { keys: ['images.bytes'], index: 'images_by_bytes', direction }
    case 'pixels':
      return { keys: ['images.width * images.height'], index: 'images_by_pixels', direction }
  }
}

const orderBy = ({ keys, direction }: Order): string => `ORDER BY ${[...keys, 'images.seq'].map((key) => `${key} ${direction}`).join(', ')}`

/** All pictures of the library, as a condition. */
export const present = { sql: 'images.removed_at IS NULL', values: [] } as const

export type Piece = { readonly seqs: readonly number[]; readonly ids: readonly string[] }

/** All pictures of the library in an order, in pieces; concurrent changes don't affect the rest. */
export function* walkLibrary(journal: Journal, sort: LibrarySort, pieceSize: number): Generator<Piece> {
  const order = orderOf(sort)
  const columns = [...order.keys, 'images.seq']
  const placed = order.keys.map((key, at) => `${key} AS key${at}`).join(', ')
  let more = ''
  let after: Value[] = []
  for (;;) {
    // Lists as JSON, because one object per row takes ten times as long.
    const row = journal.get(
      `SELECT json_group_array(seq) AS seqs, json_group_array(id) AS ids FROM
         (SELECT images.seq, images.id FROM images INDEXED BY ${order.index} WHERE images.removed_at IS NULL ${more} ${orderBy(order)} LIMIT ?)`,
      ...after,
      pieceSize,
    )
    const piece: Piece = { seqs: JSON.parse(String(row?.seqs)) as number[], ids: JSON.parse(String(row?.ids)) as string[] }
    yield piece
    const last = piece.seqs.at(-1)
    const place = last === undefined ? undefined : journal.get(`SELECT ${placed} FROM images WHERE seq = ?`, last)
    if (!place || last === undefined || piece.seqs.length < pieceSize) return
    more = `AND (${columns.join(', ')}) ${order.direction === 'DESC' ? '<' : '>'} (${columns.map(() => '?').join(', ')})`
    after = [...order.keys.map((_, at) => place[`key${at}`] as Value), last]
  }
}

/** What is read in one statement. */
type Reading = Pick<Journal, 'get' | 'all'>

/** The pictures that fulfil a condition (SQL of `images`), in an order; absent limits: all of them. */
const readOrdered = <Column extends 'seq' | 'id'>(
  journal: Reading,
  column: Column,
  sort: LibrarySort,
  { sql, values }: { readonly sql: string; readonly values: readonly Value[] },
  stretch?: { readonly offset: number; readonly limit: number },
): (Column extends 'seq' ? number : string)[] => {
  // As JSON, because one object for each row takes ten times as long.
  const row = journal.get(
    `SELECT json_group_array(${column}) AS list FROM (SELECT images.${column} FROM images WHERE ${sql} ${orderBy(orderOf(sort))}${stretch ? ' LIMIT ? OFFSET ?' : ''})`,
    ...values,
    ...(stretch ? [stretch.limit, stretch.offset] : []),
  )
  return JSON.parse(String(row?.list)) as (Column extends 'seq' ? number : string)[]
}

type OrderedParts = Parameters<typeof readOrdered>

export const readSeqs = (journal: Reading, sort: LibrarySort, condition: OrderedParts[3], stretch?: OrderedParts[4]): number[] =>
  readOrdered(journal, 'seq', sort, condition, stretch)

export const readIds = (journal: Reading, sort: LibrarySort, condition: OrderedParts[3]): string[] =>
  readOrdered(journal, 'id', sort, condition)

/** The ids of these pictures (`images.seq`), in that order, of those still in the library. */
export const readPresentIds = (journal: Reading, seqs: readonly number[]): string[] => {
  const row = journal.get(
    `SELECT json_group_array(id) AS ids FROM (
       SELECT images.id FROM json_each(?) AS wanted CROSS JOIN images ON images.seq = wanted.value WHERE removed_at IS NULL ORDER BY wanted.key
     )`,
    JSON.stringify(seqs),
  )
  return JSON.parse(String(row?.ids)) as string[]
}
