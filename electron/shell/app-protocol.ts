import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { protocol, type Session } from 'electron'
import type { PageAnswer } from '../core/window/answer-page.ts'

/** The window's own origin: `app://packshot/`, no file and no network address. */
export const appOrigin = 'app://packshot'

/** Before `ready`. Standard and secure: relative addresses, `fetch` and CSP work as on https. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ])

/** `onTaken`: called when the page has taken the last of them. */
const streamBytes = (bytes: Uint8Array<ArrayBuffer>, onTaken: () => void): ReadableStream => {
  let isSent = false
  return new ReadableStream(
    {
      pull: (controller) => {
        if (!isSent) {
          isSent = true
          controller.enqueue(bytes)
          return
        }
        controller.close()
        onTaken()
      },
    },
    { highWaterMark: 0 },
  )
}

type AppSource = {
  /** Of createPageAnswerer. */
  readonly answerPage: (pathname: string) => Promise<PageAnswer>
  /** Called whenever a page has taken a script: what it needs of this process next is an answer to a call. */
  readonly onScriptTaken: () => void
}

/** Serves the window's files and pictures to its session, by GET only; everything else there is 404. */
export const serveApp = (session: Session, { answerPage, onScriptTaken }: AppSource): void => {
  session.protocol.handle('app', async (request) => {
    const { host, pathname } = new URL(request.url)
    if (host !== 'packshot') return new Response(null, { status: 404 })
    if (request.method !== 'GET') return new Response(null, { status: 405 })
    const { status, headers, body } = await answerPage(pathname)
    const content =
      body.kind === 'bytes'
        ? streamBytes(body.bytes, pathname.endsWith('.js') ? onScriptTaken : () => {})
        : (Readable.toWeb(createReadStream(body.path)) as ReadableStream)
    return new Response(content, { status, headers })
  })
}
