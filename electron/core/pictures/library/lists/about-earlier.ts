import { sendingFor } from '../../../../../shared/service/sending.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { ConnectionStore } from '../../../workspaces/connections/connection-store.ts'
import type { ImageStore } from '../picture-store.ts'
import { nameFile, nameSentFile } from '../same-file.ts'
import type { SourceStore } from '../source-store.ts'

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'get'>
  readonly sources: Pick<SourceStore, 'madeOfEach'>
  readonly connections: Pick<ConnectionStore, 'get'>
}

/** The jobs of answers of a workspace about earlier files of these pictures. */
export type FindAboutEarlier = (connectionId: string | null, imageIds: readonly string[]) => ReadonlySet<string>

const none: ReadonlySet<string> = new Set()

/**
 * An answer that was asked about exactly the file that counts in the workspace (`?2`). Most are, and need no closer look. Joined are `answers`, their
 * `images` and the `originals` of their current versions.
 */
export const isAboutCounting = `(sent_original = originals.sha256 AND ifnull(sent_settings = (
  SELECT settings FROM sources
  WHERE sources.connection_id = ?2 AND sources.image_id = images.id AND sources.version = images.version AND gone = 0
  ORDER BY uploaded_at DESC LIMIT 1
), 0))`

/**
 * Answers about a file of their picture that the workspace had before: neither its newest one, nor the one that it would get now. Metadata alone makes
 * no other picture.
 */
export const createFindAboutEarlier =
  ({ journal, images, sources, connections }: Ports): FindAboutEarlier =>
  (connectionId, imageIds) => {
    if (connectionId === null) return none
    // Without the hint, SQLite reads all answers of the workspace for each picture.
    const rows = journal.all(
      `SELECT image_id, job_id, sent_original, sent_settings FROM json_each(?1) AS wanted
       CROSS JOIN answers INDEXED BY answers_by_image ON image_id = wanted.value AND connection_id = ?2
       WHERE sent_original IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM images CROSS JOIN originals ON originals.picture = images.seq AND originals.version = images.version
         WHERE images.id = answers.image_id AND ${isAboutCounting}
       )`,
      JSON.stringify(imageIds),
      connectionId,
    )
    const connection = rows.length > 0 ? connections.get(connectionId) : null
    if (!connection) return none
    const asked = [...new Set(rows.map((row) => String(row.image_id)))]
    const made = sources.madeOfEach(connectionId, asked)
    const filesNow = new Map(
      asked.flatMap((id) => {
        const image = images.get(id)
        if (!image) return []
        const counting = made.get(id)?.find((one) => one.version === image.version)
        const own = nameFile(image, sendingFor(connection, image), 'pixels')
        const names = new Set(counting ? [own, nameSentFile(image, counting.settings, 'pixels')] : [own])
        return [[id, { image, names }] as const]
      }),
    )
    const isEarlier = (row: (typeof rows)[number]): boolean => {
      const now = filesNow.get(String(row.image_id))
      if (!now) return false
      return row.sent_original !== now.image.sha256 || !now.names.has(nameSentFile(now.image, String(row.sent_settings), 'pixels'))
    }
    return new Set(rows.filter(isEarlier).map((row) => String(row.job_id)))
  }
