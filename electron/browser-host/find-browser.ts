import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
]

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
  'Chromium\\Application\\chrome.exe',
]

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const places = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly string[] => {
  if (platform === 'darwin') return macApps
  if (platform === 'win32') {
    const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA].flatMap((root) => root ?? [])
    return roots.flatMap((root) => windowsPrograms.map((program) => join(root, program)))
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  return programs.flatMap((program) => folders.map((folder) => join(folder, program)))
}

/** An installed browser that can show an app window: Chromium, Chrome or Edge. */
export const findBrowser = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | undefined =>
  places(platform, environment).find(isProgram)

/** Why no window can be shown here; `undefined`: it can. */
export const lackOfDisplay = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, isRoot: boolean): string | undefined => {
  if (platform !== 'linux') return undefined
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return 'there is no display'
  return isRoot ? 'browsers don’t run as root' : undefined
}
