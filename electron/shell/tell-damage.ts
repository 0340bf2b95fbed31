import { type BrowserWindow, dialog } from 'electron'
import type { AppError } from '../../shared/errors.ts'

/** Reports damage found in the library while Packshot ran; resolves when a person has read it. */
export const tellDamage = async (window: BrowserWindow | undefined, { message, action }: AppError): Promise<void> => {
  const shown = { type: 'warning' as const, message, detail: action, buttons: ['Start again'] }
  await (window ? dialog.showMessageBox(window, shown) : dialog.showMessageBox(shown))
}
