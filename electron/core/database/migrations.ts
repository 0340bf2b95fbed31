import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors.ts'
import { addContentTables } from './content-tables.ts'
import { countByConnection } from './counts-by-connection.ts'
import { addLibraryIndex } from './library-index.ts'
import { productTables } from './product-tables.ts'
import { addRecoveryTables } from './recovery-tables.ts'

/** One entry per schema version; `PRAGMA user_version` counts those that have run. Never edit an entry that was released. */
const migrations: readonly (string | ((database: DatabaseSync) => void))[] = [
  `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE connections (id TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value)), active INTEGER NOT NULL, added_at INTEGER NOT NULL) STRICT;
  CREATE TABLE images (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, name TEXT NOT NULL, format TEXT NOT NULL,
    bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, orientation INTEGER NOT NULL,
    has_alpha INTEGER NOT NULL, has_gps INTEGER NOT NULL, origin TEXT NOT NULL CHECK (json_valid(origin)), staged TEXT NOT NULL, added_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE refusals (
    path TEXT PRIMARY KEY, name TEXT NOT NULL, code TEXT NOT NULL, message TEXT NOT NULL, action TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE sources (
    connection_id TEXT NOT NULL, image_id TEXT NOT NULL, source_id TEXT NOT NULL, uploaded_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, image_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sources_by_source ON sources (connection_id, source_id);
  CREATE TABLE former_sources (
    connection_id TEXT NOT NULL, source_id TEXT NOT NULL, image_id TEXT NOT NULL, PRIMARY KEY (connection_id, source_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE answers (
    seq INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, answered_at INTEGER NOT NULL, job_id TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE INDEX answers_by_image ON answers (image_id, question);
  ${productTables}
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT, operation TEXT NOT NULL, subject TEXT NOT NULL,
    work TEXT NOT NULL CHECK (json_valid(work)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'parked', 'cancelled')),
    status TEXT NOT NULL CHECK (json_valid(status)), not_before INTEGER NOT NULL, blocked_by INTEGER NOT NULL,
    attempts INTEGER NOT NULL, counted_failures INTEGER NOT NULL, first_failure_at INTEGER, uncertain_attempts INTEGER NOT NULL,
    notes TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_ready ON jobs (operation, seq) WHERE state = 'waiting' AND blocked_by = 0;
  CREATE INDEX jobs_by_state ON jobs (state, seq);
  CREATE INDEX jobs_by_subject ON jobs (operation, subject);
  CREATE TABLE job_dependencies (
    job_id TEXT NOT NULL, depends_on TEXT NOT NULL, PRIMARY KEY (depends_on, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX dependencies_of ON job_dependencies (job_id);
  CREATE TABLE attempts (
    seq INTEGER PRIMARY KEY, job_id TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER, outcome TEXT, error TEXT
  ) STRICT;
  CREATE INDEX attempts_of ON attempts (job_id);
  CREATE TABLE repeats (seq INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL UNIQUE, note TEXT NOT NULL) STRICT;
  `,
  addLibraryIndex,
  // Objects of ours in buckets, written before the first byte is sent; and results of `data:` trials.
  `
  CREATE TABLE published (
    key TEXT PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, place TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX published_of ON published (connection_id, image_id);
  CREATE TABLE data_trials (connection_id TEXT PRIMARY KEY, works INTEGER NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL) STRICT;
  `,
  countByConnection,
  // Sources other than files: the full value, and its state.
  `
  CREATE TABLE other_sources (
    seq INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, connection_id TEXT, kind TEXT NOT NULL, title TEXT NOT NULL, bytes INTEGER NOT NULL,
    job_id TEXT NOT NULL, source_id TEXT, created_at INTEGER NOT NULL, removed_at INTEGER, value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX other_sources_shown ON other_sources (connection_id, seq) WHERE removed_at IS NULL;
  CREATE INDEX other_sources_alike ON other_sources (connection_id, kind, bytes) WHERE removed_at IS NULL;
  `,
  addContentTables,
  addRecoveryTables,
  // 1: the picture was here before a restore, so that uploads of it may have been lost.
  'ALTER TABLE images ADD COLUMN upload_doubted INTEGER NOT NULL DEFAULT 0',
  // The wall clock when the highest time was saved; 0: unknown.
  'ALTER TABLE ledger_clock ADD COLUMN wall INTEGER NOT NULL DEFAULT 0',
  // Refusals store their reason as facts (shared/error-record.ts).
  'DROP TABLE refusals; CREATE TABLE refusals (path TEXT PRIMARY KEY, name TEXT NOT NULL, problem TEXT NOT NULL, at INTEGER NOT NULL) STRICT',
]

export const schemaVersion = migrations.length

/** From this version on, the file stores its schema version twice. */
export const schemaWithLibrary = migrations.indexOf(addRecoveryTables) + 1

/** `PRAGMA user_version` of a database file. */
export const readSchemaVersion = (database: DatabaseSync): number => {
  const row = database.prepare('PRAGMA user_version').get() as { user_version?: number } | undefined
  return Number(row?.user_version ?? 0)
}

export const toNewerError = (version: number): AppError =>
  new AppError('data-newer', { kind: 'library-newer', version, known: schemaVersion })

/** Migrates the schema, one transaction per version. Errors: `data-newer` if a newer Packshot wrote the file (left unchanged). */
export const migrate = (database: DatabaseSync): void => {
  const found = readSchemaVersion(database)
  if (found > schemaVersion) throw toNewerError(found)
  for (const [index, migration] of migrations.entries()) {
    if (index < found) continue
    database.exec('BEGIN IMMEDIATE')
    try {
      if (typeof migration === 'string') database.exec(migration)
      else migration(database)
      database.exec(`PRAGMA user_version = ${index + 1}`)
      if (index + 1 >= schemaWithLibrary) database.exec(`UPDATE library SET schema = ${index + 1}`)
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
}
