import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '../../base/network/normalise-base-url.ts'
import { callbackPageHeaders, callbackPages } from './callback-pages.ts'

type Options = {
  readonly redirectUri: string
  /** Judges a query and explains a refusal; any result except `refused` closes the listener. */
  readonly judge: (query: URLSearchParams) => 'accepted' | 'failed' | 'refused'
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export type LoopbackReceiver = { readonly close: () => Promise<void> }

/** True for a redirect URI that this computer can listen at: http on 127.0.0.1, [::1] or localhost (RFC 8252, 7.3). */
export const isLoopbackRedirect = (redirectUri: string): boolean => {
  const { protocol, hostname } = new URL(redirectUri)
  return protocol === 'http:' && isLoopbackHost(hostname)
}

/**
 * Listens at a loopback redirect URI, on 127.0.0.1 only (or ::1, where that is its host), until one request is taken or it is closed. Everything else than a GET
 * of the exact path with the exact Host, by a browser going there, is refused with 400, 404 or 405, and it keeps listening.
 * Why it can't listen there: another program uses the port, or the system reserves it (Windows).
 */
export const openLoopbackReceiver = async ({ redirectUri, judge, log }: Options): Promise<LoopbackReceiver | 'taken' | 'reserved'> => {
  // Loaded with the first sign-in: this import makes Node load its own fetch and WebSocket too, megabytes that no other part needs.
  const { createServer } = await import('node:http')
  const expected = new URL(redirectUri)
  let taken = false

  const answer = (request: IncomingMessage): { status: number; page: keyof typeof callbackPages; why?: string } => {
    const refuse = (status: number, why?: string) => ({ status, page: 'refused' as const, ...(why === undefined ? {} : { why }) })
    const [path, ...rest] = (request.url ?? '').split('?')
    if (request.headers.host !== expected.host) return refuse(400, 'host')
    if (path !== expected.pathname) return refuse(404, 'path')
    if (request.method !== 'GET') return refuse(405, 'method')
    if (!isDocument(request)) return refuse(400, 'no document')
    if (taken) return refuse(400, 'second hit')
    const verdict = judge(new URLSearchParams(rest.join('?')))
    if (verdict === 'refused') return refuse(400)
    taken = true
    return { status: 200, page: verdict }
  }

  // A slow or endless request is cut off after a few seconds, and never blocks the real one.
  const server = createServer({ maxHeaderSize: 16_384, headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 })
  server.maxConnections = 1_000
  server.on('request', (request, response) => {
    const { status, page, why } = answer(request)
    if (why !== undefined) log({ event: 'callback-refused', why })
    response.writeHead(status, { ...callbackPageHeaders, ...(status === 405 ? { allow: 'GET' } : {}) }).end(callbackPages[page])
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    log({ event: 'callback-refused', why: error.code ?? 'malformed' })
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
  })

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
      // The last page may still be in transit.
      setTimeout(() => server.closeAllConnections(), 300).unref()
    })

  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      log({ event: 'receiver-error', redirectUri, why: error.code ?? error.message })
      resolve(error.code === 'EACCES' ? 'reserved' : 'taken')
    })
    const port = expected.port === '' ? 80 : Number(expected.port)
    const host = expected.hostname === '[::1]' ? '::1' : '127.0.0.1'
    server.listen({ host, port, exclusive: true }, () => resolve({ close }))
  })
}

/** A redirect is a document without body or origin; browsers say so, and a page's own fetch, form or frame can't pretend. */
const isDocument = ({ headers }: IncomingMessage): boolean =>
  headers.origin === undefined &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0'
