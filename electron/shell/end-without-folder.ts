import { app } from 'electron'
import { explainDataFolder } from '../core/database/database-error.ts'
import { systemFiles } from '../core/platform/system-files.ts'
import { shownFailureCode } from './shown-failure-code.ts'
import { tellNotStarted } from './tell-errors.ts'

/** Says why Packshot can't use its data folder, then ends. `files`: of Chromium, which are removed. */
export const endWithoutFolder = async (dataFolder: string, error: unknown, files: string): Promise<void> => {
  await tellNotStarted(explainDataFolder(dataFolder, error).toRecord()).catch(() => {})
  await systemFiles.remove(files, { recursive: true }).catch(() => {})
  app.exit(shownFailureCode)
}
