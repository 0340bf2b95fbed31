import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { AppError } from '../../../shared/errors.ts'
import type { Files } from '../platform/files.ts'
import { maxFileBytes } from './file-limit.ts'

/** Passes bytes on until there are more than a file may have; then `file-too-large`. `what`: how the file is called in the message. */
export const limitBytes = (what: string): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxFileBytes) done(tooLarge(what))
      else done(null, chunk)
    },
  })
}

async function* limitLength(bytes: AsyncIterable<Uint8Array>, what: string): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of bytes) {
    seen += chunk.length
    if (seen > maxFileBytes) throw tooLarge(what)
    yield chunk
  }
}

const tooLarge = (what: string): AppError => new AppError('file-too-large', `${what} is larger than ${maxFileBytes / 1024 / 1024} MB.`)

/** Writes what comes into a file. Errors: `file-too-large`, `disk-full`, `file-unreadable` (the sender stopped); the file may be there in part. */
export const receiveFile = async (bytes: AsyncIterable<Uint8Array>, name: string, target: string, files: Files): Promise<void> => {
  await files.makeFolder(dirname(target))
  try {
    await files.writeStream(target, limitLength(bytes, `“${name}”`))
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new AppError('disk-full', `The disk is full: “${name}” was not added.`, {
        cause: error,
        action: 'Free some disk space, then add it again.',
      })
    throw new AppError('file-unreadable', `“${name}” is incomplete.`, { cause: error, action: 'Add it again.' })
  }
}
