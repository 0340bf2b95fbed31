import type { LibrarySort } from '../../../shared/library.ts'
import type { Journal, Value } from '../database/journal.ts'

/** The column that a sort goes by, and the index that holds it with `seq` and `id` (database/schema.ts). */
const sorts: Readonly<Record<LibrarySort['by'], { readonly key: string; readonly index: string }>> = {
  added: { key: 'images.added_at', index: 'images_by_added' },
  name: { key: 'images.name COLLATE NOCASE', index: 'images_by_name' },
  bytes: { key: 'images.bytes', index: 'images_by_bytes' },
  pixels: { key: 'images.width * images.height', index: 'images_by_pixels' },
}

const orderOf = ({ by, descending }: LibrarySort): string => {
  const direction = descending ? 'DESC' : 'ASC'
  return `ORDER BY ${sorts[by].key} ${direction}, images.seq ${direction}`
}

export type Piece = { readonly seqs: readonly number[]; readonly ids: readonly string[] }

/** All pictures of the library in an order, in pieces; concurrent changes don't affect the rest. */
export function* walkLibrary(journal: Journal, sort: LibrarySort, pieceSize: number): Generator<Piece> {
  const { key, index } = sorts[sort.by]
  let more = ''
  let after: Value[] = []
  for (;;) {
    // Lists as JSON, because one object per row takes ten times as long.
    const row = journal.get(
      `SELECT json_group_array(seq) AS seqs, json_group_array(id) AS ids FROM
         (SELECT images.seq, images.id FROM images INDEXED BY ${index} WHERE images.removed_at IS NULL ${more} ${orderOf(sort)} LIMIT ?)`,
      ...after,
      pieceSize,
    )
    const piece: Piece = { seqs: JSON.parse(String(row?.seqs)) as number[], ids: JSON.parse(String(row?.ids)) as string[] }
    yield piece
    const last = piece.seqs.at(-1)
    const place = last === undefined ? undefined : journal.get(`SELECT ${key} AS key FROM images WHERE seq = ?`, last)
    if (!place || last === undefined || piece.seqs.length < pieceSize) return
    more = `AND (${key}, images.seq) ${sort.descending ? '<' : '>'} (?, ?)`
    after = [place.key as Value, last]
  }
}

/** A stretch of the whole library in an order. */
export const readStretch = (journal: Journal, sort: LibrarySort, offset: number, limit: number): number[] => {
  const row = journal.get(
    `SELECT json_group_array(seq) AS seqs FROM
       (SELECT images.seq FROM images INDEXED BY ${sorts[sort.by].index} WHERE images.removed_at IS NULL ${orderOf(sort)} LIMIT ? OFFSET ?)`,
    limit,
    offset,
  )
  return JSON.parse(String(row?.seqs)) as number[]
}

/** A few pictures, put in order. */
export const sortFew = (journal: Journal, sort: LibrarySort, seqs: readonly number[]): Piece => {
  const row = journal.get(
    `SELECT json_group_array(seq) AS seqs, json_group_array(id) AS ids FROM
       (SELECT images.seq, images.id FROM json_each(?) AS wanted CROSS JOIN images ON images.seq = wanted.value ${orderOf(sort)})`,
    JSON.stringify(seqs),
  )
  return { seqs: JSON.parse(String(row?.seqs)) as number[], ids: JSON.parse(String(row?.ids)) as string[] }
}
