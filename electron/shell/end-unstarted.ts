import { readFileSync } from 'node:fs'
import { app } from 'electron'
import { AppError } from '../../shared/base/errors.ts'
import { explainDataFolder } from '../core/base/database/database-error.ts'
import { findClosedSetting } from './sandbox-setting.ts'
import { shownFailureCode } from './shown-failure-code.ts'
import { tellNotStarted } from './tell-errors.ts'

const endUnstarted = async (reason: AppError): Promise<void> => {
  await tellNotStarted(reason.toRecord()).catch(() => {})
  app.exit(shownFailureCode)
}

/** Says why Packshot can't use its data folder, then ends. */
export const endWithoutFolder = (dataFolder: string, error: unknown): Promise<void> => endUnstarted(explainDataFolder(dataFolder, error))

/** Says that Packshot doesn't start without its sandbox, then ends. */
export const endWithoutSandbox = (): Promise<void> => {
  const setting = process.platform === 'linux' ? findClosedSetting((file) => readFileSync(file, 'utf8')) : null
  const isAppImage = Boolean(process.env.APPIMAGE || process.env.APPDIR)
  return endUnstarted(new AppError('internal', { kind: 'without-sandbox', setting, isAppImage }))
}
