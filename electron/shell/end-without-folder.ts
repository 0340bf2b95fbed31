import { app } from 'electron'
import { explainDataFolder } from '../core/base/database/database-error.ts'
import { shownFailureCode } from './shown-failure-code.ts'
import { tellNotStarted } from './tell-errors.ts'

/** Says why Packshot can't use its data folder, then ends. */
export const endWithoutFolder = async (dataFolder: string, error: unknown): Promise<void> => {
  await tellNotStarted(explainDataFolder(dataFolder, error).toRecord()).catch(() => {})
  app.exit(shownFailureCode)
}
