/**
 * `library`: one row. `id` is set when the file is made; `sequence` grows with every transaction; `schema` repeats `user_version`, so that
 * one flipped bit in it is noticed.
 *
 * `recoveries`: repairs and restores that a person has not acknowledged yet. `rebuilding`: pictures are still being restored from their
 * originals. `told`: only the message is left. `lost`: names of the lost parts, as JSON.
 *
 * `unreadable_rows`: invalid rows, kept with their raw values.
 */
export const addRecoveryTables = `
  CREATE TABLE library (id TEXT NOT NULL, sequence INTEGER NOT NULL, schema INTEGER NOT NULL) STRICT;
  INSERT INTO library (id, sequence, schema) VALUES ('', 0, 0);
  CREATE TABLE recoveries (
    seq INTEGER PRIMARY KEY, damage_id TEXT NOT NULL UNIQUE, reason TEXT NOT NULL, set_aside TEXT, snapshot_at INTEGER,
    begun_at INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('rebuilding', 'told')), pictures INTEGER NOT NULL DEFAULT 0,
    lost TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(lost))
  ) STRICT;
  CREATE TABLE unreadable_rows (
    seq INTEGER PRIMARY KEY, place TEXT NOT NULL, name TEXT NOT NULL, content TEXT NOT NULL, found_at INTEGER NOT NULL
  ) STRICT;
`
