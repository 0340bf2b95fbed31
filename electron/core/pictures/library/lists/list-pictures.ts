import type { JobState } from '../../../../../shared/queue/job-states.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { ImageStore } from '../picture-store.ts'
import type { SourceStore } from '../source-store.ts'

type Ports = {
  readonly journal: Journal
  readonly images: Pick<ImageStore, 'list'>
  readonly sources: Pick<SourceStore, 'list'>
}

/** All pictures with their upload, questions and answers in one workspace; `null`: in none yet. */
export const listPictures = ({ journal, images, sources }: Ports, connectionId: string | null) => {
  const sourceIds = connectionId ? sources.list(connectionId) : new Map<string, string>()
  const uploads = new Map(
    journal
      .all("SELECT subject, state FROM jobs WHERE operation = 'upload-source' AND connection_id IS :connectionId ORDER BY seq", {
        connectionId,
      })
      .map((row) => [String(row.subject), row.state as JobState]),
  )
  const asked = `SELECT json_extract(work, '$.imageId') AS image_id, count(*) AS questions, sum(state = 'done') AS answers
                 FROM jobs WHERE operation = 'analyse-image' AND state <> 'cancelled' AND connection_id IS :connectionId GROUP BY 1`
  const counts = new Map(
    journal
      .all(asked, { connectionId })
      .map((row) => [String(row.image_id), { questions: Number(row.questions), answers: Number(row.answers) }]),
  )
  const folders = new Map(journal.all('SELECT id, folder FROM images WHERE folder IS NOT NULL').map((row) => [row.id, String(row.folder)]))
  return images.list().map(({ staged: _staged, check: _check, ...image }) => ({
    ...image,
    folder: folders.get(image.id) ?? null,
    sourceId: sourceIds.get(image.id) ?? null,
    upload: uploads.get(image.id) ?? null,
    ...(counts.get(image.id) ?? { questions: 0, answers: 0 }),
  }))
}
