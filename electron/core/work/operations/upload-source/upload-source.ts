import { mimeTypes } from '../../../../../shared/accepted-pictures.ts'
import { AppError, toAppError } from '../../../../../shared/errors.ts'
import { operations } from '../../../../../shared/operations.ts'
import { sendingFor } from '../../../../../shared/sending.ts'
import type { ImageStore } from '../../../library/image-store.ts'
import type { SentFile, SentFiles } from '../../../library/sent-files.ts'
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

/**
 * Creates a FILE source from what is sent of an image (spec: "Create a source"). Done without a request if the workspace already has it. A picture
 * that has to be converted is, before the attempt.
 */
export const createUploadSource = (ports: {
  images: ImageStore
  sources: SourceStore
  sentFiles: Pick<SentFiles, 'isPrepared' | 'prepare' | 'take'>
}): Operation<'upload-source'> => ({
  ...uploadSource,
  readsAhead: true,
  isPrepared: ({ work: { imageId } }, connection) => {
    const image = ports.images.get(imageId)
    if (!image || ports.sentFiles.isPrepared(image, sendingFor(connection))) return true
    return ports.sources.get(connection.id, imageId) !== undefined
  },
  prepare: async ({ work: { imageId } }, { connection, signal }) => {
    const image = ports.images.get(imageId)
    if (image) await ports.sentFiles.prepare(image, sendingFor(connection), signal)
  },
  attempt: async ({ work }, { connection, client, signal, onProgress, onSilence, recorded }) => {
    const { imageId } = work
    const image = ports.images.get(imageId)
    if (!image) return { kind: 'failed', error: new AppError('file-missing', { kind: 'picture-of-job-gone' }), uncertain: false }
    if (ports.sources.get(connection.id, imageId)) return { kind: 'done', sent: false, commit: () => [{ kind: 'uploaded-already' }] }
    let sent: SentFile
    try {
      sent = await ports.sentFiles.take(image, sendingFor(connection), signal)
    } catch (error) {
      return { kind: 'failed', error: toAppError(error), uncertain: false, isUnsent: true }
    }
    const { path, name, bytes, sha256, format, settings } = sent
    const outcome = await client.createFileSource(
      { path, name, bytes, sha256, mimeType: mimeTypes[format] },
      { signal, onProgress: (sentBytes) => onProgress(sentBytes, bytes), onSilence, after: recorded },
    )
    if (outcome.kind === 'failed') return outcome
    return {
      kind: 'done',
      sent: true,
      commit: (at) => {
        ports.sources.save(connection.id, image.sha256, outcome.value.sourceId, at, settings)
        return []
      },
    }
  },
})
