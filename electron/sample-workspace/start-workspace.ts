import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { defaultRedirectUris, withMark } from '../../shared/workspaces/redirect-addresses.ts'
import type { Files, SyncFiles } from '../core/base/platform/files.ts'
import type { VisionEndpoint } from './analysis/vision/vision-endpoint.ts'
import { choosePort } from './choose-port.ts'
import { createWorkspace } from './create-workspace.ts'
import { makeSecret } from './secrets.ts'
import { openDataFolder, writePrivateFile } from './store/data-folder.ts'
import { createSettings, openDatabase, type Settings } from './store/open-database.ts'

export type StartOptions = {
  readonly dataDir: string
  readonly files: Files
  /** 0: the port that was chosen at the first start. */
  readonly port: number
  /** Absent: the name it had; at first “Sample workspace”. */
  readonly name?: string | undefined
  /** Vision endpoint for questions that pixels and OCR can't answer; its key is kept in memory only. Absent: none. */
  readonly vision?: VisionEndpoint | undefined
  /** Of the client that the first start makes, without the workspace's mark; absent: Packshot’s usual ones. */
  readonly redirectUris?: readonly string[] | undefined
  readonly now: () => number
  readonly tell: (line: string) => void
  /** On 127.0.0.1 only; 0: a port of the system's own. Rejects with the system's error. Absent: the system's. */
  readonly listen?: (server: Server, port: number) => Promise<number>
  /** Lets the HTTP adapter replace the process's global Request and Response, which is faster; only for a separate process. */
  readonly ownsProcess: boolean
}

export type RunningWorkspace = {
  readonly baseUrl: string
  readonly name: string
  readonly connectionFile: string
  readonly adminToken: string
  readonly issueApiKey: () => string
  /** Finishes running requests (at most two seconds), then releases the folder. */
  readonly stop: () => Promise<void>
}

const ensureAdminToken = (path: string, files: SyncFiles): string => {
  const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  if (kept !== '') return kept
  const token = makeSecret('admin')
  writePrivateFile(files, path, `${token}\n`)
  return token
}

type Listen = NonNullable<StartOptions['listen']>

const listenHere: Listen = async (server, port) => {
  server.listen({ host: '127.0.0.1', port, backlog: 1024 })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Listens on the port that is kept; it is chosen at the first start. Throws a sentence when it can't be had. */
const listenAtPort = async (
  server: Server,
  settings: Settings,
  { port: asked, tell, listen = listenHere }: StartOptions,
): Promise<number> => {
  const kept = Number(settings.get('port') ?? 0)
  const port = await choosePort({ asked, kept, listen: (one) => listen(server, one) })
  if (asked === 0 && kept !== 0 && port !== kept)
    tell(`The system has reserved port ${kept}. This workspace is at port ${port} from now on.`)
  settings.set('port', String(port))
  return port
}

/** Opens the data folder and serves the workspace in it. Throws an Error with a plain sentence: folder in use, port taken, newer data. */
export const startWorkspace = async (options: StartOptions): Promise<RunningWorkspace> => {
  const { files, now, tell } = options
  const folder = openDataFolder(options.dataDir, files.sync)
  const database = openDatabase(folder.database)
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 1_800_000, noDelay: true })
  const release = () => {
    database.close()
    folder.release()
  }
  try {
    const settings = createSettings(database)
    const baseUrl = `http://127.0.0.1:${await listenAtPort(server, settings, options)}`
    const redirectUris = withMark(options.redirectUris ?? defaultRedirectUris, baseUrl)
    const name = options.name ?? settings.get('name') ?? 'Sample workspace'
    settings.set('name', name)
    const adminToken = ensureAdminToken(folder.adminToken, files.sync)
    const { vision } = options
    const workspace = createWorkspace({ folder, files, database, baseUrl, name, adminToken, vision, redirectUris, now, tell })
    const answer = getRequestListener(workspace.app.fetch as Parameters<typeof getRequestListener>[0], {
      overrideGlobalObjects: options.ownsProcess,
    })
    /** Connections that have asked for nothing yet; Node does not count them as idle. */
    const unused = new Set<Socket>()
    server.on('connection', (socket) => {
      unused.add(socket)
      socket.once('close', () => unused.delete(socket))
    })
    server.on('request', (incoming, outgoing) => {
      unused.delete(incoming.socket)
      void answer(incoming, outgoing)
    })
    const stop = async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of unused) socket.destroy()
      // Kept-alive connections go as soon as their last answer is out.
      const sweep = setInterval(() => server.closeIdleConnections(), 20)
      const timer = setTimeout(() => server.closeAllConnections(), 2000)
      await closed
      clearInterval(sweep)
      clearTimeout(timer)
      await workspace.stop()
      workspace.flush()
      release()
    }
    return { baseUrl, name, connectionFile: folder.connectionFile, adminToken, issueApiKey: workspace.issueApiKey, stop }
  } catch (error) {
    server.close()
    release()
    throw error
  }
}
