import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { systemSyncFiles } from '../core/platform/system-sync-files.ts'

/** Gives Chromium a new folder of this user's alone for its own files, where the data folder's are not to be used. Call it before the first wait. */
export const takePrivateFolder = (): string => {
  const folder = join(tmpdir(), `packshot-${randomUUID()}`)
  systemSyncFiles.makeFolder(folder, 0o700)
  app.setPath('userData', folder)
  return folder
}
