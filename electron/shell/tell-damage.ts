import { type BrowserWindow, dialog } from 'electron'

/** Tells that the library turned out to be damaged while Packshot ran; resolves when a person has read it. */
export const tellDamage = async (window: BrowserWindow | undefined): Promise<void> => {
  const words = {
    type: 'warning',
    message: 'Packshot’s library is damaged.',
    detail:
      'Your pictures are safe. Packshot starts again now, restores the library from its newest snapshot and says what may be missing.',
    buttons: ['Start again'],
  } as const
  const shown = { ...words, buttons: [...words.buttons] }
  await (window ? dialog.showMessageBox(window, shown) : dialog.showMessageBox(shown))
}
