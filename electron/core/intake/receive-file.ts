import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../shared/errors.ts'
import { maxFileBytes } from './file-limit.ts'

/** Passes bytes on until there are more than a file may have; then `file-too-large`. `what`: how the file is called in the message. */
export const limitBytes = (what: string): Transform => {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > maxFileBytes) done(new AppError('file-too-large', `${what} is larger than ${maxFileBytes / 1024 / 1024} MB.`))
      else done(null, chunk)
    },
  })
}

/** Writes what comes into a file. Errors: `file-too-large`, `disk-full`, `file-unreadable` (the sender stopped); the file may be there in part. */
export const receiveFile = async (bytes: AsyncIterable<Uint8Array>, name: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true })
  try {
    await pipeline(Readable.from(bytes, { objectMode: false }), limitBytes(`“${name}”`), createWriteStream(target))
  } catch (error) {
    if (error instanceof AppError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new AppError('disk-full', `The disk is full: “${name}” was not taken in.`, {
        cause: error,
        action: 'Free some disk space, then add it again.',
      })
    throw new AppError('file-unreadable', `“${name}” did not come whole.`, { cause: error, action: 'Add it again.' })
  }
}
