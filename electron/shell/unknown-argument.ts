import { readDataFolderOption } from '../cli/data-folder.ts'

/** Chromium's and Electron's own switches that people, packagers, systems and tests give to a program. */
const known = [
  'allow-file-access-from-files',
  'background',
  'data-dir',
  'disable-dev-shm-usage',
  'disable-features',
  'disable-gpu',
  'disable-setuid-sandbox',
  'enable-features',
  'enable-logging',
  'enable-wayland-ime',
  'force-dark-mode',
  'force-device-scale-factor',
  'force-renderer-accessibility',
  'js-flags',
  'lang',
  'log-level',
  'no-sandbox',
  'original-process-start-time',
  'ozone-platform',
  'password-store',
  'proxy-',
  'remote-',
  'use-angle',
  'user-data-dir',
  'v',
  'inspect',
]

const isKnownSwitch = (name: string): boolean =>
  known.some(
    (one) => name === one || (name.startsWith(one) && (one.endsWith('-') || ['inspect', 'disable-gpu', 'ozone-platform'].includes(one))),
  )

/**
 * The first argument of a start of the window that it does not know, such as one that is meant for the command. Links, and files that are there, are known:
 * a system passes what a person opens.
 */
export const findUnknownArgument = (args: readonly string[], isFile: (path: string) => boolean): string | undefined => {
  const folder = readDataFolderOption(args)
  return args.find((one, at) => {
    if (one === '--' || one === '') return false
    if (one === folder && args[at - 1] === '--data-dir') return false
    if (one.startsWith('--')) return !isKnownSwitch(one.slice(2).split('=')[0] ?? '')
    // The macOS Finder’s, of earlier versions.
    if (one.startsWith('-')) return !one.startsWith('-psn_')
    return !/^(?:packshot|file):/i.test(one) && !isFile(one)
  })
}
