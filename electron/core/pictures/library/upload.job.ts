import { AppError, toAppError } from '../../../../shared/base/errors.ts'
import { mimeTypes } from '../../../../shared/pictures/accepted-pictures.ts'
import type { JobNote } from '../../../../shared/queue/jobs.ts'
import { operations } from '../../../../shared/queue/operations.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { isRefusalOfWorkspace, type Operation, type OperationDefinition, type WorkOf, waitsForAll } from '../../queue/operation.ts'
import { compareFiles } from './compare-files.ts'
import { readSettingsKey } from './conversion-settings.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'
import type { SentFile, SentFiles } from './sent-files.ts'
import type { SourceStore } from './source-store.ts'

type Work = WorkOf<'upload-source'>

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

type Ports = {
  readonly images: ImageStore
  readonly sources: SourceStore
  readonly sentFiles: Pick<SentFiles, 'find' | 'isPrepared' | 'prepare' | 'take'>
}

/** The source that makes an upload needless: any of the version that counts; for one that is sent again, one of the file it would get now. */
const findThere = ({ sources }: Ports, image: StoredImage, { again }: Work, connection: Connection): string | undefined =>
  again
    ? compareFiles(image, sources.madeOfEach(connection.id, [image.id]).get(image.id) ?? [], sendingFor(connection, image)).current
        ?.sourceId
    : sources.get(connection.id, image.id)

/** Other settings may have made the very same file. */
const findSameBytes = ({ sources, sentFiles }: Ports, image: StoredImage, { sha256 }: SentFile, connection: Connection) =>
  (sources.madeOfEach(connection.id, [image.id]).get(image.id) ?? []).find(({ version, settings }) => {
    if (version !== image.version) return false
    if (settings === '') return image.sha256 === sha256
    const made = readSettingsKey(settings)
    return made !== null && sentFiles.find(image, made)?.sha256 === sha256
  })?.sourceId

/**
 * Creates a FILE source from what is sent of an image (spec: "Create a source"). Done without a request if the workspace already has it. A picture
 * that has to be converted is, before the attempt.
 */
export const createUploadSource = (ports: Ports): Operation<'upload-source'> => {
  /** By job, from its choice to the beginning of its attempt: both are in one turn of the event loop, so the row is read once. */
  const chosen = new Map<string, StoredImage>()
  const takeChosen = (jobId: string): StoredImage | undefined => {
    const image = chosen.get(jobId)
    chosen.delete(jobId)
    return image
  }
  return {
    ...uploadSource,
    readsAhead: true,
    isPrepared: ({ id, work }, connection) => {
      const image = ports.images.get(work.imageId)
      if (image) chosen.set(id, image)
      if (!image || ports.sentFiles.isPrepared(image, sendingFor(connection, image))) return true
      return findThere(ports, image, work, connection) !== undefined
    },
    prepare: async ({ work: { imageId } }, { connection, signal }) => {
      const image = ports.images.get(imageId)
      if (image) await ports.sentFiles.prepare(image, sendingFor(connection, image), signal)
    },
    attempt: async ({ id, work }, { connection, client, signal, onProgress, onSilence, recorded }) => {
      const image = takeChosen(id) ?? ports.images.get(work.imageId)
      if (!image) return { kind: 'failed', error: new AppError('file-missing', { kind: 'picture-of-job-gone' }), uncertain: false }
      const there = findThere(ports, image, work, connection)
      if (there !== undefined) {
        const commit = (at: number): readonly JobNote[] => {
          if (work.again) ports.sources.prefer(connection.id, there, at)
          return [{ kind: 'uploaded-already' }]
        }
        return { kind: 'done', sent: false, commit }
      }
      let sent: SentFile
      try {
        sent = await ports.sentFiles.take(image, sendingFor(connection, image), signal)
      } catch (error) {
        return { kind: 'failed', error: toAppError(error), uncertain: false, isUnsent: true }
      }
      const { path, name, bytes, sha256, format, settings } = sent
      const same = work.again ? findSameBytes(ports, image, sent, connection) : undefined
      if (same !== undefined) {
        const commit = (at: number): readonly JobNote[] => {
          ports.sources.save(connection.id, image.sha256, same, at, settings)
          return [{ kind: 'uploaded-already' }]
        }
        return { kind: 'done', sent: false, commit }
      }
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
  }
}
