import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './free-port.ts'

const entry = fileURLToPath(new URL('../../out/main/sample-workspace.js', import.meta.url))

/** A row of the workspace's own request log (electron/sample-workspace/store/request-log.ts says what each outcome means). */
export type LoggedRequest = {
  readonly id: number
  readonly at: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly outcome: 'committed' | 'refused' | 'cut'
  readonly credential: string
  readonly effects: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

export type WorkspaceProcess = {
  readonly baseUrl: string
  readonly folder: string
  readonly connectionFile: string
  readonly apiKey: string
  readonly pid: () => number
  /** Asks the admin API (electron/sample-workspace/inspection/routes.ts); throws if it does not answer 2xx. */
  readonly admin: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
  /** Sets the misbehaviour rules (electron/sample-workspace/misbehaviour/rules.ts); none: it behaves. */
  readonly misbehave: (...rules: readonly unknown[]) => Promise<void>
  /** All requests it has seen, in order; `path`: those whose path begins so. */
  readonly requests: (path?: string) => Promise<readonly LoggedRequest[]>
  /** SIGTERM; resolves when it has ended. */
  readonly stop: () => Promise<void>
  /** SIGKILL; resolves when it has ended. */
  readonly kill: () => Promise<void>
  /** Starts it again after stop or kill, on the same folder and port. */
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

/** Starts the built sample workspace as a process of its own, in a temporary folder unless one is given. */
export const startWorkspaceProcess = async (
  options: { readonly folder?: string; readonly args?: readonly string[] } = {},
): Promise<WorkspaceProcess> => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'packshot-workspace-')))
  const first = await start(folder, ['--print-api-key', ...(options.args ?? [])])
  const { baseUrl, connectionFile, apiKey } = first.ready
  const adminToken = (await readFile(join(folder, 'admin-token'), 'utf8')).trim()
  let child = first.child

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const admin = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${baseUrl}/admin/${path.replace(/^\/?(admin\/)?/, '')}`, {
      method,
      headers: { 'x-admin-token': adminToken, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text) as T
  }
  return {
    baseUrl,
    folder,
    connectionFile,
    apiKey,
    pid: () => child.pid ?? 0,
    admin,
    misbehave: async (...rules) => {
      await admin('POST', 'misbehave', rules)
    },
    requests: async (path = '') => {
      const all: LoggedRequest[] = []
      for (;;) {
        const after = all.at(-1)?.id ?? 0
        const page = (await admin<{ requests: LoggedRequest[] }>('GET', `requests?after=${after}&limit=10000`)).requests
        all.push(...page)
        if (page.length < 10_000) return all.filter((request) => request.path.startsWith(path))
      }
    },
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

/**
 * Gives the workspace's client another redirect URI in place of the default ones, on a port that is free, so that sign-ins of several
 * tests do not meet; the connection file is written anew. Restarts the workspace.
 */
export const useRedirectOfItsOwn = async (workspace: WorkspaceProcess): Promise<string> => {
  const redirectUri = `http://127.0.0.1:${await findFreePort()}/callback`
  await workspace.stop()
  const database = new DatabaseSync(join(workspace.folder, 'workspace.sqlite'))
  database.prepare('UPDATE oauth_client SET redirect_uris = ?').run(JSON.stringify([redirectUri]))
  database.close()
  await workspace.restartOnSamePort()
  return redirectUri
}
