import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type WebSocket, WebSocketServer } from 'ws'
import { toAppError } from '../../shared/base/errors.ts'
import type { DropIntake } from '../core/window/drop-intake.ts'
import { commonHeaders } from '../core/window/page-policy.ts'
import { type CallPort, longestMessage } from '../core/window/serve-calls.ts'
import { createServePage, type PageSource } from '../core/window/serve-page.ts'
import { type Address, addressOf, isAdmitted, isFromOurOrigin } from './check-request.ts'
import { createEntrance } from './entrance.ts'

type Ports = PageSource & {
  readonly drops: Pick<DropIntake, 'addBytes'>
  readonly serveCalls: (port: CallPort) => void
  /** Our page connected; or it disconnected, reloaded or closed. */
  readonly onPage?: (event: 'page-came' | 'page-left') => void
  readonly log: (event: Readonly<Record<string, unknown>>) => void
}

export type BrowserServer = {
  readonly origin: string
  /** A new address to open, valid for one browser; the previous one becomes invalid. */
  readonly issueAddress: () => string
  readonly stop: () => Promise<void>
}

const enterPath = '/enter'
const intakePath = '/intake'
const callsPath = '/calls'

const plain = (response: ServerResponse, status: number, words: string): void => {
  response.writeHead(status, {
    ...commonHeaders,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
  })
  response.end(words)
}

/** Not a redirect: a Strict cookie is not sent on a redirect from another site, such as our own opening page. */
const enteredPage =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>Packshot</title><a href="/">Open Packshot</a></html>'
const enterPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const toCallPort = (socket: WebSocket): CallPort => ({
  send: (message) => {
    if (socket.readyState === socket.OPEN) socket.send(message as string)
  },
  onMessage: (listener) => socket.on('message', (data, isBinary) => listener(isBinary ? new Uint8Array(data as Buffer) : String(data))),
  onClose: (listener) => socket.once('close', listener),
  close: () => socket.close(1008),
})

/**
 * The browser host's server, on 127.0.0.1 and a random port. Host and Origin are checked on every request and upgrade; except for the
 * exchange of the secret, each requires the cookie.
 */
export const startServer = async ({ drops, serveCalls, onPage, log, ...source }: Ports): Promise<BrowserServer> => {
  const entrance = createEntrance()
  const servePage = createServePage(source)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage, perMessageDeflate: false })
  let address: Address = addressOf(0)

  const refuse = (request: IncomingMessage, response: ServerResponse, why: string): void => {
    log({ event: 'request-refused', why, method: request.method })
    plain(response, 403, 'Refused. Open the address that Packshot shows where it was started (it works for one browser).')
  }

  const enter = (request: IncomingMessage, response: ServerResponse, shown: string): void => {
    const cookie = entrance.exchange(shown)
    if (cookie === undefined) {
      refuse(request, response, 'secret')
      return
    }
    response.writeHead(200, {
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': enterPolicy,
      'set-cookie': `${address.cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
    })
    response.end(enteredPage)
  }

  const addPictures = async (request: IncomingMessage, response: ServerResponse, search: URLSearchParams): Promise<void> => {
    try {
      await drops.addBytes(search.get('name') ?? '', request.iterator({ destroyOnReturn: false }), search.get('drop'))
      // Reads a refused body to its end, because a browser reads the answer only after sending everything.
      request.resume()
      response.writeHead(204, { ...commonHeaders })
      response.end()
    } catch (error) {
      if (response.destroyed) return
      const known = toAppError(error)
      response.writeHead(known.code === 'file-too-large' ? 413 : 500, {
        ...commonHeaders,
        'content-type': 'application/json',
        connection: 'close',
      })
      response.end(JSON.stringify(known.toRecord()))
    }
  }

  const sendPage = async (response: ServerResponse, pathname: string, search: string): Promise<void> => {
    const { status, headers, body } = await servePage(pathname, search)
    response.writeHead(status, headers)
    if (body.kind === 'bytes') response.end(body.bytes)
    else await pipeline(createReadStream(body.path), response)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', address.origin)
    const isPost = request.method === 'POST'
    if (!isFromOurOrigin(request, address, isPost)) return refuse(request, response, 'origin')
    if (request.method === 'GET' && pathname === enterPath) return enter(request, response, searchParams.get('secret') ?? '')
    if (!isAdmitted(request, address, entrance, isPost)) return refuse(request, response, 'cookie')
    if (isPost && pathname === intakePath) return addPictures(request, response, searchParams)
    if (request.method !== 'GET') return plain(response, 405, 'Not that way.')
    await sendPage(response, pathname, search)
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (request.url !== callsPath || !isAdmitted(request, address, entrance, true)) {
      log({ event: 'upgrade-refused' })
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error) => log({ event: 'socket-error', message: error.message }))
      opened.once('close', () => onPage?.('page-left'))
      onPage?.('page-came')
      serveCalls(toCallPort(opened))
    })
  }

  const server: Server = createServer({ requestTimeout: 0 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log({ event: 'answer-failed', message: toAppError(error).message })
      if (response.headersSent) response.destroy()
      else plain(response, 500, 'Something unexpected happened.')
    })
  })
  server.on('upgrade', upgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  address = addressOf((server.address() as AddressInfo).port)

  return {
    origin: address.origin,
    issueAddress: () => `${address.origin}${enterPath}?secret=${entrance.issueSecret()}`,
    stop: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
