import { app, BrowserWindow, type Session, type WebContents } from 'electron'
import type { LiveServer } from '../core/window/page-policy.ts'
import { appOrigin } from './app-protocol.ts'
import { offerExternalLink } from './external-links.ts'

/** Copying an answer to the clipboard after a click; nothing else is ever granted. */
const grantedPermission = 'clipboard-sanitized-write'

const isOurPage = (address: string): boolean => address === `${appOrigin}/` || address.startsWith(`${appOrigin}/#`)

/** A session in which pages are granted nothing, reach nothing but our own origin, and may save only files they made themselves. `live`: the development server's socket, too. */
export const restrictSession = (session: Session, live?: LiveServer): void => {
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(permission === grantedPermission))
  session.setPermissionCheckHandler((_contents, permission, origin) => permission === grantedPermission && origin.startsWith(appOrigin))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
  session.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url)
    const isOurs =
      details.url.startsWith(`${appOrigin}/`) ||
      protocol === 'blob:' ||
      protocol === 'data:' ||
      protocol === 'devtools:' ||
      (live !== undefined && details.url.startsWith(`${live.socket}/`))
    answer({ cancel: !isOurs })
  })
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${appOrigin}/`)) event.preventDefault()
  })
}

const restrictContents = (contents: WebContents): void => {
  contents.on('will-navigate', (event) => {
    if (!isOurPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOurPage(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const window = BrowserWindow.fromWebContents(contents)
    if (window) void offerExternalLink(window, url)
    return { action: 'deny' }
  })
}

/** For every page: no navigation except a reload, no new window, no webview. Links are offered to the system's browser. */
export const restrictAllContents = (): void => {
  app.on('web-contents-created', (_event, contents) => restrictContents(contents))
}
