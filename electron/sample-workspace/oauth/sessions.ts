import type { DatabaseSync } from 'node:sqlite'
import { hashSecret, makeId, makeSecret } from '../secrets.ts'

/** Lifetimes in milliseconds (spec, "Limits"). */
export const lifetimes = { code: 10 * 60_000, access: 86_400_000, refresh: 30 * 86_400_000 } as const

/** For this long a doubled refresh gets the same pair, milliseconds (ours; spec, OAuth 8). */
const repeatMs = 5_000

/** One request for a refresh, to be recognized when it comes again. `scope`: as sent. */
export type RefreshRequest = { readonly token: string; readonly clientId: string; readonly scope: string | undefined }

export type TokenPair = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

export type SessionRow = {
  readonly id: string
  readonly client_id: string
  readonly person_id: string
  readonly scope: string
  readonly access_scope: string
  readonly access_expires_at: number
  readonly refresh_expires_at: number
}

/** All functions are synchronous and meant to run inside a commit. */
export type Sessions = {
  /** Starts the session of a client and person; an earlier one of the same two ends (spec, OAuth 9). */
  readonly start: (details: { clientId: string; personId: string; scope: string; codeHash: string }) => TokenPair
  /** A new pair; the earlier one is invalid at once (spec, OAuth 8). */
  readonly rotate: (session: SessionRow, accessScope: string, request?: RefreshRequest) => TokenPair
  /** The client's session that began last, if its refresh token is still valid. */
  readonly lastOfClient: (clientId: string) => SessionRow | undefined
  /** The pair that the same request got a few seconds ago, while it is the session's pair; undefined: none. */
  readonly repeat: (request: RefreshRequest) => TokenPair | undefined
  readonly byAccessToken: (token: string) => SessionRow | undefined
  readonly byRefreshToken: (token: string) => SessionRow | undefined
  /** The session that a refresh token belonged to before it was rotated: its use again is a sign of theft (RFC 9700, 4.14.2). */
  readonly byRetiredRefreshToken: (token: string) => string | undefined
  readonly end: (id: string) => void
  readonly endOfCode: (codeHash: string) => void
  readonly endOfClient: (clientId: string) => void
  readonly endAll: () => number
}

/** Pairs that were just given out, in memory only: the database keeps no secret. */
const createRecentPairs = (now: () => number) => {
  const recent = new Map<string, { readonly pair: TokenPair; readonly until: number }>()
  const keyOf = ({ token, clientId, scope }: RefreshRequest): string => JSON.stringify([hashSecret(token), clientId, scope ?? null])
  const forgetOld = (): void => {
    for (const [key, { until }] of recent) if (until <= now()) recent.delete(key)
  }
  return {
    add: (request: RefreshRequest, pair: TokenPair): void => {
      forgetOld()
      recent.set(keyOf(request), { pair, until: now() + repeatMs })
    },
    find: (request: RefreshRequest): TokenPair | undefined => {
      forgetOld()
      return recent.get(keyOf(request))?.pair
    },
  }
}

export const createSessions = (database: DatabaseSync, now: () => number): Sessions => {
  const recentPairs = createRecentPairs(now)
  const insert = database.prepare(`INSERT INTO session
    (id, client_id, person_id, scope, access_scope, access_hash, access_expires_at, refresh_hash, refresh_expires_at, code_hash, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    'UPDATE session SET access_scope = ?, access_hash = ?, access_expires_at = ?, refresh_hash = ?, refresh_expires_at = ? WHERE id = ?',
  )
  const retire = database.prepare('INSERT INTO retired_refresh (hash, session_id) SELECT refresh_hash, id FROM session WHERE id = ?')
  const byAccess = database.prepare('SELECT * FROM session WHERE access_hash = ?')
  const byRefresh = database.prepare('SELECT * FROM session WHERE refresh_hash = ?')
  const byRetired = database.prepare('SELECT session_id FROM retired_refresh WHERE hash = ?')
  const ofPair = database.prepare('SELECT id FROM session WHERE client_id = ? AND person_id = ?')
  const ofCode = database.prepare('SELECT id FROM session WHERE code_hash = ?')
  const ofClient = database.prepare('SELECT id FROM session WHERE client_id = ?')
  const all = database.prepare('SELECT id FROM session')
  const newest = database.prepare('SELECT * FROM session WHERE client_id = ? AND refresh_expires_at > ? ORDER BY created_at DESC LIMIT 1')
  const remove = database.prepare('DELETE FROM session WHERE id = ?')
  const forget = database.prepare('DELETE FROM retired_refresh WHERE session_id = ?')

  const end = (id: string): void => {
    remove.run(id)
    forget.run(id)
  }
  const endEach = (rows: readonly unknown[]): number => {
    for (const row of rows) end((row as { id: string }).id)
    return rows.length
  }
  const makePair = (scope: string) => {
    const pair: TokenPair = {
      access_token: makeSecret('access'),
      token_type: 'Bearer',
      expires_in: lifetimes.access / 1000,
      refresh_token: makeSecret('refresh'),
      scope,
    }
    return { pair, accessHash: hashSecret(pair.access_token), refreshHash: hashSecret(pair.refresh_token) }
  }

  return {
    start: ({ clientId, personId, scope, codeHash }) => {
      endEach(ofPair.all(clientId, personId))
      const { pair, accessHash, refreshHash } = makePair(scope)
      const at = now()
      insert.run(
        makeId('ses'),
        clientId,
        personId,
        scope,
        scope,
        accessHash,
        at + lifetimes.access,
        refreshHash,
        at + lifetimes.refresh,
        codeHash,
        at,
      )
      return pair
    },
    rotate: (session, accessScope, request) => {
      const { pair, accessHash, refreshHash } = makePair(accessScope)
      retire.run(session.id)
      update.run(accessScope, accessHash, now() + lifetimes.access, refreshHash, now() + lifetimes.refresh, session.id)
      if (request) recentPairs.add(request, pair)
      return pair
    },
    repeat: (request) => {
      const pair = recentPairs.find(request)
      return pair !== undefined && byRefresh.get(hashSecret(pair.refresh_token)) !== undefined ? pair : undefined
    },
    lastOfClient: (clientId) => newest.get(clientId, now()) as SessionRow | undefined,
    byAccessToken: (token) => byAccess.get(hashSecret(token)) as SessionRow | undefined,
    byRefreshToken: (token) => byRefresh.get(hashSecret(token)) as SessionRow | undefined,
    byRetiredRefreshToken: (token) => (byRetired.get(hashSecret(token)) as { session_id: string } | undefined)?.session_id,
    end,
    endOfCode: (codeHash) => {
      endEach(ofCode.all(codeHash))
    },
    endOfClient: (clientId) => {
      endEach(ofClient.all(clientId))
    },
    endAll: () => endEach(all.all()),
  }
}
