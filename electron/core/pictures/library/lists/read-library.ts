import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import type {
  LibraryFilter,
  LibraryGroup,
  LibraryGrouping,
  LibraryRow,
  LibrarySort,
  PictureState,
} from '../../../../../shared/pictures/library.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { readPresentIds, readStretch, sortFew, walkLibrary } from '../library-order.ts'
import { fixesOf, readingOf } from '../picture-store.ts'
import { countInPlaces } from './failing-in-places.ts'
import { type DatedFilter, isUnfiltered, type Matches } from './filter-library.ts'
import { createLibraryGroups, type GroupedView } from './group-library.ts'
import { createMatchesAtHand } from './matches-at-hand.ts'

/** The library is walked in pieces of this many, with other work in between: the event loop is never held for long. */
const pieceSize = 5_000
/** So many matches are sorted by themselves; more are picked out of the whole library's order. */
const fewMatches = 2_000

type Ports = {
  readonly journal: Journal
  /** The active connection's id, or `null`. */
  readonly connectionId: () => string | null
  /** Running uploads: image id → sent share, 0–1. */
  readonly uploading: () => Readonly<Record<string, number>>
  /** Of a product of our record, as the imported list has it. */
  readonly skuOf: (productRef: string) => string | null
  /** By what results of requirement profiles count now; `null`: none is in use. */
  readonly checkBasis?: () => string | null
}

export type LibraryView = { readonly sort: LibrarySort; readonly filter: LibraryFilter; readonly groupBy: LibraryGrouping }

/** `null`: it has no groups. */
const asGrouped = ({ sort, filter, groupBy }: LibraryView): GroupedView | null => (groupBy === 'nothing' ? null : { sort, filter, groupBy })

export type LibraryPage = { readonly total: number; readonly rows: LibraryRow[] }
export type LibraryReader = ReturnType<typeof createLibraryReader>

const rowColumns = `images.seq, images.id, images.name, images.folder, images.format, images.bytes, images.width, images.height, images.version,
  originals.orientation, originals.has_alpha, originals.has_gps, originals.reading,
  (SELECT fixes FROM picture_fixes WHERE original = originals.sha256) AS fixes, images.added_at, work.state, work.uploaded, work.attached, work.questions, work.answers,
  ${countInPlaces('failed', 'work.attached')} AS failed, ${countInPlaces('not_checked', 'work.attached')} AS not_checked`

/** The library as windows read it: a window's worth of rows, or all ids in order. Quick at 100,000 pictures. */
export const createLibraryReader = ({ journal, connectionId, uploading, skuOf, checkBasis = () => null }: Ports) => {
  const connectionKey = (): string => connectionId() ?? ''

  /** The latest reason of a picture's parked job. */
  const reasonOf = (imageId: string): ErrorRecord | null => {
    const row = journal.get(
      `SELECT status ->> '$.reason' AS reason FROM jobs WHERE state = 'parked' AND connection_id IS ?2 AND seq IN (
         SELECT seq FROM jobs WHERE operation = 'upload-source' AND subject = ?1
         UNION ALL SELECT seq FROM jobs WHERE operation = 'analyse-image' AND subject > ?1 || char(10) AND subject < ?1 || char(11)
         UNION ALL SELECT jobs.seq FROM attach_pictures JOIN jobs ON jobs.id = job_id WHERE image_id = ?1
       ) ORDER BY updated_at DESC, seq DESC LIMIT 1`,
      imageId,
      connectionId(),
    )
    return row?.reason == null ? null : (JSON.parse(String(row.reason)) as ErrorRecord)
  }

  const toRow = (row: Row, sent: Readonly<Record<string, number>>): LibraryRow => {
    const id = String(row.id)
    const state = (row.state ?? 'kept') as PictureState
    return {
      id,
      name: String(row.name),
      folder: row.folder === null ? null : String(row.folder),
      format: row.format as LibraryRow['format'],
      bytes: Number(row.bytes),
      width: Number(row.width),
      height: Number(row.height),
      orientation: Number(row.orientation),
      hasAlpha: row.has_alpha === 1,
      hasGps: row.has_gps === 1,
      addedAt: Number(row.added_at),
      version: Number(row.version),
      ...readingOf(row),
      ...fixesOf(row),
      state,
      progress: state === 'uploading' ? (sent[id] ?? 0) : null,
      reason: state === 'parked' ? reasonOf(id) : null,
      uploaded: row.uploaded === 1,
      attached: Number(row.attached) > 0,
      questions: Number(row.questions ?? 0),
      answers: Number(row.answers ?? 0),
      ...(row.failed === null ? {} : { checks: { failed: Number(row.failed), notChecked: Number(row.not_checked) } }),
    }
  }

  /** Rows of these `seq`s, in that order. */
  const readRows = (seqs: readonly number[]): LibraryRow[] => {
    if (seqs.length === 0) return []
    const sent = uploading()
    const found = journal.all(
      `SELECT ${rowColumns} FROM json_each(?1) AS wanted CROSS JOIN images ON images.seq = wanted.value
       CROSS JOIN originals ON originals.picture = images.seq AND originals.version = images.version
       LEFT JOIN picture_work AS work ON work.connection_id = ?2 AND work.seq = images.seq
       LEFT JOIN picture_checks ON picture_checks.picture = images.seq AND picture_checks.basis = ?3 ORDER BY wanted.key`,
      JSON.stringify(seqs),
      connectionKey(),
      checkBasis() ?? '?',
    )
    return found.map((row) => toRow(row, sent))
  }

  /** The first `limit` of the matches in the library's order. */
  const pickFirst = async (sort: LibrarySort, matches: Matches, limit: number): Promise<readonly number[]> => {
    if (matches.total <= fewMatches) return sortFew(journal, sort, matches.list()).seqs.slice(0, limit)
    const picked: number[] = []
    for (const piece of walkLibrary(journal, sort, pieceSize)) {
      for (const seq of piece.seqs) {
        if (!matches.has(seq)) continue
        picked.push(seq)
        if (picked.length === limit) return picked
      }
      await journal.nextTurn()
    }
    return picked
  }

  const atHand = createMatchesAtHand(journal, (sort, matches) => pickFirst(sort, matches, Number.POSITIVE_INFINITY))

  const grouped = createLibraryGroups({ journal, connectionKey, skuOf, atHand })

  const readPage = async ({ sort, filter }: LibraryView, offset: number, limit: number): Promise<LibraryPage> => {
    if (isUnfiltered(filter)) {
      const total = Number(journal.get('SELECT pictures FROM picture_count')?.pictures ?? 0)
      return { total, rows: offset < total ? readRows(readStretch(journal, sort, offset, limit)) : [] }
    }
    const matches = await atHand.find(filter, connectionKey())
    await journal.nextTurn()
    // The first page is needed soon; reading on usually needs several more.
    const wanted =
      offset === 0
        ? await pickFirst(sort, matches, limit)
        : (await atHand.findOrdered(sort, filter, connectionKey())).slice(offset, offset + limit)
    return { total: matches.total, rows: readRows(wanted) }
  }

  const readIds = async ({ sort, filter }: LibraryView): Promise<string[]> => {
    const matches = isUnfiltered(filter) ? null : await atHand.find(filter, connectionKey())
    if (matches && matches.total <= fewMatches) return [...sortFew(journal, sort, matches.list()).ids]
    const ids: string[] = []
    for (const piece of walkLibrary(journal, sort, pieceSize)) {
      for (const [index, id] of piece.ids.entries()) if (!matches || matches.has(piece.seqs[index] ?? -1)) ids.push(id)
      await journal.nextTurn()
    }
    return ids
  }

  /** The same conditions find other pictures once other results count. */
  const dated = (view: LibraryView): LibraryView =>
    view.filter.failing === undefined ? view : { ...view, filter: { ...view.filter, checkBasis: checkBasis() } as DatedFilter }

  return {
    page: async (asked: LibraryView, offset: number, limit: number): Promise<LibraryPage> => {
      const view = dated(asked)
      const inGroups = asGrouped(view)
      if (!inGroups) return readPage(view, offset, limit)
      const { seqs } = await grouped.find(inGroups)
      return { total: seqs.length, rows: readRows([...seqs.subarray(offset, offset + limit)]) }
    },

    /** `group`: only the pictures of the one with this key. */
    ids: async (asked: LibraryView, group?: string | null): Promise<string[]> => {
      const view = dated(asked)
      const inGroups = asGrouped(view)
      if (!inGroups) return readIds(view)
      return readPresentIds(journal, group === undefined ? (await grouped.find(inGroups)).seqs : await grouped.one(inGroups, group))
    },

    groups: async (view: LibraryView): Promise<{ version: string; pictures: number[] }> => {
      const inGroups = asGrouped(dated(view))
      return inGroups ? grouped.counts(inGroups) : { version: '', pictures: [] }
    },

    groupPage: async (view: LibraryView, offset: number, limit: number): Promise<LibraryGroup[]> => {
      const inGroups = asGrouped(dated(view))
      return inGroups ? grouped.page(inGroups, offset, limit) : []
    },

    /** One picture; `undefined`: it is not in the library. */
    row: (imageId: string): LibraryRow | undefined => {
      const found = journal.get('SELECT seq FROM images WHERE id = ? AND removed_at IS NULL', imageId)
      return found && readRows([Number(found.seq)])[0]
    },
  }
}
