/** Watched folders. */
export const to23 = `
  CREATE TABLE watched_folders (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, rules TEXT NOT NULL CHECK (json_valid(rules)),
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), problem TEXT, others INTEGER NOT NULL DEFAULT 0, looked_at INTEGER,
    drop_id TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE watched_files (
    seq INTEGER PRIMARY KEY, folder INTEGER NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, modified REAL NOT NULL,
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
    told INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX watch_reports_by_kind ON watch_reports (folder, kind);
  CREATE INDEX watch_reports_untold ON watch_reports (told) WHERE told = 0;
  CREATE INDEX watch_reports_by_image ON watch_reports (image_id) WHERE image_id IS NOT NULL;
  `
