import type { ErrorRecord } from '../../../../../shared/base/errors.ts'
import type { LibraryRow, PictureState } from '../../../../../shared/pictures/library.ts'
import type { Journal, Row } from '../../../base/database/journal.ts'
import { fixesOf, readingOf } from '../picture-store.ts'
import { attachesOf } from './attaches-shown.ts'
import { countInPlaces } from './failing-in-places.ts'

type Reading = Pick<Journal, 'get' | 'all'>

/** What states and results of pictures are towards. */
export type Towards = {
  /** The active connection's id; `null`: none. */
  readonly connectionId: string | null
  /** By what results of requirement profiles count now (checks/shop-checks.ts); `null`: none is in use. */
  readonly checkBasis: string | null
}

/** The latest reason of a picture's parked job. */
const reasonOf = (journal: Reading, imageId: string, connectionId: string | null): ErrorRecord | null => {
  const row = journal.get(
    `SELECT status ->> '$.reason' AS reason FROM jobs WHERE state = 'parked' AND connection_id IS ?2 AND seq IN (
       SELECT seq FROM jobs WHERE operation = 'upload-source' AND subject = ?1
       UNION ALL SELECT seq FROM jobs WHERE operation = 'analyse-image' AND subject > ?1 || char(10) AND subject < ?1 || char(11)
       UNION ALL SELECT jobs.seq FROM attach_pictures JOIN jobs ON jobs.id = job_id WHERE image_id = ?1
     ) ORDER BY updated_at DESC, seq DESC LIMIT 1`,
    imageId,
    connectionId,
  )
  return row?.reason == null ? null : (JSON.parse(String(row.reason)) as ErrorRecord)
}

const toRow = (journal: Reading, row: Row, connectionId: string | null): LibraryRow => {
  const id = String(row.id)
  const state = row.state as PictureState
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
    progress: null,
    reason: state === 'parked' ? reasonOf(journal, id, connectionId) : null,
    uploaded: row.uploaded === 1,
    attached: Number(row.attached) > 0,
    ...(Number(row.products) > 1 ? { products: Number(row.products) } : {}),
    questions: Number(row.questions ?? 0),
    answers: Number(row.answers ?? 0),
    ...(row.failed === null ? {} : { checks: { failed: Number(row.failed), notChecked: Number(row.not_checked) } }),
  }
}

const products = `(SELECT count(DISTINCT product_ref) FROM sources CROSS JOIN attached_sources USING (source_id)
           CROSS JOIN products ON ref = product_ref AND products.connection_id = ?2
           WHERE sources.image_id = images.id AND sources.connection_id = ?2 AND sources.gone = 0)`
const attaches = attachesOf('images.id', "nullif(?2, '')")

/** Rows of these pictures (`images.seq`), in that order. No row knows how far its upload is: only whoever sends it does. */
export const readRows = (journal: Reading, seqs: readonly number[], { connectionId, checkBasis }: Towards): LibraryRow[] =>
  journal
    .all(
      `SELECT images.seq, images.id, images.name, images.folder, images.format, images.bytes, images.width, images.height, images.version,
         originals.orientation, originals.has_alpha, originals.has_gps, originals.reading,
         (SELECT fixes FROM picture_fixes WHERE original = originals.sha256) AS fixes, images.added_at,
         CASE WHEN work.parked > 0 OR ${attaches} = 2 THEN 'parked' WHEN work.uploading > 0 THEN 'uploading' WHEN work.pending > 0 OR ${attaches} = 1 THEN 'waiting'
           WHEN work.attached > 0 THEN 'attached' WHEN work.answers > 0 THEN 'answered' WHEN work.uploaded > 0 THEN 'uploaded' ELSE 'kept' END AS state,
         work.uploaded, work.attached, CASE WHEN work.attached > 0 THEN ${products} END AS products, work.questions, work.answers,
         ${countInPlaces('failed', 'work.attached')} AS failed, ${countInPlaces('not_checked', 'work.attached')} AS not_checked
       FROM json_each(?1) AS wanted CROSS JOIN images ON images.seq = wanted.value
       CROSS JOIN originals ON originals.picture = images.seq AND originals.version = images.version
       LEFT JOIN picture_work AS work ON work.connection_id = ?2 AND work.seq = images.seq
       LEFT JOIN picture_checks ON picture_checks.picture = images.seq AND picture_checks.basis = ?3 ORDER BY wanted.key`,
      JSON.stringify(seqs),
      connectionId ?? '',
      checkBasis ?? '?',
    )
    .map((row) => toRow(journal, row, connectionId))

/** One picture; `undefined`: it is not in the library. */
export const readRow = (journal: Reading, imageId: string, towards: Towards): LibraryRow | undefined => {
  const found = journal.get('SELECT seq FROM images WHERE id = ? AND removed_at IS NULL', imageId)
  return found && readRows(journal, [Number(found.seq)], towards)[0]
}
