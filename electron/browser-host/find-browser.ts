import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

const programs = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
]

const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `${name}.app/Contents/MacOS/${name}`)

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

type Places = { readonly home: string; readonly environment: NodeJS.ProcessEnv }

/** Paths of browsers, preferred ones first. Empty variables count as unset. */
export const browserPlaces = (platform: NodeJS.Platform, { home, environment }: Places): readonly string[] => {
  switch (platform) {
    case 'darwin':
      // A user without administrator rights has their own Applications folder.
      return ['/Applications', posix.join(home, 'Applications')].flatMap((folder) => macApps.map((app) => posix.join(folder, app)))
    case 'win32': {
      const roots = [environment.PROGRAMFILES, environment['PROGRAMFILES(X86)'], environment.LOCALAPPDATA].flatMap((root) => root || [])
      return roots.flatMap((root) => windowsPrograms.map((program) => win32.join(root, program)))
    }
    default: {
      const folders = (environment.PATH ?? '').split(posix.delimiter).filter(Boolean)
      return programs.flatMap((program) => folders.map((folder) => posix.join(folder, program)))
    }
  }
}

/** An installed browser that can show an app window: Chromium, Chrome or Edge. */
export const findBrowser = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | undefined =>
  browserPlaces(platform, { home: homedir(), environment }).find(isProgram)

/** Why no window can be shown here; `undefined`: one can. */
export const lackOfDisplay = (platform: NodeJS.Platform, environment: NodeJS.ProcessEnv, isRoot: boolean): string | undefined => {
  if (platform !== 'linux') return undefined
  if (!environment.DISPLAY && !environment.WAYLAND_DISPLAY) return 'there is no display'
  return isRoot ? 'browsers don’t run as root' : undefined
}
