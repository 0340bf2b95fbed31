import { type BrowserWindow, dialog } from 'electron'

export type CloseChoice = 'background' | 'next-start' | 'stay'

const choices: readonly CloseChoice[] = ['background', 'next-start', 'stay']

/** Asks what to do with waiting work when the window closes, and says how much there is. */
export const askOnClose = async (window: BrowserWindow, left: number): Promise<CloseChoice> => {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: left === 1 ? 'One job is not done yet.' : `${left} jobs are not done yet.`,
    detail:
      'Nothing is lost either way. Packshot can continue in the background and quit when the work is done, or continue at the next start.',
    buttons: ['Continue in background', 'Continue at next start', 'Keep the window open'],
    defaultId: 0,
    cancelId: 2,
  })
  return choices[response] ?? 'stay'
}
