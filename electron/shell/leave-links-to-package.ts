import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { giveBackWebPages } from './give-back-web-pages.ts'

/**
 * The package says which links and files Packshot opens: its `.desktop` file, its installer, its `Info.plist`. The program registers nothing;
 * it takes back what earlier versions registered.
 */
export const leaveLinksToPackage = (stateFolder: string): void => {
  const mark = join(stateFolder, 'web-pages-given-back')
  if (process.platform === 'linux') giveBackWebPages({ files: systemSyncFiles, home: homedir(), environment: process.env, mark })
  // An entry of this user's own stays when a package for everyone is removed. The installer of a package for one user writes it, and removes it.
  const programs = [process.env.ProgramFiles, process.env.ProgramW6432].filter((one) => one !== undefined)
  if (process.platform === 'win32' && programs.some((folder) => process.execPath.startsWith(join(folder, '\\'))))
    app.removeAsDefaultProtocolClient('packshot')
}
