import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { excludeFromBackup } from '../core/base/platform/exclude-from-backup.ts'
import { systemSyncFiles as files } from '../core/base/platform/system-sync-files.ts'

/** The address holds a secret, and every user of this computer can read command lines. A private file redirects there instead. */
const leadTo = (address: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address}">`

export type AppWindow = {
  /** Removes the file after the secret was used. */
  readonly forgetAddress: () => void
  readonly close: () => void
}

/**
 * Opens the address as an app window of a browser, in its own profile. Reports when the started process ends: `browser-failed`
 * if that was an error, at once. Only the page shows whether the window is still open (watch-window.ts).
 */
export const openAppWindow = (
  browser: string,
  address: string,
  dataFolder: string,
  onEnd: (how: 'browser-ended' | 'browser-failed') => void,
): AppWindow => {
  const folder = join(dataFolder, 'window')
  files.makeFolder(folder, 0o700)
  // The browser's caches.
  void excludeFromBackup(folder)
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
    onEnd(code !== 0 && Date.now() - startedAt < 10_000 ? 'browser-failed' : 'browser-ended')
  }
  child.once('error', () => finish(1))
  child.once('exit', finish)
  const forgetAddress = (): void => files.remove(file)
  return {
    forgetAddress,
    close: () => {
      forgetAddress()
      child.kill('SIGTERM')
    },
  }
}
