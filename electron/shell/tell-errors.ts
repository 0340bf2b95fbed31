import { app, type BrowserWindow, dialog } from 'electron'
import type { AppError, ErrorRecord } from '../../shared/base/errors.ts'

// The words of errors load when one is shown: the window does not wait for them.
const loadWords = () => import('../../shared/base/recovery-words.ts')
const describe = async (reason: ErrorRecord) => (await import('../../shared/base/describe-error.ts')).describeError(reason)

/** Reports damage found in the library while Packshot ran; resolves when a person has read it. */
export const tellDamage = async (window: BrowserWindow | undefined, reason: AppError): Promise<void> => {
  const { message, action } = await describe(reason.toRecord())
  const shown = { type: 'warning' as const, message, detail: action, buttons: ['Start again'] }
  await (window ? dialog.showMessageBox(window, shown) : dialog.showMessageBox(shown))
}

/** Says why the last Packshot ended and this one was started. */
export const tellRestart = async (window: BrowserWindow, reason: ErrorRecord): Promise<void> => {
  const detail = Object.values(await describe(reason)).join(' ')
  await dialog.showMessageBox(window, { type: 'warning', message: 'Packshot had to start again.', detail })
}

/** Says that Packshot stays closed after too many restarts; resolves when a person has read it. */
export const tellStayClosed = async (reason: ErrorRecord): Promise<void> => {
  const { message, action } = (await loadWords()).describeStayClosed(reason)
  dialog.showErrorBox(message, action)
}

/** Says why Packshot can't start; resolves when a person has read it. Not as an error box, during which no signal would end this process. */
export const tellNotStarted = async (reason: ErrorRecord): Promise<void> => {
  const { message, action } = await describe(reason)
  const title = 'Packshot cannot start'
  // For whoever started it in a terminal, or without a screen.
  process.stderr.write(`${title}. ${message} ${action}\n`)
  await app.whenReady()
  // While nothing else happens here, Electron may not notice for half a minute that the dialog was closed.
  const awake = setInterval(() => {}, 200)
  await dialog
    .showMessageBox({ type: 'error', title, message: `${title}. ${message}`, detail: action, buttons: ['Quit'] })
    .finally(() => clearInterval(awake))
}
