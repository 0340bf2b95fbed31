import type { LibraryFilter, PictureCondition } from '../../../../../shared/pictures/library.ts'
import type { Journal, Value } from '../../../base/database/journal.ts'
import { failsAny, failsOne } from './failing-in-places.ts'
import { containing, findAmong, findByWord, wordsOf } from './find-by-text.ts'

export const isUnfiltered = (filter: LibraryFilter): boolean =>
  filter.text.trim() === '' &&
  filter.state === null &&
  filter.format === null &&
  filter.productRef === null &&
  filter.folder === null &&
  filter.failing === undefined

/** With what results of requirement profiles count now (checks/shop-checks.ts); `null`: none is in use. */
export type DatedFilter = LibraryFilter & { readonly checkBasis?: string | null }

export type Matches = {
  readonly total: number
  readonly has: (seq: number) => boolean
  /** All of them, by `seq`. */
  readonly list: () => number[]
}

/** Matches are read in pieces of this many, with other work in between. */
const pieceSize = 10_000
const never = 0x80
/** Of so many pictures each is looked at; of more, all of an index. */
const fewPictures = 1_000

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

/** Of a picture's work in one workspace; `isNot`: pictures without such work. */
const conditions: Readonly<Record<PictureCondition, { readonly of: string; readonly isNot?: true }>> = {
  parked: { of: 'parked > 0' },
  uploading: { of: 'uploading > 0' },
  waiting: { of: 'pending > 0' },
  uploaded: { of: 'uploaded > 0' },
  'not-uploaded': { of: 'uploaded > 0', isNot: true },
  answered: { of: 'answers > 0' },
  'missing-answer': { of: 'questions > answers' },
  attached: { of: 'attached > 0' },
  'not-attached': { of: 'attached > 0', isNot: true },
}

const productPictures = `FROM (
  SELECT DISTINCT images.seq FROM attached_sources
  JOIN products ON products.ref = attached_sources.product_ref
  JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = attached_sources.source_id
    AND gone = 0
  JOIN images ON images.id = sources.image_id WHERE attached_sources.product_ref = ?
) WHERE true`

const failingAny = `FROM (SELECT picture AS seq FROM picture_checks WHERE basis = ? AND ${failsAny('?')}) WHERE true`
const failingOne = `FROM (
  SELECT check_results.picture AS seq FROM check_results JOIN picture_checks ON picture_checks.picture = check_results.picture
  WHERE profile = ? AND basis = ? AND ${failsOne('?')}
) WHERE true`

/**
 * The pictures that match every condition, one after the other. Each is read from an index that holds all it needs, and the next ones are
 * left out when nothing matches.
 * @param connectionKey the active connection's id, `''` for none: states are those towards it
 */
export const filterLibrary = async (
  journal: Journal,
  filter: DatedFilter,
  connectionKey: string,
  few: number = fewPictures,
): Promise<Matches> => {
  const { productRef, state, format, folder, failing, checkBasis = null } = filter
  const size = Number(journal.get('SELECT max(seq) AS last FROM images')?.last ?? 0) + 1
  // How many of the conditions so far each picture fulfils, in their order.
  const hits = new Uint8Array(size)
  let fulfilled = 0
  let matching = Number(journal.get('SELECT pictures FROM picture_count')?.pictures ?? 0)
  /** The pictures that `find` reports, any number of times, among those `left` by the conditions before. */
  const require = async (find: (hit: (seqs: readonly number[]) => void, left: number) => Promise<void>): Promise<void> => {
    if (matching === 0) return
    const left = matching
    matching = 0
    await find((seqs) => {
      for (const seq of seqs)
        if (hits[seq] === fulfilled) {
          hits[seq] = fulfilled + 1
          matching++
        }
    }, left)
    fulfilled++
  }
  const list = (): number[] => {
    const all: number[] = []
    for (const [seq, count] of hits.entries()) if (count === fulfilled) all.push(seq)
    return all
  }
  const exclude = (seqs: readonly number[]): void => {
    for (const seq of seqs) if (seq < size) hits[seq] = never
  }

  await readAll(journal, ['seq'], 'FROM images INDEXED BY images_removed WHERE removed_at IS NOT NULL', [], exclude)
  if (folder !== null)
    await require((hit) =>
      readAll(journal, ['name', 'seq'], 'FROM images INDEXED BY images_by_folder WHERE removed_at IS NULL AND folder = ?', [folder], hit),
    )
  if (productRef !== null) await require((hit) => readAll(journal, ['seq'], productPictures, [productRef], hit))
  if (state !== null) {
    const { of, isNot } = conditions[state]
    await require(async (hit) => {
      const from = `FROM picture_work WHERE connection_id = ? AND ${of}`
      await readAll(journal, ['seq'], from, [connectionKey], isNot ? exclude : hit)
      if (isNot) await readAll(journal, ['bytes', 'seq'], 'FROM images INDEXED BY images_by_bytes WHERE removed_at IS NULL', [], hit)
    })
  }
  if (failing !== undefined)
    await require(async (hit) => {
      if (checkBasis === null) return
      if (failing === '*') await readAll(journal, ['seq'], failingAny, [checkBasis, connectionKey], hit)
      else await readAll(journal, ['seq'], failingOne, [failing, checkBasis, connectionKey], hit)
    })
  const search = ['folded_place', 'format', 'seq']
  if (format !== null)
    await require((hit) =>
      readAll(journal, search, 'FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND format = ?', [format], hit),
    )
  const words = wordsOf(filter.text)
  const connectionIds =
    connectionKey === '' && words.length > 0 ? journal.all('SELECT id FROM connections').map((row) => String(row.id)) : [connectionKey]
  for (const word of words)
    await require(async (hit, left) => {
      if (left <= few) return hit(findAmong({ journal, connectionIds }, word, list()))
      const { sql, value } = containing('folded_place', word)
      await readAll(journal, search, `FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND ${sql}`, [value], hit)
      // In the names of all that are left: nothing to add.
      if (matching < left) await findByWord({ journal, connectionIds }, word, hit)
    })

  return { total: matching, has: (seq) => hits[seq] === fulfilled, list }
}
