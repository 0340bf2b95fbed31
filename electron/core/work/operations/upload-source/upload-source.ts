import { join } from 'node:path'
import { AppError } from '../../../../../shared/errors.ts'
import { mimeTypes } from '../../../../../shared/mime-types.ts'
import type { ImageStore } from '../../../library/image-store.ts'
import type { SourceStore } from '../../../library/source-store.ts'
import type { Operation } from '../../queue/operation.ts'

/** Makes a FILE source of an image's staged bytes (spec: "Create a source"). Done without a request if the workspace has it already. */
export const createUploadSource = (ports: { dataFolder: string; images: ImageStore; sources: SourceStore }): Operation => ({
  name: 'upload-source',
  isRepeatable: () => true,
  exclusiveKey: () => null,
  readsAhead: true,
  attempt: async (job, { connection, client, signal, onProgress, onSilence, recorded }) => {
    if (job.work.operation !== 'upload-source') throw new AppError('internal', 'A job of another operation came to upload-source.')
    const { imageId } = job.work
    const image = ports.images.get(imageId)
    if (!image)
      return { kind: 'failed', error: new AppError('file-missing', 'This picture is no longer in the library.'), uncertain: false }
    if (ports.sources.get(connection.id, imageId)) return { kind: 'done', sent: false, commit: () => 'It was in the workspace already.' }
    const outcome = await client.createFileSource(
      {
        path: join(ports.dataFolder, image.staged),
        name: image.name,
        bytes: image.bytes,
        sha256: image.sha256,
        mimeType: mimeTypes[image.format],
      },
      { signal, onProgress, onSilence, after: recorded },
    )
    if (outcome.kind === 'failed') return outcome
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        ports.sources.save(connection.id, imageId, outcome.value.sourceId, at)
        return null
      },
    }
  },
})
