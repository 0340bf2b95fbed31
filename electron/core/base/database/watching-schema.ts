/**
 * Watched folders (watching/README.md). `watched_folders.rules`: JSON, `WatchRules` of shared/watching/watching.ts; `problem`: JSON, why it is unreachable or
 * waits, as facts; NULL: nothing; `others`: files of other kinds, as the last whole look found them; `drop_id`: the drop of what comes now;
 * `noting`: 1: what was in it when it was added is still being written down, to leave it alone; `read_by`: by which way of reading files refused
 * ones were last tried (watching/reading-version.ts).
 *
 * `watched_places`: what a folder was (`path`: from the watched folder on; `''`: itself) when known files were in it. `mounted`: 1: a drive is
 * mounted there; `device`: its number. Without a row: the watched folder is not known, and one inside it is no drive.
 *
 * `watched_files`: the files that Packshot knows of a folder (`watched_folders.seq`). `path`: from the folder on; `size` (bytes), `modified` and
 * `changed` (milliseconds since 1970; NULL: not known): as the file was when its state was decided. `left`: it was there before, and is left alone · `taken` · `refused` ·
 * `unread`: refused, but it may be readable later · `gone`: its last place, to recognize it elsewhere. `sha256`, `image_id`: of the picture that
 * was made of it. `upload_due`, `ask_due`, `match_due`: 1: what the rules say is still to be done.
 *
 * `watch_reports`: what happened, a row for each file, until a person acknowledges it. `told`: 1: the host was told, for a notification; `path`: of
 * a refused file, from the folder on.
 *
 * `followed_lists`: product lists that are read again, at most one of each workspace (`connection_id` `''`: of none yet). `place`: path or address; `how`:
 * JSON, how it is read; `settled`: SHA-256 of the version that a person accepted or left; `looked`: JSON, what it was when it was last read;
 * `waiting`: JSON, the version that a person is asked about; `problem`: JSON, why it could not be read, as facts.
 */
export const watching = `
  CREATE TABLE watched_folders (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, rules TEXT NOT NULL CHECK (json_valid(rules)),
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), problem TEXT, others INTEGER NOT NULL DEFAULT 0, looked_at INTEGER,
    drop_id TEXT NOT NULL DEFAULT '', noting INTEGER NOT NULL DEFAULT 0 CHECK (noting IN (0, 1)), read_by INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE watched_places (
    folder INTEGER NOT NULL, path TEXT NOT NULL, mounted INTEGER NOT NULL CHECK (mounted IN (0, 1)), device TEXT NOT NULL,
    PRIMARY KEY (folder, path)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE watched_files (
    seq INTEGER PRIMARY KEY, folder INTEGER NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, modified REAL NOT NULL, changed REAL,
    state TEXT NOT NULL CHECK (state IN ('left', 'taken', 'refused', 'unread', 'gone')), sha256 TEXT, image_id TEXT,
    upload_due INTEGER NOT NULL DEFAULT 0, ask_due INTEGER NOT NULL DEFAULT 0, match_due INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX watched_files_by_path ON watched_files (folder, path) WHERE state <> 'gone';
  CREATE INDEX watched_files_by_state ON watched_files (folder, state);
  CREATE INDEX watched_files_by_content ON watched_files (size, sha256, modified);
  CREATE INDEX watched_files_by_image ON watched_files (image_id) WHERE image_id IS NOT NULL;
  CREATE INDEX watched_files_due ON watched_files (folder, seq) WHERE upload_due + ask_due + match_due > 0;
  CREATE TABLE watch_reports (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'renamed', 'deleted', 'refused')), image_id TEXT,
    told INTEGER NOT NULL DEFAULT 0, path TEXT
  ) STRICT;
  CREATE INDEX watch_reports_by_kind ON watch_reports (folder, kind);
  CREATE INDEX watch_reports_untold ON watch_reports (told) WHERE told = 0;
  CREATE INDEX watch_reports_by_image ON watch_reports (image_id) WHERE image_id IS NOT NULL;
  CREATE INDEX watch_reports_by_path ON watch_reports (folder, path) WHERE path IS NOT NULL;
  CREATE TABLE followed_lists (
    id TEXT PRIMARY KEY, connection_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('file', 'address')), place TEXT NOT NULL,
    name TEXT NOT NULL, how TEXT NOT NULL CHECK (json_valid(how)), rhythm TEXT NOT NULL CHECK (rhythm IN ('changes', 'hour', 'day', 'hand')),
    accepts INTEGER NOT NULL DEFAULT 0 CHECK (accepts IN (0, 1)), settled TEXT, looked TEXT, waiting TEXT, problem TEXT, checked_at INTEGER
  ) STRICT;
`
