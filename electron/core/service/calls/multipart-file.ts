import { createHash, hash } from 'node:crypto'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Files, OpenFile } from '../../base/platform/files.ts'
import { type Frame, frameFile } from './frame-source.ts'

/** A staged file to upload, with its facts from when it was added. */
export type FileToUpload = {
  readonly path: string
  /** The person's file name; sent as UTF-8. */
  readonly name: string
  readonly bytes: number
  /** Lowercase hex. */
  readonly sha256: string
  readonly mimeType: string
}

/** A request body, opened for one attempt. */
export type OpenBody = {
  /** `null`: there is none. */
  readonly body: Buffer | AsyncIterable<Uint8Array> | null
  readonly headers: Readonly<Record<string, string>>
  /** Why the body ended early by itself. The last bytes were then never sent. */
  readonly failure: () => AppError | undefined
  /** Releases the file, whether or not the body was used. */
  readonly close: () => Promise<void>
}

/** Up to this size a file is read and sent whole. */
export const smallFileBytes = 1024 * 1024
const chunkBytes = 256 * 1024

const changedError = (name: string): AppError => new AppError('file-changed', { kind: 'kept-copy-changed', name })

/** A failure to open or read the staged file, in plain words. */
const mapFileError = (error: unknown, name: string): AppError => {
  if (error instanceof AppError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('file-missing', { kind: 'kept-copy-gone', name }, { cause: error })
  }
  if (code === 'EMFILE' || code === 'ENFILE' || code === 'ENOMEM') {
    return new AppError('internal', { kind: 'no-room-to-open', name, errno: code }, { kept: 'work', cause: error })
  }
  return new AppError(
    'file-unreadable',
    { kind: 'kept-copy-unreadable', name, errno: String(code) },
    {
      cause: error,
    },
  )
}

const openSmallFile = async (file: FileToUpload, { head, tail, headers }: Frame, files: Files): Promise<OpenBody> => {
  const end = head.length + file.bytes
  const room = Buffer.allocUnsafeSlow(end + Math.max(1, tail.length))
  // One byte more than there should be (the tail's place): a file that has grown shows itself without another call.
  const bytesRead = await files.readInto(file.path, room, head.length, file.bytes + 1)
  if (bytesRead !== file.bytes || hash('sha256', room.subarray(head.length, end), 'hex') !== file.sha256) throw changedError(file.name)
  head.copy(room)
  tail.copy(room, end)
  return { body: room.subarray(0, end + tail.length), headers, failure: () => undefined, close: async () => {} }
}

/**
 * Hashes while streaming and holds back the last chunk with the closing boundary until the hash is right:
 * a changed file never becomes a complete request.
 */
async function* streamFile(handle: OpenFile, file: FileToUpload, { head, tail }: Frame, onProgress: (sentBytes: number) => void) {
  const digest = createHash('sha256')
  let held: Buffer = head
  let [read, sent] = [0, 0]
  while (read < file.bytes) {
    const chunk = Buffer.allocUnsafeSlow(Math.min(chunkBytes, file.bytes - read))
    const bytesRead = await handle.read(chunk, 0, chunk.length, read)
    if (bytesRead === 0) throw changedError(file.name)
    yield held
    onProgress(sent)
    sent = read += bytesRead
    held = chunk.subarray(0, bytesRead)
    digest.update(held)
  }
  if (digest.digest('hex') !== file.sha256) throw changedError(file.name)
  yield Buffer.concat([held, tail])
  onProgress(file.bytes)
}

const openLargeFile = async (
  file: FileToUpload,
  frame: Frame,
  onProgress: (sentBytes: number) => void,
  files: Files,
): Promise<OpenBody> => {
  const handle = await files.open(file.path)
  let failure: AppError | undefined
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await handle.close().catch(() => {})
  }
  const stream = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* streamFile(handle, file, frame, onProgress)
    } catch (error) {
      // Reading from a handle that was closed because the request is over is no failure of the file.
      if (!isClosed) failure = mapFileError(error, file.name)
      throw failure ?? error
    }
  }
  try {
    if ((await handle.size()) !== file.bytes) throw changedError(file.name)
  } catch (error) {
    await close()
    throw error
  }
  return { body: stream(), headers: frame.headers, failure: () => failure, close }
}

/**
 * Opens a staged file inside a frame, with its exact `Content-Length`. Small files (≤ 1 MB) are read and re-hashed at once, larger
 * ones stream from disk with constant memory, re-hashed on the way. `onProgress` counts bytes of the file passed to the network.
 * Throws `file-missing`, `file-unreadable`, `file-changed`; a stream that ends early has its reason in `failure()`.
 */
const openFramed = async (file: FileToUpload, frame: Frame, onProgress: (sentBytes: number) => void, files: Files): Promise<OpenBody> => {
  try {
    return file.bytes <= smallFileBytes ? await openSmallFile(file, frame, files) : await openLargeFile(file, frame, onProgress, files)
  } catch (error) {
    throw mapFileError(error, file.name)
  }
}

/** Opens a staged file as a multipart body: the form of the spec's "Source creation form". */
export const openMultipartFile = (file: FileToUpload, onProgress: (sentBytes: number) => void, files: Files): Promise<OpenBody> =>
  openFramed(file, frameFile(file), onProgress, files)

const nothing = Buffer.alloc(0)

/** Opens a staged file as it is, for a bucket. */
export const openPlainFile = (file: FileToUpload, files: Files): Promise<OpenBody> =>
  openFramed(
    file,
    { head: nothing, tail: nothing, headers: { 'content-type': file.mimeType, 'content-length': String(file.bytes) } },
    () => {},
    files,
  )
