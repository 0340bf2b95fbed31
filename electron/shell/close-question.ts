import { type BrowserWindow, dialog } from 'electron'
import { describeClosing } from '../../shared/base/closing-words.ts'

export type CloseChoice = 'background' | 'next-start' | 'stay'

const choices: readonly CloseChoice[] = ['background', 'next-start', 'stay']

/** Asks what to do with waiting work and watched folders when the window closes. `isRemembered`: and from now on, for watched folders. */
export const askOnClose = async (
  window: BrowserWindow,
  closing: Parameters<typeof describeClosing>[0],
): Promise<{ readonly choice: CloseChoice; readonly isRemembered: boolean }> => {
  const { remember, ...words } = describeClosing(closing)
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    ...words,
    ...(remember === null ? {} : { checkboxLabel: remember }),
    defaultId: 0,
    cancelId: 2,
  })
  return { choice: choices[response] ?? 'stay', isRemembered: remember !== null && checkboxChecked }
}
