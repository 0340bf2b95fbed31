import { DatabaseSync } from 'node:sqlite'

const migrations: readonly string[] = [
  `
  CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE person (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
  CREATE TABLE oauth_client (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, secret_hash TEXT NOT NULL, scopes TEXT NOT NULL, redirect_uris TEXT NOT NULL,
    created_at INTEGER NOT NULL, secret_reset_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE consent_request (
    hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, redirect_uri TEXT NOT NULL, scope TEXT NOT NULL, state TEXT NOT NULL,
    challenge TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE authorization_code (
    hash TEXT PRIMARY KEY, client_id TEXT NOT NULL, person_id TEXT NOT NULL, redirect_uri TEXT NOT NULL, scope TEXT NOT NULL,
    challenge TEXT NOT NULL, expires_at INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE session (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, person_id TEXT NOT NULL, scope TEXT NOT NULL, access_scope TEXT NOT NULL,
    access_hash TEXT NOT NULL UNIQUE, access_expires_at INTEGER NOT NULL,
    refresh_hash TEXT NOT NULL UNIQUE, refresh_expires_at INTEGER NOT NULL,
    code_hash TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (client_id, person_id)
  ) STRICT;
  CREATE TABLE retired_refresh (hash TEXT PRIMARY KEY, session_id TEXT NOT NULL) STRICT;
  CREATE TABLE api_key (id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE source (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, name TEXT, media_type TEXT,
    format TEXT, bytes INTEGER, sha256 TEXT, value TEXT, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE product (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT, attributes TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE request_log (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, status INTEGER NOT NULL,
    outcome TEXT NOT NULL, credential TEXT NOT NULL, effects TEXT, facts TEXT NOT NULL
  ) STRICT;
  `,
  `
  ALTER TABLE person ADD COLUMN role TEXT NOT NULL DEFAULT 'Admin';
  ALTER TABLE consent_request ADD COLUMN person_id TEXT;
  ALTER TABLE oauth_client ADD COLUMN is_of_file INTEGER NOT NULL DEFAULT 0;
  UPDATE oauth_client SET is_of_file = 1 WHERE rowid = (SELECT rowid FROM oauth_client ORDER BY created_at, rowid LIMIT 1);
  ALTER TABLE api_key ADD COLUMN name TEXT NOT NULL DEFAULT 'API token';
  ALTER TABLE api_key ADD COLUMN hint TEXT NOT NULL DEFAULT '';
  CREATE TABLE content_item (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    details TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX content_item_of_kind ON content_item (kind, number);
  `,
]

/** Opens the workspace's own database: WAL, `synchronous=FULL`, migrated; one written by a newer version is refused unchanged. */
export const openDatabase = (path: string): DatabaseSync => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > migrations.length) {
    database.close()
    throw new Error('This data folder was written by a newer sample workspace.')
  }
  for (const [index, migration] of migrations.entries()) {
    if (index >= version) database.exec(`BEGIN IMMEDIATE; ${migration} PRAGMA user_version = ${index + 1}; COMMIT`)
  }
  return database
}

export type Settings = {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, value: string) => void
}

export const createSettings = (database: DatabaseSync): Settings => {
  const read = database.prepare('SELECT value FROM setting WHERE key = ?')
  const write = database.prepare('INSERT INTO setting (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
  return {
    get: (key) => (read.get(key) as { value: string } | undefined)?.value,
    set: (key, value) => {
      write.run(key, value)
    },
  }
}
