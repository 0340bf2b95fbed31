import type { Journal, Row } from '../../base/database/journal.ts'
import { attachesOf } from './lists/attaches-shown.ts'

/*
 * `picture_work`, which triggers keep (base/database/derived-jobs.ts): where all work of a connection becomes another's, its rows move as a whole and not one by
 * one. Call these inside `journal.write`.
 */
const moveWork = (journal: Journal, from: string, into: string): void => {
  journal.run(
    `INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
     SELECT ?2, seq, parked, uploading, pending, questions, answers, uploaded, attached FROM picture_work WHERE connection_id = ?1
     ON CONFLICT (connection_id, seq) DO UPDATE SET
       parked = parked + excluded.parked, uploading = uploading + excluded.uploading, pending = pending + excluded.pending,
       questions = questions + excluded.questions, answers = answers + excluded.answers`,
    from,
    into,
  )
  journal.run('DELETE FROM picture_work WHERE connection_id = ?', from)
}

/** Pictures that wait for a connection become this one's. */
export const adoptPictureWork = (journal: Journal, connectionId: string): void => moveWork(journal, '', connectionId)

/** A connection's pictures wait for one again. */
export const releasePictureWork = (journal: Journal, connectionId: string): void => moveWork(journal, connectionId, '')

/**
 * A condition on `originals`: no other copy is known. Where the file was, there is another version of it by now; or nothing says where it was, since the picture
 * came back from our copy (`isOurCopy`).
 */
const isLastCopy = `EXISTS (
  SELECT 1 FROM images WHERE seq = originals.picture AND (
    images.version <> originals.version OR images.origin ->> '$.path' = staged
    OR substr(replace(images.origin ->> '$.path', char(92), '/'), -length(staged) - 1) = '/' || staged
  )
)`

/**
 * Pictures after `seq` that this connection's workspace has, and that have no open work in any workspace (`connectionIds`: all) or for one
 * that is not connected yet.
 */
export const listUnneeded = (
  journal: Journal,
  connectionId: string,
  connectionIds: readonly string[],
  after: number,
  limit: number,
): Row[] =>
  journal.all(
    `SELECT work.seq, (
       SELECT json_group_array(path) FROM (
         SELECT picture, version, staged AS path FROM originals WHERE NOT ${isLastCopy}
         UNION ALL SELECT picture, version, path FROM originals JOIN sent_files ON sent_files.original = originals.sha256
       ) AS kept JOIN images ON images.seq = kept.picture
       WHERE kept.picture = work.seq AND EXISTS (
         SELECT 1 FROM sources WHERE connection_id = ?1 AND sources.image_id = images.id AND sources.version = kept.version AND gone = 0
       )
     ) AS uploaded FROM picture_work AS work
     WHERE work.connection_id = ?1 AND work.uploaded = 1 AND work.seq > ?2
       AND NOT EXISTS (
         SELECT 1 FROM json_each(?4) AS connection CROSS JOIN picture_work AS other
         ON other.connection_id = connection.value AND other.seq = work.seq WHERE other.parked + other.pending > 0
       )
       AND NOT EXISTS (
         SELECT 1 FROM json_each(?4) AS connection CROSS JOIN images ON images.seq = work.seq
         WHERE ${attachesOf('images.id', "nullif(connection.value, '')")} > 0
       )
     ORDER BY work.seq LIMIT ?3`,
    connectionId,
    after,
    limit,
    JSON.stringify([...connectionIds, '']),
  )
