import type { DatabaseSync } from 'node:sqlite'
import { hashSecret, makeId, makeSecret, matchesHash } from '../secrets.ts'

/** Every scope of the service (spec, "Scopes"). */
export const allScopes = ['user', 'user:read'] as const

/** A client has one to three redirect URIs (spec, "Limits"). */
export const maxRedirectUris = 3

/** One registered OAuth client (spec, "OAuth client"); its secret is kept as a hash only. */
export type OAuthClient = {
  readonly id: string
  readonly name: string
  readonly secretHash: string
  readonly scopes: readonly string[]
  readonly redirectUris: readonly string[]
}

export type Clients = {
  readonly find: (id: string) => OAuthClient | undefined
  /** The client that the connection file is for. */
  readonly ofConnectionFile: () => OAuthClient | undefined
  readonly list: () => OAuthClient[]
  /** Registers a client; the secret is in the answer and nowhere else. `isOfFile`: it is the one of the connection file. */
  readonly create: (
    details: Pick<OAuthClient, 'name' | 'scopes' | 'redirectUris'>,
    isOfFile?: boolean,
  ) => {
    readonly client: OAuthClient
    readonly secret: string
  }
  readonly setRedirects: (id: string, redirectUris: readonly string[]) => void
  /** A new secret; the previous one is invalid at once (spec, OAuth 12). */
  readonly resetSecret: (id: string) => string
  readonly remove: (id: string) => void
}

type Row = { id: string; name: string; secret_hash: string; scopes: string; redirect_uris: string }

const toClient = (row: Row): OAuthClient => ({
  id: row.id,
  name: row.name,
  secretHash: row.secret_hash,
  scopes: JSON.parse(row.scopes),
  redirectUris: JSON.parse(row.redirect_uris),
})

export const createClients = (database: DatabaseSync, now: () => number): Clients => {
  const select = database.prepare('SELECT * FROM oauth_client WHERE id = ?')
  const selectOfFile = database.prepare('SELECT * FROM oauth_client WHERE is_of_file = 1 ORDER BY created_at, rowid LIMIT 1')
  const selectAll = database.prepare('SELECT * FROM oauth_client ORDER BY created_at, rowid')
  const insert = database.prepare(
    'INSERT INTO oauth_client (id, name, secret_hash, scopes, redirect_uris, is_of_file, created_at, secret_reset_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const update = database.prepare('UPDATE oauth_client SET secret_hash = ?, secret_reset_at = ? WHERE id = ?')
  const updateRedirects = database.prepare('UPDATE oauth_client SET redirect_uris = ? WHERE id = ?')
  const remove = database.prepare('DELETE FROM oauth_client WHERE id = ?')
  const read = (row: unknown) => (row === undefined ? undefined : toClient(row as Row))
  return {
    find: (id) => read(select.get(id)),
    ofConnectionFile: () => read(selectOfFile.get()),
    list: () => (selectAll.all() as unknown as Row[]).map(toClient),
    create: ({ name, scopes, redirectUris }, isOfFile = false) => {
      if (redirectUris.length < 1 || redirectUris.length > maxRedirectUris) throw new Error('A client has one to three redirect URIs.')
      const secret = makeSecret('client')
      const client: OAuthClient = { id: makeId('cli'), name, secretHash: hashSecret(secret), scopes, redirectUris }
      insert.run(client.id, name, client.secretHash, JSON.stringify(scopes), JSON.stringify(redirectUris), isOfFile ? 1 : 0, now(), now())
      return { client, secret }
    },
    setRedirects: (id, redirectUris) => {
      updateRedirects.run(JSON.stringify(redirectUris), id)
    },
    resetSecret: (id) => {
      const secret = makeSecret('client')
      update.run(hashSecret(secret), now(), id)
      return secret
    },
    remove: (id) => {
      remove.run(id)
    },
  }
}

export const hasSecret = (client: OAuthClient, secret: string): boolean => matchesHash(secret, client.secretHash)
