import type { LibraryFilter } from '../../../shared/library.ts'
import { foldName } from '../database/fold-name.ts'
import type { Journal, Value } from '../database/journal.ts'

export const isUnfiltered = (filter: LibraryFilter): boolean =>
  filter.text.trim() === '' && filter.state === null && filter.format === null && filter.productRef === null

export type Matches = {
  readonly total: number
  readonly has: (seq: number) => boolean /** All of them, by `seq`. */
  readonly list: () => number[]
}

/** Matches are read in pieces of this many, with other work in between. */
const pieceSize = 10_000
const never = 0x80

/** All rows of an index in its own order, piece by piece; `columns` are the index's, `seq` the last of them. */
const readAll = async (
  journal: Journal,
  columns: readonly string[],
  from: string,
  values: readonly Value[],
  take: (seqs: readonly number[]) => void,
): Promise<void> => {
  let after: Value[] = []
  for (;;) {
    const more = after.length === 0 ? '' : `AND (${columns.join(', ')}) > (${columns.map(() => '?').join(', ')})`
    const row = journal.get(
      `SELECT json_group_array(seq) AS seqs FROM (SELECT seq ${from} ${more} ORDER BY ${columns.join(', ')} LIMIT ${pieceSize})`,
      ...values,
      ...after,
    )
    const seqs = JSON.parse(String(row?.seqs)) as number[]
    take(seqs)
    const last = seqs.at(-1)
    if (seqs.length < pieceSize || last === undefined) return
    const place = columns.length === 1 ? { seq: last } : journal.get(`SELECT ${columns.join(', ')} FROM images WHERE seq = ?`, last)
    if (!place) return
    after = columns.map((column) => place[column as keyof typeof place] as Value)
    await journal.nextTurn()
  }
}

/**
 * The pictures that match every condition. Each condition is read from an index that holds all it needs.
 * @param connectionKey the active connection's id, `''` for none: states are those towards it
 */
export const filterLibrary = async (journal: Journal, filter: LibraryFilter, connectionKey: string): Promise<Matches> => {
  const { productRef, state, format } = filter
  const text = foldName(filter.text.trim())
  const size = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1
  // How many conditions each picture fulfils.
  const hits = new Uint8Array(size)
  let conditions = 0
  const hit = (seqs: readonly number[]): void => {
    for (const seq of seqs) if (seq < size) hits[seq] = (hits[seq] ?? 0) + 1
  }
  const exclude = (seqs: readonly number[]): void => {
    for (const seq of seqs) if (seq < size) hits[seq] = never
  }
  const read = (columns: readonly string[], from: string, ...values: Value[]): Promise<void> => {
    conditions++
    return readAll(journal, columns, from, values, hit)
  }

  if (text !== '' || format !== null) {
    const formatIs = format === null ? '' : 'AND format = ?'
    const from = `FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND instr(folded_name, ?) > 0 ${formatIs}`
    await read(['folded_name', 'format', 'seq'], from, text, ...(format === null ? [] : [format]))
  }
  if (productRef !== null) {
    const from = `FROM (
      SELECT DISTINCT images.seq FROM attached_sources
      JOIN products ON products.ref = attached_sources.product_ref
      JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = attached_sources.source_id
      JOIN images ON images.id = sources.image_id WHERE attached_sources.product_ref = ?
    ) WHERE true`
    await read(['seq'], from, productRef)
  }
  if (state === 'kept') {
    await read(['added_at', 'seq'], 'FROM images INDEXED BY images_by_added WHERE removed_at IS NULL')
    for (const other of ['parked', 'uploading', 'waiting', 'attached', 'answered', 'uploaded'])
      await readAll(
        journal,
        ['seq'],
        'FROM picture_work INDEXED BY picture_work_by_state WHERE connection_id = ? AND state = ?',
        [connectionKey, other],
        exclude,
      )
  } else if (state !== null) {
    await read(['seq'], 'FROM picture_work INDEXED BY picture_work_by_state WHERE connection_id = ? AND state = ?', connectionKey, state)
  }
  await readAll(journal, ['seq'], 'FROM images INDEXED BY images_removed WHERE removed_at IS NOT NULL', [], exclude)

  let total = 0
  for (const count of hits) if (count === conditions) total++
  return {
    total,
    has: (seq) => hits[seq] === conditions,
    list: () => {
      const list: number[] = []
      for (const [seq, count] of hits.entries()) if (count === conditions) list.push(seq)
      return list
    },
  }
}
