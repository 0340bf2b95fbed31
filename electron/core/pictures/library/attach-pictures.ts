import type { Journal } from '../../base/database/journal.ts'
import { isOpenJob } from '../../queue/find-jobs.ts'

/*
 * `attach_pictures`: which pictures an attach job is about, in the person's order. The job's row has only their number, so that it stays small. They
 * are written before that row. Call changes inside `journal.write`.
 */

/** A picture at its place in an attach; there may be gaps. */
export type PlacedPicture = { readonly position: number; readonly imageId: string }

/** Each picture once. */
export const placePictures = (imageIds: readonly string[]): PlacedPicture[] =>
  [...new Set(imageIds)].map((imageId, position) => ({ position, imageId }))

export const addAttachPictures = (journal: Journal, jobId: string, pictures: readonly PlacedPicture[]): void => {
  journal.run(
    "INSERT INTO attach_pictures (job_id, position, image_id) SELECT ?, value ->> '$.position', value ->> '$.imageId' FROM json_each(?)",
    jobId,
    JSON.stringify(pictures),
  )
}

/** The pictures of an attach, in order; those removed from the library too. */
export const attachPicturesOf = (journal: Journal, jobId: string): readonly string[] => {
  const row = journal.get(
    'SELECT json_group_array(image_id) AS ids FROM (SELECT image_id FROM attach_pictures WHERE job_id = ? ORDER BY position)',
    jobId,
  )
  return JSON.parse(String(row?.ids)) as string[]
}

/** Pictures of an attach that are looked at in one turn of the event loop: it comes by itself, and 100,000 at once take 0.4 s. */
const picturesAtOnce = 2_000

/** `present`: how many are still in the library; `ready`: the sources of those that were uploaded, in order. Many are read in pieces. */
export const sourcesToAttach = async (
  journal: Journal,
  jobId: string,
  connectionId: string,
): Promise<{ readonly present: number; readonly ready: readonly string[] }> => {
  let present = 0
  const ready: string[] = []
  for (let after = -1; ; ) {
    const row = journal.get(
      `SELECT count(*) AS looked, max(position) AS last, count(seq) AS present, json_group_array(source_id) FILTER (WHERE source_id IS NOT NULL) AS ready
       FROM (
         SELECT position, images.seq, (
           SELECT source_id FROM sources
           WHERE connection_id = ?1 AND sources.image_id = images.id AND sources.version = images.version AND gone = 0
           ORDER BY uploaded_at DESC LIMIT 1
         ) AS source_id FROM (
           SELECT position, image_id FROM attach_pictures WHERE job_id = ?2 AND position > ?3 ORDER BY position LIMIT ?4
         ) AS wanted LEFT JOIN images ON images.id = wanted.image_id AND images.removed_at IS NULL ORDER BY position
       )`,
      connectionId,
      jobId,
      after,
      picturesAtOnce,
    )
    present += Number(row?.present)
    for (const one of JSON.parse(String(row?.ready)) as string[]) ready.push(one)
    if (Number(row?.looked) < picturesAtOnce) return { present, ready }
    after = Number(row?.last)
    await journal.nextTurn()
  }
}

/** The pictures of an attach that are still in the library and have no source of the version that counts, in order. */
export const notUploadedOf = (journal: Journal, jobId: string, connectionId: string): string[] =>
  journal
    .all(
      `SELECT images.id FROM attach_pictures CROSS JOIN images ON images.id = attach_pictures.image_id AND images.removed_at IS NULL
       WHERE attach_pictures.job_id = ? AND NOT EXISTS (
         SELECT 1 FROM sources WHERE connection_id = ? AND sources.image_id = images.id AND sources.version = images.version AND gone = 0
       ) ORDER BY attach_pictures.position`,
      jobId,
      connectionId,
    )
    .map((row) => String(row.id))

/** The attach continues without these. Returns how many are left. */
export const leaveOutOfAttach = (journal: Journal, jobId: string, imageIds: readonly string[]): number => {
  for (const imageId of imageIds) journal.run('DELETE FROM attach_pictures WHERE image_id = ? AND job_id = ?', imageId, jobId)
  return Number(journal.get('SELECT count(*) AS n FROM attach_pictures WHERE job_id = ?', jobId)?.n)
}

/** Those among some pictures that an attach with this subject, which is not over, adds to its list. */
export const attachedInList = (journal: Journal, subject: string, imageIds: readonly string[]): string[] =>
  journal
    .all(
      `SELECT DISTINCT image_id FROM json_each(?1) AS wanted CROSS JOIN attach_pictures ON image_id = wanted.value
       WHERE ${isOpenJob('attach-sources', 'attach_pictures.job_id', '?2', ['replaces', 'swap'])}`,
      JSON.stringify(imageIds),
      subject,
    )
    .map((row) => String(row.image_id))

/** Attaches that are about any of these pictures. */
export const attachesAbout = (journal: Journal, imageIds: readonly string[]): string[] =>
  journal
    .all(
      'SELECT DISTINCT job_id FROM json_each(?) AS wanted CROSS JOIN attach_pictures ON image_id = wanted.value',
      JSON.stringify(imageIds),
    )
    .map((row) => String(row.job_id))

/** Those of these attaches of which no picture is in the library. Looked for from the end: pictures are mostly removed in the order of their attach. */
export const listEmptied = (journal: Journal, jobIds: readonly string[]): string[] =>
  journal
    .all(
      `SELECT value AS id FROM json_each(?) AS wanted WHERE (
         SELECT position FROM attach_pictures CROSS JOIN images ON images.id = image_id AND removed_at IS NULL WHERE job_id = wanted.value
         ORDER BY position DESC LIMIT 1
       ) IS NULL`,
      JSON.stringify(jobIds),
    )
    .map((row) => String(row.id))

/** When the last picture of each of these attaches was removed. */
export const lastRemoved = (journal: Journal, jobIds: readonly string[]): (readonly [jobId: string, at: number])[] =>
  journal
    .all(
      `SELECT job_id, max(removed_at) AS at FROM json_each(?) AS wanted CROSS JOIN attach_pictures ON job_id = wanted.value
       CROSS JOIN images ON images.id = image_id GROUP BY job_id`,
      JSON.stringify(jobIds),
    )
    .map(({ job_id: id, at }) => [String(id), Number(at)])

/** Those of these attaches, each with a moment, that have a picture that was removed at that moment, and still is. */
export const removedWith = <Attach extends readonly [jobId: string, at: number]>(
  journal: Journal,
  attaches: readonly Attach[],
): Attach[] => {
  const found = journal.all(
    `SELECT key FROM json_each(?) AS wanted WHERE EXISTS (
       SELECT 1 FROM attach_pictures CROSS JOIN images ON images.id = image_id
       WHERE job_id = wanted.value ->> 0 AND removed_at = wanted.value ->> 1
     )`,
    JSON.stringify(attaches),
  )
  const places = new Set(found.map(({ key }) => Number(key)))
  return attaches.filter((_, place) => places.has(place))
}
