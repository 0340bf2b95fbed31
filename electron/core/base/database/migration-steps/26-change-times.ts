/** When anything of a watched file last changed. */
export const to26 = `
  ALTER TABLE watched_files RENAME TO earlier_files;
  DROP INDEX watched_files_by_path;
  DROP INDEX watched_files_by_state;
  DROP INDEX watched_files_by_content;
  DROP INDEX watched_files_by_image;
  DROP INDEX watched_files_due;
  CREATE TABLE watched_files (
    seq INTEGER PRIMARY KEY, folder INTEGER NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, modified REAL NOT NULL, changed REAL,
    state TEXT NOT NULL CHECK (state IN ('left', 'taken', 'refused', 'unread', 'gone')), sha256 TEXT, image_id TEXT,
    upload_due INTEGER NOT NULL DEFAULT 0, ask_due INTEGER NOT NULL DEFAULT 0, match_due INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO watched_files (seq, folder, path, size, modified, state, sha256, image_id, upload_due, ask_due, match_due)
    SELECT seq, folder, path, size, modified, state, sha256, image_id, upload_due, ask_due, match_due FROM earlier_files;
  DROP TABLE earlier_files;
  CREATE UNIQUE INDEX watched_files_by_path ON watched_files (folder, path) WHERE state <> 'gone';
  CREATE INDEX watched_files_by_state ON watched_files (folder, state);
  CREATE INDEX watched_files_by_content ON watched_files (size, sha256, modified);
  CREATE INDEX watched_files_by_image ON watched_files (image_id) WHERE image_id IS NOT NULL;
  CREATE INDEX watched_files_due ON watched_files (folder, seq) WHERE upload_due + ask_due + match_due > 0;
  `
