import { type BrowserWindow, clipboard, dialog, shell } from 'electron'
import { labels } from '../../shared/base/label-words.ts'

/** http or https, without a user name or password, which could disguise the real host. */
export const isWebAddress = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

const longestShown = 300

/** Opens a link of the page in the system's browser, after a dialog that shows the whole address. Anything but http(s) is not opened. */
export const offerExternalLink = async (window: BrowserWindow, address: string): Promise<void> => {
  if (!isWebAddress(address) || address.length > 2_000) return
  const { href } = new URL(address)
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Open this address in your browser?',
    detail: href.length > longestShown ? `${href.slice(0, longestShown)}…` : href,
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
  })
  if (response === 0) await shell.openExternal(href)
}

/** For a sign-in that a person started. If no browser can be opened, the address can be copied instead. */
export const openInSystemBrowser = async (address: string): Promise<void> => {
  if (!isWebAddress(address)) return
  try {
    await shell.openExternal(address)
  } catch {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: 'Your browser could not be opened.',
      detail: 'Copy the address and open it in a browser on this computer to allow access.',
      buttons: [labels.copyAddress, 'Cancel'],
      defaultId: 0,
      cancelId: 1,
    })
    if (response === 0) clipboard.writeText(address)
  }
}
