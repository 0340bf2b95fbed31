import type { LibraryFilter, LibrarySort, PictureCondition } from '../../../../../shared/pictures/library.ts'
import type { Journal } from '../../../base/database/journal.ts'
import { keepMade } from '../../../base/platform/keep-made.ts'
import { present, readSeqs } from '../library-order.ts'
import { picturesOfAttaches } from './attaches-shown.ts'
import { failsAny, failsOne } from './failing-in-places.ts'
import { type Condition, picturesWithWord, wordsOf } from './find-by-text.ts'
import { readMarks } from './read-marks.ts'

export const isUnfiltered = (filter: LibraryFilter): boolean =>
  filter.text.trim() === '' &&
  filter.state === null &&
  filter.format === null &&
  filter.productRef === null &&
  filter.folder === null &&
  filter.failing === undefined

/** Of a picture's work in one workspace; `attaches`: it may be an attach; `isNot`: pictures without such work. */
const conditions: Readonly<
  Record<PictureCondition, { readonly of: string; readonly attaches?: 'parked' | 'under way'; readonly isNot?: true }>
> = {
  parked: { of: 'parked > 0', attaches: 'parked' },
  uploading: { of: 'uploading > 0' },
  waiting: { of: 'pending > 0', attaches: 'under way' },
  uploaded: { of: 'uploaded > 0' },
  'not-uploaded': { of: 'uploaded > 0', isNot: true },
  answered: { of: 'answers > 0' },
  'missing-answer': { of: 'questions > answers' },
  attached: { of: 'attached > 0' },
  'not-attached': { of: 'attached > 0', isNot: true },
}

const productPictures = `SELECT images.seq FROM attached_sources
  JOIN products ON products.ref = attached_sources.product_ref
  JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = attached_sources.source_id AND gone = 0
  JOIN images ON images.id = sources.image_id WHERE attached_sources.product_ref = ?`

const failingAny = `SELECT picture AS seq FROM picture_checks WHERE basis = ? AND ${failsAny('?')}`
const failingOne = `SELECT check_results.picture AS seq FROM check_results JOIN picture_checks ON picture_checks.picture = check_results.picture
  WHERE profile = ? AND basis = ? AND ${failsOne('?')}`

type Towards = {
  /** The active connection's id, `''` for none: states are those towards it. */
  readonly connectionKey: string
  /** By what results of requirement profiles count now (checks/shop-checks.ts); `null`: none is in use. */
  readonly checkBasis: string | null
}

/** A statement whose rows are pictures (`seq`; some may be gone from the library). `isNot`: all others are meant. */
export type PictureSet = Condition & { readonly isNot?: true | undefined }

/** A filter shows the pictures that are in all of these. None is looked up for its row: each set is read from an index or a table of its own. */
export const setsOf = (filter: LibraryFilter, { connectionKey, checkBasis }: Towards): readonly PictureSet[] => {
  const { productRef, state, format, folder, failing } = filter
  const all: PictureSet[] = []
  if (folder !== null)
    all.push({ sql: 'SELECT seq FROM images INDEXED BY images_by_folder WHERE removed_at IS NULL AND folder = ?', values: [folder] })
  if (productRef !== null) all.push({ sql: productPictures, values: [productRef] })
  if (state !== null) {
    const { of, attaches, isNot } = conditions[state]
    const byAttach = attaches ? ` UNION ALL ${picturesOfAttaches(attaches, "nullif(?, '')")}` : ''
    const sql = `SELECT seq FROM picture_work WHERE connection_id = ? AND ${of}${byAttach}`
    all.push({ sql, isNot, values: attaches ? [connectionKey, connectionKey] : [connectionKey] })
  }
  if (failing !== undefined && checkBasis === null) all.push({ sql: 'SELECT seq FROM images WHERE false', values: [] })
  else if (failing === '*') all.push({ sql: failingAny, values: [checkBasis, connectionKey] })
  else if (failing !== undefined) all.push({ sql: failingOne, values: [failing, checkBasis, connectionKey] })
  if (format !== null)
    all.push({ sql: 'SELECT seq FROM images INDEXED BY images_by_search WHERE removed_at IS NULL AND format = ?', values: [format] })
  for (const word of wordsOf(filter.text)) all.push(picturesWithWord(word, connectionKey))
  return all
}

/** Sorting so many takes less than reading the whole library's order. */
const mostSorted = 2_000

/** Sets that are kept: those of a view, of the one before, and of the words that were typed until then. */
const keptSets = 8

/** Reads pictures (`images.seq`) that are in all of these sets, in order. Sets are kept until anything changes: a filter reads what is new in it. */
export const createFiltered = (journal: Journal, readWhole: (sort: LibrarySort) => readonly number[]) => {
  const keep = keepMade<{ readonly marks: Uint8Array; readonly few: readonly number[] | null }>(keptSets)
  const read = (set: Condition) => {
    const { seqs, marks } = readMarks(journal, set)
    return { marks, few: seqs.length <= mostSorted ? seqs : null }
  }
  return (sort: LibrarySort, version: string, sets: readonly PictureSet[]): readonly number[] => {
    const all = sets.map(({ isNot = false, ...set }) => ({ isNot, ...keep(JSON.stringify([version, set]), () => read(set)) }))
    const few = all.find((one) => one.few && !one.isNot)?.few
    const ordered = few
      ? readSeqs(journal, sort, {
          sql: `${present.sql} AND images.seq IN (SELECT value FROM json_each(?))`,
          values: [JSON.stringify(few)],
        })
      : readWhole(sort)
    return all.reduce((left, { marks, isNot }) => left.filter((seq) => (marks[seq] === 1) !== isNot), ordered)
  }
}
