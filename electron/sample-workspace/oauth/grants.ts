import type { DatabaseSync } from 'node:sqlite'
import { hashSecret, makeSecret } from '../secrets.ts'
import { lifetimes } from './sessions.ts'

/** A pending request for consent. */
export type ConsentRequest = {
  readonly client_id: string
  readonly redirect_uri: string
  readonly scope: string
  readonly state: string
  readonly challenge: string
}

export type AuthorizationCode = ConsentRequest & {
  readonly hash: string
  readonly person_id: string
  readonly expires_at: number
  readonly used: number
}

/** Consent requests and authorization codes, each of which is good once; to be run inside a commit. */
export type Grants = {
  /** Keeps a request until the person decides; the id is the form's protection against forged submissions. */
  readonly ask: (request: ConsentRequest) => string
  readonly find: (id: string) => ConsentRequest | undefined
  /** Removes the request, so that a second submission finds nothing. */
  readonly take: (id: string) => ConsentRequest | undefined
  readonly issueCode: (request: ConsentRequest, personId: string) => string
  readonly findCode: (code: string) => AuthorizationCode | undefined
  readonly markUsed: (code: AuthorizationCode) => void
  /** Ends the unused codes of the same client and person that are older: a session made from them would end a newer one (spec, OAuth 9). */
  readonly endOlder: (code: AuthorizationCode) => void
}

export const createGrants = (database: DatabaseSync, now: () => number): Grants => {
  const insertRequest = database.prepare(
    'INSERT INTO consent_request (hash, client_id, redirect_uri, scope, state, challenge, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const selectRequest = database.prepare('SELECT * FROM consent_request WHERE hash = ? AND expires_at > ?')
  const takeRequest = database.prepare('DELETE FROM consent_request WHERE hash = ? AND expires_at > ? RETURNING *')
  const purgeRequests = database.prepare('DELETE FROM consent_request WHERE expires_at <= ?')
  const insertCode = database.prepare(
    'INSERT INTO authorization_code (hash, client_id, person_id, redirect_uri, scope, challenge, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const selectCode = database.prepare('SELECT * FROM authorization_code WHERE hash = ?')
  const useCode = database.prepare('UPDATE authorization_code SET used = 1 WHERE hash = ?')
  // Codes are numbered in the order of their issue; the clock may stand still or go back.
  const removeOlder = database.prepare(
    `DELETE FROM authorization_code WHERE client_id = ? AND person_id = ? AND used = 0
    AND rowid < (SELECT rowid FROM authorization_code WHERE hash = ?)`,
  )
  return {
    ask: (request) => {
      purgeRequests.run(now())
      const id = makeSecret('request')
      const { client_id, redirect_uri, scope, state, challenge } = request
      insertRequest.run(hashSecret(id), client_id, redirect_uri, scope, state, challenge, now() + lifetimes.code)
      return id
    },
    find: (id) => selectRequest.get(hashSecret(id), now()) as ConsentRequest | undefined,
    take: (id) => takeRequest.get(hashSecret(id), now()) as ConsentRequest | undefined,
    issueCode: (request, personId) => {
      const code = makeSecret('code')
      insertCode.run(
        hashSecret(code),
        request.client_id,
        personId,
        request.redirect_uri,
        request.scope,
        request.challenge,
        now() + lifetimes.code,
      )
      return code
    },
    findCode: (code) => selectCode.get(hashSecret(code)) as AuthorizationCode | undefined,
    markUsed: (code) => {
      useCode.run(code.hash)
    },
    endOlder: ({ client_id, person_id, hash }) => {
      removeOlder.run(client_id, person_id, hash)
    },
  }
}
