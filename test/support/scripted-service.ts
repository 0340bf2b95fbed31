import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the service received it. */
export type Received = {
  readonly method: string
  readonly path: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly json: () => Record<string, unknown>
}

export type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | 'cut' | 'never'

export type ScriptedService = {
  readonly baseUrl: string
  readonly received: Received[]
  /** Answers the request that tests an API key or relay; such requests are not among `received`. `undefined`: success. */
  answerTrial: (request: Received) => Reply | undefined
  /** Decides every answer; `undefined`: as a well-behaved service does. */
  answer: (request: Received, index: number) => Reply | Promise<Reply | undefined> | undefined
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const wellBehaved = (request: Received, index: number): Reply => {
  if (request.path === '/v1/image/analysis') return { status: 200, body: { analysis: `An answer to: ${String(request.json().question)}` } }
  if (request.path === '/v1/sources') return { status: 201, body: { requestId: 'r', resource: 'source', data: { id: `src_${index}` } } }
  if (request.method === 'POST') return { status: 201, body: { requestId: 'r', resource: 'product', data: { id: `prd_${index}` } } }
  return { status: 200, body: { requestId: 'r', resource: 'product', data: { id: request.path.split('/').at(-1) } } }
}

const send = (response: ServerResponse, reply: Reply): void => {
  if (reply === 'never') return
  if (reply === 'cut') {
    response.destroy()
    return
  }
  const isText = typeof reply.body === 'string'
  response.writeHead(reply.status, { 'content-type': isText ? 'text/html' : 'application/json', ...reply.headers })
  response.end(reply.body === undefined ? '' : isText ? (reply.body as string) : JSON.stringify(reply.body))
}

/** A service on loopback whose answers a test decides, and which records its requests. */
export const startScriptedService = async (): Promise<ScriptedService> => {
  const received: Received[] = []
  let port = 0
  let server: Server | undefined
  const start = async (): Promise<void> => {
    server = createServer(async (request, response) => {
      const body = await readBody(request)
      const one: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        body,
        headers: request.headers,
        json: () => JSON.parse(body.toString()) as Record<string, unknown>,
      }
      if (one.method === 'GET' && one.path.startsWith('/v1/tones')) {
        send(response, service.answerTrial(one) ?? { status: 200, body: { requestId: 'r', resource: 'tone', data: [] } })
        return
      }
      received.push(one)
      const index = received.length
      send(response, (await service.answer(one, index)) ?? wellBehaved(one, index))
    })
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }
  const stop = async (): Promise<void> => {
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
    server = undefined
  }
  await start()
  const service: ScriptedService = {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    answerTrial: () => undefined,
    answer: () => undefined,
    start,
    stop,
  }
  return service
}
