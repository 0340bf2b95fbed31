import { app } from 'electron'
import { backgroundSwitch, commandSwitch } from '../cli/start-switches.ts'

/** `null`: it was started as the window. */
export const readCommandLine = (args: readonly string[]): readonly string[] | null => {
  const end = args.indexOf('--')
  return args.slice(0, Math.max(end, 0)).includes(commandSwitch) ? args.slice(end + 1) : null
}

/** Started by the system at sign-in: without a window. */
export const isStartInBackground = (args: readonly string[]): boolean =>
  args.includes(backgroundSwitch) || (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)
