import type { ChangedFile } from '../../../../shared/pictures/versions.ts'
import type { Journal, Row } from '../../base/database/journal.ts'
import { type BegunAction, beginAction } from '../../queue/action-store.ts'
import { findJobsOf } from '../../queue/find-jobs.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { everyConnectionId } from '../../workspaces/connections/connection-store.ts'
import { bindAttaches } from './bind-attaches.ts'
import { imageIdOf } from './picture-id.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'
import { addUpload } from './queue-upload.ts'
import type { PictureRemoval } from './remove-pictures.ts'
import type { SourceStore } from './source-store.ts'

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly removal: Pick<PictureRemoval, 'takeOut'>
  /** A condition on `images`: a person decided which product the picture belongs to. */
  readonly isDecided: string
  /** One becomes a version of the other, which gets what persons typed about it. Called in the transaction that says so. */
  readonly onVersion: (imageId: string, earlierId: string) => void
  /** The version with this content is a picture of its own again. Called in the transaction that says so. */
  readonly onSeparated: (image: Pick<StoredImage, 'id' | 'bytes' | 'sha256'>, ownId: string) => void
  /** They stay pictures of their own. Called in the transaction that says so. */
  readonly onKeptApart: (imageIds: readonly string[]) => void
  readonly clock: { readonly now: () => number }
}

/**
 * A picture with work of its own stays one: its questions, answers and products would be about something else afterwards. So does one that a
 * person put into a product, or into none. One that is just being uploaded is offered after that.
 *
 * Read in this order: there are few changed files, and a window asks with each change of the library. `known` is read once, one row a
 * connection: the keys of `picture_work` and `sources` begin with it.
 */
const offeredUnless = (isDecided: string): string => `FROM changed_files AS changed
  CROSS JOIN images ON images.seq = changed.picture CROSS JOIN images AS earlier ON earlier.seq = changed.earlier
  WHERE images.removed_at IS NULL AND earlier.removed_at IS NULL AND images.checked = 1 AND earlier.checked = 1
    AND NOT EXISTS (
      SELECT 1 FROM picture_work
      WHERE seq = images.seq AND (questions > 0 OR attached > 0 OR uploading > 0) AND connection_id IN (
        WITH RECURSIVE known (id) AS (
          SELECT min(connection_id) FROM picture_work
          UNION ALL SELECT (SELECT min(connection_id) FROM picture_work WHERE connection_id > known.id) FROM known WHERE known.id IS NOT NULL
        )
        SELECT id FROM known WHERE id IS NOT NULL
      )
    )
    AND NOT EXISTS (SELECT 1 FROM attach_pictures WHERE image_id = images.id)
    AND NOT ${isDecided}`

const toChangedFile = (row: Row): ChangedFile => ({
  imageId: String(row.image_id),
  earlierId: String(row.earlier_id),
  name: String(row.name),
  folder: String(row.folder),
  foundAt: Number(row.found_at),
})

const columns = 'images.id AS image_id, earlier.id AS earlier_id, images.name, images.folder, changed.found_at'

/**
 * Versions of pictures. A file that was added before and comes with other content is a picture of its own first, as cameras use file names
 * again. A person may make it a version of the earlier one, which keeps its questions, answers and products; and take it back. Each change
 * is one transaction, so a crash leaves both as they were.
 */
export const createPictureVersions = (ports: Ports) => {
  const { journal, jobs, images, sources, removal, clock } = ports
  const offered = offeredUnless(ports.isDecided)

  /** Moves the originals of `from`, from version `first` on, to `to`, with their sources; `by` is added to their versions. */
  const moveOriginals = (from: Row, to: Row, first: number, by: number): void => {
    journal.run(
      `UPDATE sources SET image_id = ?, version = version + ? WHERE image_id = ? AND version >= ? AND connection_id IN (
         WITH RECURSIVE known (id) AS (
           SELECT min(connection_id) FROM sources
           UNION ALL SELECT (SELECT min(connection_id) FROM sources WHERE connection_id > known.id) FROM known WHERE known.id IS NOT NULL
         )
         SELECT id FROM known WHERE id IS NOT NULL
       )`,
      String(to.id),
      by,
      String(from.id),
      first,
    )
    journal.run(
      'UPDATE originals SET picture = ?, version = version + ? WHERE picture = ? AND version >= ?',
      Number(to.seq),
      by,
      Number(from.seq),
      first,
    )
  }

  /** Makes this version the one that counts; lists show and sort by its facts. */
  const count = (picture: Row, version: number, checked: number): void => {
    journal.run(
      `UPDATE images SET version = originals.version, checked = ?, format = originals.format, bytes = originals.bytes, width = originals.width,
         height = originals.height
       FROM originals WHERE images.seq = ? AND originals.picture = images.seq AND originals.version = ?`,
      checked,
      Number(picture.seq),
      version,
    )
  }

  const lastVersion = (picture: Row): number =>
    Number(journal.get('SELECT max(version) AS version FROM originals WHERE picture = ?', Number(picture.seq))?.version ?? 0)

  /** Connections in which the picture is uploaded, also as the one that a version of it was, or to be; `null`: one that comes. */
  const wantedBy = (imageId: string): (string | null)[] => [
    ...findJobsOf(journal, 'upload-source', imageId, ['waiting', 'running', 'parked', 'done']).map(
      (id) => jobs.get(id)?.connectionId ?? null,
    ),
    ...journal
      .all(
        `SELECT DISTINCT connection FROM (${everyConnectionId}) CROSS JOIN sources ON connection_id = connection WHERE image_id = ? AND gone = 0`,
        imageId,
      )
      .map((row) => String(row.connection)),
  ]

  /** An upload of this picture to the connection may have arrived without an answer. */
  const mayHaveArrived = (imageId: string, connectionId: string | null): boolean =>
    findJobsOf(journal, 'upload-source', imageId, ['waiting', 'running', 'parked', 'cancelled'])
      .flatMap((id) => jobs.get(id) ?? [])
      .some((job) => job.connectionId === connectionId && job.uncertainAttempts > 0)

  /**
   * Uploads the version that counts to where the picture is wanted; attaches of it wait for that. An upload that runs may send an earlier
   * version, and comes first. `other`: the picture that had this version before; attempts of its uploads count as this one's.
   */
  const uploadAgain = (action: BegunAction, imageId: string, other: string, wanted: readonly (string | null)[], at: number): void => {
    // The version may have come from a third picture.
    const others = [other, imageIdOf(images.get(imageId)?.sha256 ?? '')]
    for (const connectionId of new Set(wanted)) {
      if (connectionId !== null && sources.get(connectionId, imageId) !== undefined) continue
      const upload =
        jobs.find({ operation: 'upload-source', imageId }, connectionId, ['waiting', 'parked']) ??
        addUpload({ jobs, images }, action, imageId, connectionId, at)
      if (others.some((one) => one !== imageId && mayHaveArrived(one, connectionId)))
        jobs.apply(upload.id, { kind: 'doubt', at, park: null, note: { kind: 'attempts-without-answer', attempts: 1 } })
      bindAttaches(ports, new Map([[imageId, upload.id]]), connectionId, at)
    }
  }

  /** Returns the earlier picture, whose version it is now; `undefined`: it is not offered. */
  const makeVersion = (action: BegunAction, imageId: string, at: number): string | undefined => {
    const pair = journal.get(
      `SELECT ${columns}, images.version, earlier.seq AS earlier_seq, images.seq AS image_seq ${offered} AND images.id = ?`,
      imageId,
    )
    if (!pair || pair.earlier_seq === pair.image_seq) return undefined
    const newer = { seq: pair.image_seq ?? null, id: imageId }
    const earlier = { seq: pair.earlier_seq ?? null, id: pair.earlier_id ?? null }
    const earlierId = String(pair.earlier_id)
    const wanted = [...wantedBy(earlierId), ...wantedBy(imageId)]
    // Its uploads are cancelled.
    removal.takeOut([imageId])
    const by = lastVersion(earlier)
    moveOriginals(newer, earlier, 1, by)
    count(earlier, Number(pair.version) + by, 1)
    journal.run('UPDATE images SET version = 0 WHERE seq = ?', Number(newer.seq))
    journal.run('UPDATE changed_files SET earlier = ? WHERE earlier = ?', Number(earlier.seq), Number(newer.seq))
    journal.run('DELETE FROM changed_files WHERE picture = ?', Number(newer.seq))
    // A file that got its earlier content back is offered both ways; a picture that is a version of itself would be taken out.
    journal.run('DELETE FROM changed_files WHERE picture = ? AND earlier = ?', Number(earlier.seq), Number(earlier.seq))
    ports.onVersion(imageId, earlierId)
    uploadAgain(action, earlierId, imageId, wanted, at)
    return earlierId
  }

  /** What `makeVersion` did, taken back: it is offered again. False if the version that counts was never a picture of its own. */
  const separate = (action: BegunAction, imageId: string, at: number): boolean => {
    const image = images.get(imageId)
    const picture = journal.get('SELECT seq, id FROM images WHERE id = ? AND removed_at IS NULL', imageId)
    const own = image && journal.get('SELECT seq, id FROM images WHERE id = ? AND version = 0', imageIdOf(image.sha256))
    if (!image || !picture || !own) return false
    const wanted = wantedBy(imageId)
    moveOriginals(picture, own, image.version, 1 - image.version)
    count(picture, image.version - 1, 0)
    journal.run('UPDATE images SET removed_at = NULL WHERE seq = ?', Number(own.seq))
    count(own, 1, 1)
    ports.onSeparated(image, String(own.id))
    uploadAgain(action, imageId, String(own.id), wanted, at)
    uploadAgain(action, String(own.id), imageId, wanted, at)
    journal.run(
      'INSERT INTO changed_files (picture, earlier, found_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      Number(own.seq),
      Number(picture.seq),
      at,
    )
    return true
  }

  return {
    /** Pictures whose file had been added before with other content, the newest first. */
    page: (offset: number, limit: number): { total: number; rows: ChangedFile[] } => ({
      total: Number(journal.get(`SELECT count(*) AS n ${offered}`)?.n ?? 0),
      rows: journal.all(`SELECT ${columns} ${offered} ORDER BY changed.picture DESC LIMIT ? OFFSET ?`, limit, offset).map(toChangedFile),
    }),
    /**
     * Makes these pictures versions of the earlier ones, the oldest first. Resolves to the ids of those, one for each version; pictures that are
     * not offered stay. `separate` of the same ids takes all of it back.
     */
    makeVersions: async (imageIds: readonly string[] | null): Promise<string[]> => {
      const at = clock.now()
      const action = beginAction(journal, { kind: 'version' })
      const made = journal.write(() => {
        const all = journal.all(`SELECT images.id ${offered} ORDER BY changed.picture`).map((row) => String(row.id))
        const wanted = imageIds && new Set(imageIds)
        return all.filter((id) => wanted === null || wanted.has(id)).flatMap((id) => makeVersion(action, id, at) ?? [])
      })
      await journal.durable()
      return made
    },
    /** These stay pictures of their own, and are not offered again; `null`: all that are offered now. */
    keepBoth: async (imageIds: readonly string[] | null): Promise<void> => {
      journal.write(() => {
        const all = imageIds ?? journal.all(`SELECT images.id ${offered}`).map((row) => String(row.id))
        const kept = journal
          .all(
            `DELETE FROM changed_files WHERE picture IN (SELECT seq FROM json_each(?) JOIN images ON images.id = value)
             RETURNING (SELECT id FROM images WHERE seq = changed_files.picture) AS id`,
            JSON.stringify(all),
          )
          .map((row) => String(row.id))
        ports.onKeptApart(kept)
      })
      await journal.durable()
    },
    /** The version that counts becomes a picture of its own again, with its source. Resolves to how many of these had one. */
    separate: async (imageIds: readonly string[]): Promise<number> => {
      const at = clock.now()
      const action = beginAction(journal, { kind: 'version' })
      const separated = journal.write(() => imageIds.filter((id) => separate(action, id, at)).length)
      await journal.durable()
      return separated
    },
  }
}

export type PictureVersions = ReturnType<typeof createPictureVersions>
