import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { ownWorkspace } from './allow-as-owner.ts'
import { openWorkspaceAdmin, type WorkspaceAdmin } from './workspace-admin.ts'

const entry = fileURLToPath(new URL('../../out/main/sample-workspace.js', import.meta.url))

export type WorkspaceProcess = WorkspaceAdmin & {
  readonly connectionFile: string
  readonly apiKey: string
  readonly pid: () => number
  /** Sends SIGTERM; resolves when it has ended. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL; resolves when it has ended. */
  readonly kill: () => Promise<void>
  /** Restarts it after stop or kill, on the same folder and port. */
  readonly restartOnSamePort: () => Promise<void>
  /** Stops it and removes its folder. */
  readonly remove: () => Promise<void>
}

type Ready = { readonly baseUrl: string; readonly connectionFile: string; readonly apiKey: string }

const start = async (folder: string, extra: readonly string[]): Promise<{ child: ChildProcess; ready: Ready }> => {
  const child = spawn(process.execPath, [entry, '--data-dir', folder, ...extra], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const lines = createInterface({ input: child.stdout })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(String(line)) as Ready),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The sample workspace ended with ${code}: ${complaint}`)
    }),
  ])
  return { child, ready }
}

/** Starts the built sample workspace as a separate process, in a temporary folder unless one is given. */
export const startWorkspaceProcess = async (
  options: { readonly folder?: string; readonly args?: readonly string[] } = {},
): Promise<WorkspaceProcess> => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'packshot-workspace-')))
  const first = await start(folder, ['--print-api-key', ...(options.args ?? [])])
  const { baseUrl, connectionFile, apiKey } = first.ready
  ownWorkspace(baseUrl, folder)
  let child = first.child

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    ...(await openWorkspaceAdmin(baseUrl, folder)),
    connectionFile,
    apiKey,
    pid: () => child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restartOnSamePort: async () => {
      child = (await start(folder, options.args ?? [])).child
    },
    remove: async () => {
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const columnOf = { redirectUris: 'redirect_uris', scopes: 'scopes' } as const

/** An admin's change of the workspace's client while it runs; the connection file is rewritten. */
const changeClient = async (workspace: WorkspaceProcess, field: keyof typeof columnOf, values: readonly string[]): Promise<void> => {
  const database = new DatabaseSync(join(workspace.folder, 'workspace.sqlite'))
  database.exec('PRAGMA busy_timeout = 5000')
  database.prepare(`UPDATE oauth_client SET ${columnOf[field]} = ?`).run(JSON.stringify(values))
  database.close()
  const file = JSON.parse(await readFile(workspace.connectionFile, 'utf8')) as object
  await writeFile(workspace.connectionFile, JSON.stringify({ ...file, [field]: values }))
}

/**
 * Replaces the redirect URIs of the workspace's client with one on a free port, so that sign-ins of tests of one file that run in parallel
 * do not collide (test files have their own: environment-of-this-file.ts).
 */
export const useRedirectOfItsOwn = async (workspace: WorkspaceProcess): Promise<string> => {
  const redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`
  await changeClient(workspace, 'redirectUris', [redirectUri])
  return redirectUri
}

/** The client allows these scopes, and its connection file requests them. */
export const allowScopes = (workspace: WorkspaceProcess, scopes: readonly string[]): Promise<void> =>
  changeClient(workspace, 'scopes', scopes)
