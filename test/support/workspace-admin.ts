import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

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

/** A sample workspace, seen from its own side. */
export type WorkspaceAdmin = {
  readonly baseUrl: string
  readonly folder: string
  /** Asks the admin API (electron/sample-workspace/for-tests/inspection-routes.ts); throws if it does not answer 2xx. */
  readonly admin: <T = unknown>(method: string, path: string, body?: unknown) => Promise<T>
  /** Sets the misbehaviour rules (electron/sample-workspace/for-tests/misbehaviour-rules.ts); with none it behaves. */
  readonly misbehave: (...rules: readonly unknown[]) => Promise<void>
  /** All requests it has received, in order; `path`: only those whose path starts with this. */
  readonly requests: (path?: string) => Promise<readonly LoggedRequest[]>
}

/** The admin API of a workspace that runs on `folder`. */
export const openWorkspaceAdmin = async (baseUrl: string, folder: string): Promise<WorkspaceAdmin> => {
  const adminToken = (await readFile(join(folder, 'admin-token'), 'utf8')).trim()
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
  }
}

/** The sample workspace that a Packshot runs inside its own data folder. */
export const openEmbeddedWorkspace = async (dataFolder: string): Promise<WorkspaceAdmin> => {
  const folder = join(dataFolder, 'sample-workspace')
  const { baseUrl } = JSON.parse(await readFile(join(folder, 'workspace.packshot'), 'utf8')) as { baseUrl: string }
  return openWorkspaceAdmin(baseUrl, folder)
}
