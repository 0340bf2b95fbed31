import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { sayNoTemporaryFolder } from '../../shared/base/start-words.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import { shownFailureCode } from './shown-failure-code.ts'

/**
 * Gives Chromium a folder of this user's alone for its own files, where the data folder's are not to be used. Call it before the first wait.
 * A new one, which goes when Electron quits: before that, Chromium may write there again. On Windows, where each user has a folder for such files and
 * open ones can't be removed, it is the same each time, and stays.
 * False: there is no place for one, and Packshot ends.
 */
export const takePrivateFolder = (): boolean => {
  const stays = process.platform === 'win32'
  const folder = join(tmpdir(), stays ? 'packshot-command' : `packshot-${randomUUID()}`)
  try {
    systemSyncFiles.makeFolder(folder, 0o700)
  } catch (error) {
    // Chromium would end with a fault of its own, and without a word.
    process.stderr.write(`${sayNoTemporaryFolder(tmpdir(), error)}\n`)
    app.exit(shownFailureCode)
    return false
  }
  app.setPath('userData', folder)
  if (!stays) app.once('quit', () => systemSyncFiles.remove(folder, { recursive: true }))
  return true
}
