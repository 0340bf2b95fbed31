import { join } from 'node:path'
import { mimeTypes } from '../../../../../shared/accepted-pictures.ts'
import { AppError } from '../../../../../shared/errors.ts'
import { operations } from '../../../../../shared/operations.ts'
import type { ImageStore } from '../../../library/image-store.ts'
import type { SourceStore } from '../../../library/source-store.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, waitsForAll } from '../../queue/operation.ts'

export const uploadSource: OperationDefinition<'upload-source'> = {
  name: 'upload-source',
  work: operations['upload-source'].work,
  subject: ({ imageId }) => imageId,
  // One picture may have two jobs: one of a former workspace, and one queued without a workspace.
  exclusiveKey: ({ imageId }) => imageId,
  concurrency: 16,
  scope: 'user',
  changes: () => ['library'],
  isRepeatable: () => true,
  doubt: () => ({ name: null, choices: ['again'] }),
  leavesSpare: true,
  isWorkspaceWide: isRefusalOfWorkspace,
  dependencies: waitsForAll,
}

/** Creates a FILE source from an image's staged bytes (spec: "Create a source"). Done without a request if the workspace already has it. */
export const createUploadSource = (ports: {
  dataFolder: string
  images: ImageStore
  sources: SourceStore
}): Operation<'upload-source'> => ({
  ...uploadSource,
  readsAhead: true,
  attempt: async ({ work }, { connection, client, signal, onProgress, onSilence, recorded }) => {
    const { imageId } = work
    const image = ports.images.get(imageId)
    if (!image) return { kind: 'failed', error: new AppError('file-missing', { kind: 'picture-of-job-gone' }), uncertain: false }
    if (ports.sources.get(connection.id, imageId)) return { kind: 'done', sent: false, commit: () => [{ kind: 'uploaded-already' }] }
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
        ports.sources.save(connection.id, image.sha256, outcome.value.sourceId, at)
        return []
      },
    }
  },
})
