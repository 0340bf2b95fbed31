import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Files } from '../../base/platform/files.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import { toDiskFull, toTooLarge } from './file-errors.ts'
import { maxFileBytes } from './file-limit.ts'

/** Passes bytes on up to the file limit, then fails with `tooLarge`. */
export const limitBytes = (tooLarge: () => AppError): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxFileBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
}

async function* limitLength(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    if (seen > maxFileBytes) throw toTooLarge(name)
    yield chunk
  }
}

/** Writes a stream into a file. Errors: `file-too-large`, `disk-full`, `file-unreadable` (the sender stopped); the file may be there in part. */
export const receiveFile = async (bytes: AsyncIterable<Uint8Array>, name: string, target: string, files: Files): Promise<void> => {
  await files.makeFolder(dirname(target))
  try {
    await files.writeStream(target, limitLength(bytes, name))
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isFullDisk(error)) throw toDiskFull(name, error)
    throw new AppError('file-unreadable', { kind: 'file-incomplete', name }, { cause: error })
  }
}
