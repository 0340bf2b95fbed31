import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { Agent } from 'undici'
import { createMemorySecrets } from '../../../../electron/core/base/keychain/memory-secrets.ts'
import type { SecretStore } from '../../../../electron/core/base/keychain/secret-store.ts'
import { createSession } from '../../../../electron/core/service/session/create-session.ts'
import type { SessionPorts } from '../../../../electron/core/service/session/session-types.ts'
import { createConnection } from '../../../../electron/core/workspaces/connections/create-connection.ts'
import { startStrictServer } from './strict-authorization-server.ts'

/** Different ports that were free a moment ago. */
export const findFreePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, () => occupy(0)))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

export const occupy = (port: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

/** A GET as a browser sends it; resolves with the status, or the error's code. */
export const visit = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; path?: string; body?: string } = {},
): Promise<number | string> =>
  new Promise((resolve) => {
    const { hostname, port, pathname, search } = new URL(url)
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', ...options.headers }
    const sent = request(
      { host: hostname, port, path: options.path ?? pathname + search, method: options.method ?? 'GET', headers, agent: false },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      },
    )
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end(options.body)
  })

/** The address that the authorize page redirects the browser to. */
export const followAuthorize = async (url: string): Promise<string> => {
  const response = await fetch(url, { redirect: 'manual' })
  return response.headers.get('location') ?? `no redirect: ${response.status}`
}

type Options = {
  redirectUris?: string[]
  secrets?: SecretStore
  basePath?: string
  ports?: Partial<SessionPorts>
}

/** A strict server, a connection to it, and sessions on that connection; `browser` allows access at once. */
export const setUp = async ({ redirectUris, secrets = createMemorySecrets(), basePath }: Options = {}) => {
  const uris = redirectUris ?? (await findFreePorts(2)).map((port) => `http://127.0.0.1:${port}/callback`)
  const server = await startStrictServer({ redirectUris: uris, ...(basePath === undefined ? {} : { basePath }) })
  const { connection, secrets: initial } = createConnection({
    kind: 'file',
    file: {
      packshot: 1,
      name: 'Test',
      baseUrl: server.baseUrl,
      clientId: server.control.client.id,
      clientSecret: server.control.client.secret,
      redirectUris: uris,
      scopes: ['user'],
      basicAuth: 'form',
      publishing: { kind: 'origin' },
      paths: {},
      templates: {},
      rates: {},
      serviceAppends: false,
    },
  })
  for (const [name, value] of Object.entries(initial)) await secrets.set(name, value)
  const dispatcher = new Agent({ connect: { timeout: 2_000 } })
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time }
  const events: Record<string, unknown>[] = []
  const browser = async (url: string): Promise<void> => {
    void followAuthorize(url).then((location) => visit(location))
  }
  const open = (ports: Partial<SessionPorts> = {}) =>
    createSession({ connection, secrets, dispatcher, clock, openBrowser: browser, log: (event) => events.push({ ...event }), ...ports })
  const tearDown = async (): Promise<void> => {
    await dispatcher.destroy()
    await server.stop()
  }
  return { server, connection, secrets, dispatcher, clock, events, redirectUris: uris, open, tearDown }
}
