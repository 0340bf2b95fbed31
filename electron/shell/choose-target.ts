import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import type { ChooseTarget } from '../core/exchange/exports/chosen-targets.ts'

const kinds: Readonly<Record<string, string>> = {
  '.xlsx': 'Excel workbook',
  '.csv': 'CSV',
  '.txt': 'Text',
  '.packshot-handover': 'Packshot hand-over',
}

/** Asks for a folder to watch. */
export const chooseFolder = async (): Promise<string | null> => {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const options = { title: 'Watch a folder', properties: ['openDirectory'] as 'openDirectory'[] }
  const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}

/** The system's own dialogs. The one for a file asks before an existing file is replaced. */
export const chooseTarget: ChooseTarget = async ({ kind, name }) => {
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
  const folder = (() => {
    try {
      return app.getPath('documents')
    } catch {
      return homedir()
    }
  })()
  if (kind === 'folder') {
    const options = {
      title: 'Export pictures to',
      defaultPath: folder,
      properties: ['openDirectory', 'createDirectory'] as ('openDirectory' | 'createDirectory')[],
    }
    const { filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options))
    return filePaths[0] ?? null
  }
  const ending = extname(name)
  const options = {
    title: 'Export',
    defaultPath: join(folder, name),
    filters: ending === '' ? [] : [{ name: kinds[ending] ?? ending.slice(1).toUpperCase(), extensions: [ending.slice(1)] }],
  }
  const { filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
  return filePath === undefined || filePath === '' ? null : filePath
}
