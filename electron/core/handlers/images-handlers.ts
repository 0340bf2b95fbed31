import type { JobState } from '../../../shared/jobs.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'connections' | 'images' | 'journal' | 'ports' | 'sources' | 'takeIn'>

/** The library as a person sees it. */
export const createImagesHandlers = ({ images, sources, connections, journal, ports, takeIn }: Ports) => ({
  list: os.images.list.handler(() => {
    const connectionId = connections.active()?.id ?? null
    const sourceIds = connectionId ? sources.list(connectionId) : new Map<string, string>()
    const uploads = new Map(
      journal
        .all("SELECT subject, state FROM jobs WHERE operation = 'upload-source' AND connection_id IS :connectionId ORDER BY seq", {
          connectionId,
        })
        .map((row) => [String(row.subject), row.state as JobState]),
    )
    const counts = new Map<string, { questions: number; answers: number }>()
    const asked = `SELECT json_extract(work, '$.imageId') AS image_id, count(*) AS questions, sum(state = 'done') AS answers
                   FROM jobs WHERE operation = 'analyse-image' AND state <> 'cancelled' AND connection_id IS :connectionId GROUP BY 1`
    for (const row of journal.all(asked, { connectionId }))
      counts.set(String(row.image_id), { questions: Number(row.questions), answers: Number(row.answers) })
    return images.list().map(({ staged: _, ...image }) => ({
      ...image,
      sourceId: sourceIds.get(image.id) ?? null,
      upload: uploads.get(image.id) ?? null,
      ...(counts.get(image.id) ?? { questions: 0, answers: 0 }),
    }))
  }),
  refused: os.images.refused.handler(() => images.listRefusals()),
  refusedPage: os.images.refusedPage.handler(({ input }) => images.pageRefusals(input.offset, input.limit, input.since)),
  addSamples: os.images.addSamples.handler(async () => {
    const { added } = await takeIn({ paths: [ports.samplePictures], urls: [], recursive: false, upload: true })
    return { added: added.length }
  }),
})
