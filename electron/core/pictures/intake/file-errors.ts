import { basename } from 'node:path'
import { AppError } from '../../../../shared/base/errors.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'
import { maxFileBytes } from './file-limit.ts'

/** A picture that does not fit on the disk. */
export const toDiskFull = (name: string, cause?: unknown): AppError =>
  new AppError('disk-full', { kind: 'file-without-room', name }, { cause })

export const toTooLarge = (name: string): AppError =>
  new AppError('file-too-large', { kind: 'file-over-limit', name, maxBytes: maxFileBytes })

/** Where a name is not UTF-8, Node puts this in its place, and finds no such file. */
const unreadableCharacter = '\ufffd'

/** A system error while reading a file or folder. */
export const toReadError = (path: string, cause: unknown): AppError => {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  const name = basename(path)
  if (code === 'ENOENT' && path.includes(unreadableCharacter))
    return new AppError('file-unreadable', { kind: 'file-name-unreadable', name }, { cause })
  if (code === 'ENOENT') return new AppError('file-missing', { kind: 'file-gone', name }, { cause })
  if (code === 'EACCES' || code === 'EPERM') return new AppError('file-unreadable', { kind: 'file-not-permitted', name }, { cause })
  if (isFullDisk(cause)) return toDiskFull(name, cause)
  return new AppError('file-unreadable', { kind: 'file-read-failed', name, said: code ?? String(cause) }, { cause })
}
