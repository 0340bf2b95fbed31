import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserWindow, dialog } from 'electron'
import { sayNetworkShare } from '../../shared/base/data-folder-words.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'

/** Warns once per data folder: a library on a network share can get damaged. */
export const warnOfNetworkShare = async (window: BrowserWindow | undefined, dataFolder: string, stateFolder: string): Promise<void> => {
  const note = join(stateFolder, 'network-share-told')
  if (existsSync(note)) return
  const { message, action } = sayNetworkShare(dataFolder)
  const options: Electron.MessageBoxOptions = { type: 'warning', message, detail: action, buttons: ['OK'] }
  await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options))
  systemSyncFiles.write(note, '')
}
