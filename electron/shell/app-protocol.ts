import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { protocol, type Session } from 'electron'
import type { PageAnswer } from '../core/window/page-policy.ts'

/** The window's own origin: `app://packshot/`, no file and no network address. */
export const appOrigin = 'app://packshot'

/** Before `ready`. Standard and secure: relative addresses, `fetch` and CSP work as on https. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true } },
  ])

type AppSource = {
  /** Of createServePage. */
  readonly servePage: (pathname: string, search?: string) => Promise<PageAnswer>
}

const toStream = ({ body }: PageAnswer): Readable => {
  if (body.kind === 'file') return createReadStream(body.path)
  // In one piece, and no copy.
  return new Readable({
    read() {
      this.push(body.bytes)
      this.push(null)
    },
  })
}

/**
 * Without the policy for openers: no page of ours is opened by another or opens one (refuse-by-default.ts), and for it Chromium
 * would set up the window's page twice at the start, 30 ms in all.
 */
const withoutOpenerPolicy = ({ 'cross-origin-opener-policy': _, ...headers }: PageAnswer['headers']): Record<string, string> => headers

const empty = (statusCode: number): Electron.ProtocolResponse => ({ statusCode, data: Readable.from([]) })

/**
 * Serves the window's files and pictures to its session, by GET only; any other request gets 404.
 *
 * Without `protocol.handle`: its `Request` and `Response` make Node load all of fetch (60 ms) before the page's first byte, and
 * slow down each thumbnail.
 */
export const serveApp = (session: Session, { servePage }: AppSource): void => {
  const answer = async (method: string, url: string): Promise<Electron.ProtocolResponse> => {
    const { host, pathname, search } = new URL(url)
    if (host !== 'packshot') return empty(404)
    if (method !== 'GET') return empty(405)
    const found = await servePage(pathname, search)
    return { statusCode: found.status, headers: withoutOpenerPolicy(found.headers), data: toStream(found) }
  }
  session.protocol.registerStreamProtocol('app', ({ method, url }, respond) => {
    void answer(method, url).then(respond, () => respond(empty(500)))
  })
}
