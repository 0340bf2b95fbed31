import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { systemSyncFiles as files } from '../core/platform/system-sync-files.ts'

/** The address holds a secret, and command lines can be read by everybody on this computer: a private file leads there. */
const leadTo = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">`

/**
 * Opens the address as an app window of a browser, in a profile of its own. Calls back when that window is closed: `failed` when it never
 * came up.
 */
export const openAppWindow = (
  browser: string,
  address: string,
  dataFolder: string,
  onClosed: (how: 'closed' | 'failed') => void,
): { readonly close: () => void } => {
  const folder = join(dataFolder, 'window')
  files.makeFolder(folder, 0o700)
  const file = join(folder, 'enter.html')
  files.write(file, leadTo(address), { mode: 0o600 })
  const startedAt = Date.now()
  const profile = join(folder, 'browser-profile')
  const child = spawn(
    browser,
    [`--app=${pathToFileURL(file).href}`, `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check'],
    { stdio: 'ignore' },
  )
  let isOver = false
  const finish = (code: number | null): void => {
    if (isOver) return
    isOver = true
    files.remove(file)
    onClosed(code !== 0 && Date.now() - startedAt < 10_000 ? 'failed' : 'closed')
  }
  child.once('error', () => finish(1))
  child.once('exit', finish)
  return { close: () => void child.kill('SIGTERM') }
}
