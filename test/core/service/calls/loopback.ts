import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createServiceDispatcher } from '../../../../electron/core/base/network/create-dispatcher.ts'
import { type CredentialSource, createServiceClient, type ServiceClient } from '../../../../electron/core/service/calls/service-client.ts'
import { bodyTemplates, servicePaths } from '../../../../shared/workspaces/connection.ts'
import type { ReadProduct } from '../../../../shared/workspaces/product-reading-settings.ts'
import { platformAt } from '../../../support/platform-at.ts'

const listen = async (server: NetServer): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What the server received, and how it answers. */
export type Handler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void

/** A real server on loopback that reads each body completely and then answers; stops with the test. */
export const serve = async (handler: Handler): Promise<string> => {
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => handler(request, response, Buffer.concat(chunks)))
  })
  return keep(server)
}

/** A server that sees the request before its body. */
export const serveRaw = async (handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> =>
  keep(createHttpServer(handler))

const keep = async (server: Server): Promise<string> => {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server)
}

/** A server below HTTP, for answers that are truncated or never come. */
export const serveSocket = async (onSocket: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createNetServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    onSocket(socket)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return listen(server)
}

export const answerJson = (response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value))
}

export const now = Date.UTC(2026, 0, 15, 12, 0, 0)
export const token = 'token-that-nobody-may-see'
const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` }, token: value })

/** Credentials that are never replaced. */
export const fixedCredentials: CredentialSource = {
  credential: async () => bearer(token),
  replaceRejected: async () => bearer(`${token}-2`),
}

export const clientFor = (
  baseUrl: string,
  {
    credentials = fixedCredentials,
    headersMs = 5_000,
    bodyMs = 5_000,
    readProduct,
  }: { credentials?: CredentialSource; headersMs?: number; bodyMs?: number; readProduct?: ReadProduct } = {},
): ServiceClient => {
  const dispatcher = createServiceDispatcher({ connections: 64, connectMs: 2_000 })
  onTestFinished(() => dispatcher.destroy())
  return createServiceClient({
    connection: { baseUrl, paths: servicePaths.parse({}), templates: bodyTemplates.parse({}), readProduct },
    credentials,
    dispatcher,
    ...platformAt(now),
    timeouts: { headersMs, bodyMs },
  })
}
