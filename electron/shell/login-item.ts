import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import { backgroundSwitch } from '../cli/start-switches.ts'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'
import type { LoginItem } from '../core/ports.ts'
import { describeAutostart, findAutostartFile } from './autostart-file.ts'

const onLinux = (): LoginItem => {
  const file = findAutostartFile(homedir(), process.env)
  const program = process.env.APPIMAGE ?? process.execPath
  return {
    isOn: () => systemSyncFiles.exists(file),
    set: (on) => {
      if (!on) return systemSyncFiles.remove(file)
      systemSyncFiles.makeFolder(dirname(file))
      systemSyncFiles.write(file, describeAutostart(program, join(process.resourcesPath, 'icon.png')))
    },
  }
}

const args = [backgroundSwitch]

/** Whether the system starts Packshot when this user signs in; it keeps that itself. `undefined`: this is no installed app. */
export const findLoginItem = (): LoginItem | undefined => {
  if (!app.isPackaged) return undefined
  if (process.platform === 'linux') return onLinux()
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args }),
  }
}
