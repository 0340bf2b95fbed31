import { dialog } from 'electron'

/** The window's process crashed repeatedly: says so, and asks whether to open it again. */
export const askAfterCrashes = async (): Promise<'open-again' | 'quit'> => {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'Packshot’s window stopped three times within a minute.',
    detail: 'Nothing is lost. Your work is kept and continues. If this happens again, restart your computer, or contact your admin.',
    buttons: ['Open again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0 ? 'open-again' : 'quit'
}
