import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The data folder: as named, else PACKSHOT_DATA_DIR, else where the system keeps an app's data. */
export const findDataFolder = (named: string | undefined, environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string => {
  const chosen = named ?? environment.PACKSHOT_DATA_DIR
  if (chosen) return resolve(chosen)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Packshot')
  if (platform === 'win32') return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Packshot')
  return join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'packshot')
}
