/** What watched folders are, and which of their files were refused. */
export const to25 = `
  ALTER TABLE watched_folders RENAME TO earlier_folders;
  CREATE TABLE watched_folders (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, path TEXT NOT NULL UNIQUE, rules TEXT NOT NULL CHECK (json_valid(rules)),
    paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), problem TEXT, others INTEGER NOT NULL DEFAULT 0, looked_at INTEGER,
    drop_id TEXT NOT NULL DEFAULT '', noting INTEGER NOT NULL DEFAULT 0 CHECK (noting IN (0, 1)), read_by INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO watched_folders (seq, id, path, rules, paused, problem, others, looked_at, drop_id)
    SELECT seq, id, path, rules, paused, problem, others, looked_at, drop_id FROM earlier_folders;
  DROP TABLE earlier_folders;
  CREATE TABLE watched_places (
    folder INTEGER NOT NULL, path TEXT NOT NULL, mounted INTEGER NOT NULL CHECK (mounted IN (0, 1)), device TEXT NOT NULL,
    PRIMARY KEY (folder, path)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE watch_reports RENAME TO earlier_reports;
  DROP INDEX watch_reports_by_kind;
  DROP INDEX watch_reports_untold;
  DROP INDEX watch_reports_by_image;
  CREATE TABLE watch_reports (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, folder INTEGER NOT NULL, at INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'renamed', 'deleted', 'refused')), image_id TEXT,
    told INTEGER NOT NULL DEFAULT 0, path TEXT
  ) STRICT;
  INSERT INTO watch_reports (seq, folder, at, kind, image_id, told) SELECT seq, folder, at, kind, image_id, told FROM earlier_reports;
  DROP TABLE earlier_reports;
  CREATE INDEX watch_reports_by_kind ON watch_reports (folder, kind);
  CREATE INDEX watch_reports_untold ON watch_reports (told) WHERE told = 0;
  CREATE INDEX watch_reports_by_image ON watch_reports (image_id) WHERE image_id IS NOT NULL;
  CREATE INDEX watch_reports_by_path ON watch_reports (folder, path) WHERE path IS NOT NULL;
  `
