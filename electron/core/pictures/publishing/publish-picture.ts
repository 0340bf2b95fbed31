import { createHash } from 'node:crypto'
import { AppError } from '../../../../shared/base/errors.ts'
import { mimeTypes } from '../../../../shared/pictures/accepted-pictures.ts'
import { sendingFor } from '../../../../shared/service/sending.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import type { Files } from '../../base/platform/files.ts'
import { findNetworkCode } from '../../service/calls/classify-failure.ts'
import type { StoredImage } from '../library/picture-store.ts'
import type { SentFile, SentFiles } from '../library/sent-files.ts'
import { addressBelow } from './address-below.ts'
import type { PutIntoBucket } from './put-into-bucket.ts'

/** A picture larger than this is not sent as `data:`; the sample workspace's own limit. */
export const dataUrlLimitBytes = 30 * 1024 * 1024

type Ports = { readonly files: Files; readonly sentFiles: Pick<SentFiles, 'take'>; readonly putIntoBucket: PutIntoBucket }

/** `settings`: with which it was converted (pictures/library/conversion-settings.ts), `''`: the original itself; `null`: the service gets another file. */
export type PublishedImage = { readonly url: string; readonly settings: string | null }

/** Whether the service gets what is sent of a picture, and not an address of the picture itself. */
export const isFromFile = ({ kind }: Connection['publishing']): boolean => kind === 's3' || kind === 'data'

/**
 * The address under which the service can fetch an image, by the connection's choice. A step of each question, not a
 * job: addresses expire and objects are removed, so one question's address is not reused for the next. The durable part (which
 * objects are where) has its own table (core/pictures/publishing/published-store.ts), and a picture is put into a bucket once for all
 * questions about it. The bytes of a `data:` URL are checked against their hash first.
 * Errors: `no-address`, `file-missing`, `file-unreadable`, `file-changed`, `too-large`, `bucket-failed`, `bucket-refused`, `cancelled`.
 */
export const publishImage = async (
  image: StoredImage,
  connection: Connection,
  ports: Ports,
  signal: AbortSignal,
): Promise<PublishedImage> => {
  const { publishing } = connection
  const take = (): Promise<SentFile> => ports.sentFiles.take(image, sendingFor(connection, image), signal)
  switch (publishing.kind) {
    case 'origin': {
      if (image.origin.kind === 'url') return { url: image.origin.url, settings: null }
      throw new AppError(
        'no-address',
        { kind: 'picture-without-address', name: image.name, workspace: connection.name },
        { kept: 'question' },
      )
    }
    case 'base-url':
      // A picture from the web has its own address; only files use the person's base URL.
      return { url: image.origin.kind === 'url' ? image.origin.url : addressBelow(publishing, image), settings: null }
    case 's3': {
      const sent = await take()
      return { url: await ports.putIntoBucket(connection.id, publishing, image, sent, signal), settings: sent.settings }
    }
    case 'data': {
      const sent = await take()
      return { url: await readAsDataUrl(sent, ports), settings: sent.settings }
    }
  }
}

const readAsDataUrl = async (image: SentFile, { files }: Ports): Promise<string> => {
  if (image.bytes > dataUrlLimitBytes)
    throw new AppError(
      'too-large',
      { kind: 'picture-too-large-to-ask', name: image.name, limitMb: dataUrlLimitBytes / 1024 / 1024 },
      { kept: 'picture-and-question' },
    )
  const bytes = await files.read(image.path).catch((cause: unknown) => {
    throw new AppError(
      'file-missing',
      { kind: 'kept-copy-unreadable', name: image.name, errno: findNetworkCode(cause) ?? 'EIO' },
      { cause },
    )
  })
  if (createHash('sha256').update(bytes).digest('hex') !== image.sha256)
    throw new AppError('file-changed', { kind: 'kept-copy-changed', name: image.name })
  return `data:${mimeTypes[image.format]};base64,${bytes.toString('base64')}`
}
