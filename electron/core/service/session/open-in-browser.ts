import { spawn } from 'node:child_process'
import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'

type NoBrowser = Extract<Failure, { kind: 'no-browser' }>

/** A failing program ends at once; one that still runs after this time has accepted the address. */
const settleMs = 1_500

/**
 * Opens a web address in the system's browser. The address is one argument, never part of a shell's line.
 * Throws AppError `sign-in-failed` when nothing could be opened; the caller then shows the address.
 */
export const openInBrowser = (url: string, platform: NodeJS.Platform = process.platform): Promise<void> => {
  const refuse = (failure: Omit<NoBrowser, 'kind'>, cause?: unknown): AppError =>
    new AppError('sign-in-failed', { kind: 'no-browser', ...failure }, { cause })
  if (!/^https?:\/\//i.test(url)) return Promise.reject(refuse({ command: null, end: null }))

  const [command, ...args] = openers[platform] ?? ['xdg-open']
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args, new URL(url).href], { detached: true, stdio: 'ignore', windowsHide: true })
    const timer = setTimeout(resolve, settleMs)
    child.once('error', (error) => {
      clearTimeout(timer)
      reject(refuse({ command, end: { said: error.message } }, error))
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(refuse({ command, end: { code } }))
    })
    child.unref()
  })
}

const openers: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `cmd /c start`: cmd would read the `&` of a query as the end of the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
