import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import { explainDataFolder } from '../core/database/database-error.ts'
import { systemSyncFiles } from '../core/platform/system-sync-files.ts'
import { tellNotStarted } from './tell-errors.ts'

/** Exit code after a failure that was shown, so that `npm start` does not assume a missing runtime. */
export const shownFailureCode = 3

/** Says why Packshot can't use its data folder, then ends. Chromium needs some folder that it can write to, and is told before this first waits. */
export const endWithoutFolder = async (dataFolder: string, error: unknown): Promise<void> => {
  const folder = join(tmpdir(), `packshot-${randomUUID()}`)
  systemSyncFiles.makeFolder(folder, 0o700)
  app.setPath('userData', folder)
  await tellNotStarted(explainDataFolder(dataFolder, error).toRecord()).catch(() => {})
  app.exit(shownFailureCode)
}
