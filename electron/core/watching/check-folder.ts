import { join, relative, resolve, sep } from 'node:path'
import { AppError, type ErrorRecord } from '../../../shared/base/errors.ts'
import type { WatchingFailure } from '../../../shared/watching/watching-failures.ts'
import type { Files } from '../base/platform/files.ts'
import { nameOfFolder, type StoredFolder } from './watch-store.ts'

type Ports = { readonly files: Pick<Files, 'facts' | 'realPath' | 'entries'>; readonly dataFolder: string }

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

const refuse = (failure: WatchingFailure): AppError => new AppError('usage', failure, { kept: 'nothing-changed' })

/** Why a folder can't be looked at now. Errors: `file-missing`, `file-unreadable`. */
export const toFolderError = (path: string, cause: unknown, isNew?: true): AppError => {
  if (cause instanceof AppError) return cause
  const code = (cause as NodeJS.ErrnoException | undefined)?.code
  const facts = { name: nameOfFolder(path), ...(isNew && { isNew }) }
  if (code === 'ENOENT' || code === 'ENOTDIR') return new AppError('file-missing', { kind: 'watch-gone', ...facts }, { cause })
  if (code === 'EACCES' || code === 'EPERM') return new AppError('file-unreadable', { kind: 'watch-not-permitted', ...facts }, { cause })
  return new AppError('file-unreadable', { kind: 'watch-unreadable', ...facts, said: code ?? String(cause) }, { cause })
}

/** Resolves to which folder it is (device and number), if it can be listed. Errors: as `toFolderError`, and `usage`. */
export const checkListed = async (
  path: string,
  { files }: { readonly files: Pick<Files, 'facts' | 'entries'> },
  isNew?: true,
): Promise<string> => {
  try {
    const facts = await files.facts(path)
    if (!facts.isDirectory() || /\.photoslibrary$/i.test(path)) throw refuse({ kind: 'watch-no-folder', name: nameOfFolder(path) })
    for await (const _ of files.entries(path)) break
    return `${facts.dev} ${facts.ino}`
  } catch (cause) {
    throw toFolderError(path, cause, isNew)
  }
}

/** Problems after which nothing can be said of a folder's files. */
const unreachable: ReadonlySet<string> = new Set<WatchingFailure['kind']>([
  ...(['watch-gone', 'watch-not-permitted', 'watch-unreadable', 'watch-empty', 'watch-no-folder', 'watch-own-data'] as const),
])
export const isUnreachable = ({ failure }: Pick<ErrorRecord, 'failure'>): boolean => unreachable.has(failure.kind)

/** As it is, or as far up as it is there. */
const realOf = async (path: string, files: Ports['files']): Promise<string> => files.realPath(path).catch(() => resolve(path))

/**
 * Where Packshot's own data folder is in a watched folder now, from that on; `null`: it is not in it. It may have been moved there since. Errors:
 * `usage` if the watched folder is, or is in, the data folder.
 */
export const findOwnData = async ({ path, name }: Pick<StoredFolder, 'path' | 'name'>, ports: Ports): Promise<string | null> => {
  const [real, data] = await Promise.all([realOf(path, ports.files), realOf(ports.dataFolder, ports.files)])
  if (isInside(real, data)) throw refuse({ kind: 'watch-own-data', name })
  return isInside(data, real) ? relative(real, data) : null
}

/**
 * The absolute path of a folder that can be watched beside these. Errors: `usage` if it is, contains or is in Packshot's own data folder or
 * another watched folder, by links too; `file-missing`, `file-unreadable`.
 */
export const checkFolder = async (path: string, watched: readonly StoredFolder[], ports: Ports): Promise<string> => {
  const named = resolve(path)
  await checkListed(named, ports, true)
  const real = await realOf(named, ports.files)
  const name = nameOfFolder(named)
  const data = [resolve(ports.dataFolder), await realOf(ports.dataFolder, ports.files)]
  if (data.some((one) => isInside(real, one) || isInside(named, one))) throw refuse({ kind: 'watch-own-data', name })
  if (data.some((one) => isInside(one, real) || isInside(one, named))) throw refuse({ kind: 'watch-around-own-data', name })
  for (const folder of watched) {
    const others = [folder.path, await realOf(folder.path, ports.files)]
    const other = folder.name
    if (others.includes(named) || others.includes(real)) throw refuse({ kind: 'watch-known', name })
    if (others.some((one) => isInside(real, one))) throw refuse({ kind: 'watch-inside-watched', name, other })
    if (others.some((one) => isInside(one, real))) throw refuse({ kind: 'watch-around-watched', name, other })
  }
  return named
}

/** The absolute path of a file of a folder. */
export const pathIn = (folder: Pick<StoredFolder, 'path'>, path: string): string => join(folder.path, path)
