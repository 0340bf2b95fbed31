import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../../../../shared/base/errors.ts'
import type { Files } from '../../../base/platform/files.ts'
import { isFullDisk } from '../../../base/platform/full-disk.ts'
import type { Ids } from '../../../base/platform/ids.ts'

type Ports = { readonly files: Files; readonly ids: Ids }

/** Unfinished files for this name begin like this. The name itself may be as long as the disk allows. */
const partsOf = (path: string): string => `.packshot-${createHash('sha256').update(basename(path)).digest('hex').slice(0, 8)}-`
const partEnd = '.part'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | undefined)?.code

/** A failure of writing for other programs. An earlier file of that name is as it was. */
export const toOutError = (path: string, cause: unknown): AppError => {
  if (cause instanceof AppError) return cause
  const name = basename(path)
  const kept = 'earlier-file' as const
  const code = codeOf(cause)
  if (isFullDisk(cause)) return new AppError('disk-full', { kind: 'out-without-room', name }, { cause, kept })
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('file-missing', { kind: 'out-folder-gone', name }, { cause, kept })
  if (['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'EISDIR'].includes(code ?? ''))
    return new AppError('file-unreadable', { kind: 'out-not-permitted', name }, { cause, kept })
  if (code === undefined) throw cause
  return new AppError('file-unreadable', { kind: 'out-write-failed', name, said: code }, { cause, kept })
}

const partsIn = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('.packshot-') && name.endsWith(partEnd))

/**
 * Removes what killed exports of these names left, and looks into each folder once. Another export of a name that is still running fails by
 * name then, and replaces nothing.
 */
export const createPartSweeper = (files: Files): ((path: string) => Promise<void>) => {
  const found = new Map<string, Promise<readonly string[]>>()
  return async (path) => {
    const folder = dirname(path)
    const listed = found.get(folder) ?? files.list(folder).then(partsIn, () => [])
    found.set(folder, listed)
    const begin = partsOf(path)
    for (const name of (await listed).filter((one) => one.startsWith(begin))) await files.remove(join(folder, name)).catch(() => {})
  }
}

/**
 * Writes a whole file or none: beside its place first, flushed, then renamed over an earlier one, which stays if anything fails before. The name
 * never stands for a part of it. `sweep`: removes what a killed export of this name left. Errors: `disk-full`, `file-missing` (its folder), `file-unreadable`; those of `pieces` as they are.
 */
export const writeAtomically = async (
  { files, ids }: Ports,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  sweep: (path: string) => Promise<void> = createPartSweeper(files),
): Promise<void> => {
  const part = join(dirname(path), `${partsOf(path)}${ids.hex(8)}${partEnd}`)
  try {
    // Readable by whom the system's mask allows, as a file from any other program is.
    const file = await files.create(part, 0o666)
    try {
      for await (const piece of pieces) await file.write(piece)
      await file.flush()
    } finally {
      await file.close()
    }
    await files.rename(part, path)
  } catch (error) {
    await files.remove(part).catch(() => {})
    throw toOutError(path, error)
  }
  try {
    await files.flushFolder(dirname(path))
  } catch (cause) {
    // The new file is there.
    const said = codeOf(cause) ?? 'unknown'
    const code = isFullDisk(cause) ? 'disk-full' : 'file-unreadable'
    throw new AppError(code, { kind: 'out-not-flushed', name: basename(path), said }, { cause })
  }
  await sweep(path)
}
