import { AppError } from '../../../../shared/base/errors.ts'
import { isFullDisk } from '../../base/platform/full-disk.ts'

/** An error of opening or reading a list, as its person needs it. `name`: of its file. */
export const toListError = (name: string, error: unknown): AppError => {
  if (error instanceof AppError) return error
  const { code } = error as NodeJS.ErrnoException
  // Spreadsheets on Windows keep the files they show to themselves.
  if (code === 'EBUSY' || code === 'EPERM' || code === 'EACCES')
    return new AppError('file-unreadable', { kind: 'list-held', name }, { cause: error })
  if (code === 'EISDIR') return new AppError('unsupported-format', { kind: 'list-of-other-kind', name, is: 'folder' }, { cause: error })
  if (code === 'ENOENT') return new AppError('file-missing', { kind: 'list-gone', name }, { cause: error })
  if (isFullDisk(error)) return new AppError('disk-full', { kind: 'file-without-room', name }, { cause: error })
  const said = error instanceof Error ? error.message : String(error)
  return new AppError('file-unreadable', { kind: 'list-damaged', name, said }, { cause: error })
}
