import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import { trimEndOf } from '../../shared/base/trim-end.ts'

type System = {
  /** The person's own folder; absolute. */
  readonly home: string
  readonly exists: (path: string) => boolean
}

const thisSystem = (): System => ({ home: homedir(), exists: existsSync })

/** Windows drops dots and spaces at the end of a name, but not in every file API, so files would end up in two folders. */
const withoutEnds = (folder: string): string =>
  folder
    .split(win32.sep)
    .map((name) => trimEndOf(name, '. ') || name)
    .join(win32.sep)

/**
 * The data folder: the given one, else PACKSHOT_DATA_DIR, else the system's place for app data. On Windows that is the local profile: the
 * roaming one is copied at each sign-in, often from a network share. A library that is already in the roaming one stays there. Empty
 * variables count as unset.
 */
export const findDataFolder = (
  named: string | undefined,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  { home, exists }: System = thisSystem(),
): string => {
  const { join, resolve } = platform === 'win32' ? win32 : posix
  const chosen = named || environment.PACKSHOT_DATA_DIR
  if (chosen) return platform === 'win32' ? withoutEnds(resolve(chosen)) : resolve(chosen)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Packshot')
  if (platform === 'win32') {
    const local = join(environment.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Packshot')
    const roaming = join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'Packshot')
    const holdsLibrary = (folder: string): boolean => exists(join(folder, 'library.db'))
    return !holdsLibrary(local) && holdsLibrary(roaming) ? roaming : local
  }
  return join(environment.XDG_DATA_HOME || join(home, '.local', 'share'), 'packshot')
}

/** True for a folder on another computer by its name (`\\server\share`, also as `\\?\UNC\…`); a mapped drive's letter does not show it. */
export const isOnNetworkShare = (folder: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && (/^\\\\(?![?.]\\)/.test(folder) || /^\\\\[?.]\\unc\\/i.test(folder))

/** The value of `--data-dir D` or `--data-dir=D` among a program's arguments; everything after the first `=` is the folder. */
export const readDataFolderOption = (args: readonly string[]): string | undefined => {
  const option = '--data-dir'
  const at = args.findIndex((one) => one === option || one.startsWith(`${option}=`))
  if (at < 0) return undefined
  return args[at] === option ? args[at + 1] : args[at]?.slice(option.length + 1)
}
