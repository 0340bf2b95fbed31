import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { firstVersion, migrate, readSchemaVersion, schemaVersion } from '../../../../electron/core/base/database/migrations.ts'
import { schema } from '../../../../electron/core/base/database/schema.ts'
import { digestSchema, isSchemaKept } from '../../../../electron/core/base/database/schema-digest.ts'

/** Tables and indexes that came after the first version, by the version that brought them. */
const newer: readonly { readonly version: number; readonly names: RegExp }[] = [
  { version: 23, names: /^watch(ed)?_/ },
  { version: 24, names: /^originals_with_location$/ },
  // Those of 23, with more columns.
  { version: 25, names: /^watch(ed)?_/ },
  { version: 26, names: /^watched_files/ },
  { version: 27, names: /^attaches_to_show$/ },
  { version: 28, names: /^lists_to_show$/ },
  { version: 29, names: /^lists_by_first$/ },
]

/** Before 27, an attach changed all its pictures at once. Only what the step replaces has to be there. */
const before27 = `
  DROP TRIGGER show_attach;
  DROP VIEW attach_showing;
  DROP VIEW late_attaches;
  DROP TRIGGER refresh_picture;
  DROP TRIGGER show_added_attach;
  DROP TRIGGER show_changed_attach;
  ALTER TABLE attach_pictures DROP COLUMN shown;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN SELECT 1; END;
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs BEGIN SELECT 1; END;
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state ON jobs BEGIN SELECT 1; END;
`

/** Before 28, long lists were followed as short ones are. */
const before28 = `
  DROP TRIGGER note_list_to_show;
  DROP VIEW list_to_show;
  DROP TRIGGER note_added_list;
  DROP TRIGGER note_changed_list;
  DROP TRIGGER show_added_list;
  DROP TRIGGER show_changed_list;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists BEGIN SELECT 1; END;
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists BEGIN SELECT 1; END;
`

/** Before 29, pictures did not know their places in products. */
const before29 = `
  DROP TRIGGER show_adopted_product;
  DROP TRIGGER show_added_first;
  DROP TRIGGER show_changed_first;
  DROP TRIGGER show_first;
  DROP VIEW first_change;
  DROP TRIGGER show_attached;
  DROP TRIGGER show_source;
  DROP TRIGGER refresh_picture;
  DROP INDEX lists_by_first;
  ALTER TABLE attribute_lists DROP COLUMN first_source;
  CREATE TRIGGER show_attached INSTEAD OF INSERT ON attached_change BEGIN SELECT 1; END;
  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN SELECT 1; END;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN SELECT 1; END;
`

/** What version 23 brought, as it was released. */
const step23 = `
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

/** A library as the first version made it. */
const openFirst = (): DatabaseSync => {
  const database = new DatabaseSync(':memory:')
  database.exec(schema)
  database.exec(before29)
  database.exec(before28)
  database.exec(before27)
  const all = database.prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'index') AND sql IS NOT NULL").all()
  for (const kind of ['index', 'table'])
    for (const { type, name } of all)
      if (type === kind && newer.some(({ names }) => names.test(String(name)))) database.exec(`DROP ${kind} ${name}`)
  database.exec(`PRAGMA user_version = ${firstVersion}; UPDATE library SET schema = ${firstVersion}, id = 'kept'`)
  database.prepare('UPDATE library SET digest = ?').run(digestSchema(database))
  return database
}

it('has a step to each version after the first', () => {
  expect(newer.map(({ version }) => version)).toEqual(
    Array.from({ length: schemaVersion - firstVersion }, (_, at) => firstVersion + at + 1),
  )
})

it('brings a library of the first version to the schema of a new one, and keeps its rows', () => {
  const old = openFirst()
  old.exec("INSERT INTO settings (key, value) VALUES ('one', '1')")
  expect(() => old.exec('SELECT * FROM watched_folders')).toThrow('no such table')
  migrate(old)
  const made = new DatabaseSync(':memory:')
  migrate(made)
  expect(digestSchema(old)).toBe(digestSchema(made))
  expect(isSchemaKept(old)).toBe(true)
  expect(readSchemaVersion(old)).toBe(schemaVersion)
  expect(old.prepare('SELECT id, schema FROM library').get()).toMatchObject({ id: 'kept', schema: schemaVersion })
  expect(old.prepare('SELECT value FROM settings').get()).toMatchObject({ value: '1' })
})

it('keeps watched folders and what is known of their files', () => {
  const old = openFirst()
  old.exec(step23)
  old.exec(`
    PRAGMA user_version = 23;
    INSERT INTO watched_folders (seq, id, path, rules, paused, drop_id) VALUES (3, 'studio', '/studio', '{"match":true}', 1, 'drop');
    INSERT INTO watched_files (folder, path, size, modified, state, ask_due) VALUES (3, 'a.png', 1, 2.5, 'taken', 1);
    INSERT INTO watch_reports (seq, folder, at, kind, image_id, told) VALUES (7, 3, 4, 'added', 'img_1', 1);
  `)
  migrate(old)
  expect(isSchemaKept(old)).toBe(true)
  expect(old.prepare('SELECT * FROM watched_folders').all()).toMatchObject([
    { seq: 3, id: 'studio', path: '/studio', rules: '{"match":true}', paused: 1, drop_id: 'drop', noting: 0, read_by: 0 },
  ])
  expect(old.prepare('SELECT path, state, ask_due, changed FROM watched_files').all()).toMatchObject([
    { path: 'a.png', state: 'taken', ask_due: 1, changed: null },
  ])
  expect(old.prepare('SELECT * FROM watch_reports').all()).toMatchObject([
    { seq: 7, kind: 'added', image_id: 'img_1', told: 1, path: null },
  ])
})

it('knows which places the lists of before give their pictures, and judges all pictures again', () => {
  const old = new DatabaseSync(':memory:')
  old.exec(schema)
  old.exec(`
    INSERT INTO connections (id, value, active, added_at) VALUES ('a', '{}', 1, 1), ('b', '{}', 0, 1);
    INSERT INTO products (ref, connection_id, product_id, created_by_us, added_at) VALUES ('mug', 'a', 'mug', 0, 1), ('cup', 'a', 'cup', 0, 1), ('hat', 'b', 'hat', 0, 1);
    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 6)
    INSERT INTO images (seq, id, name, origin, added_at, format, bytes, width, height, checked)
      SELECT n, 'img_' || n, 'a', '{}', 1, 'png', 1, 1, 1, 1 FROM number;
    INSERT INTO originals (picture, version, sha256, format, bytes, width, height, orientation, has_alpha, has_gps, staged, added_at)
      SELECT seq, 1, 'sha' || seq, 'png', 1, 1, 1, 1, 0, 0, 'a', 1 FROM images;
    INSERT INTO sources (connection_id, source_id, image_id, version, uploaded_at, gone)
      SELECT 'a', 's' || seq, id, 1, 1, seq = 6 FROM images UNION ALL SELECT 'b', 's' || seq, 'img_' || (7 - seq), 1, 1, 0 FROM images;
    INSERT INTO attribute_lists (product_ref, attribute, first_source, origin, source_ids, state, through) VALUES
      ('mug', 'Images', 's1', 'stated', '["s1","s2","s6"]', '{}', 1), ('cup', 'Images', 's2', 'shown', '["s2","s3"]', '{}', 1),
      ('cup', 'More', 's4', NULL, '["s4"]', '{}', 1), ('hat', 'Images', 's5', 'stated', '["s5"]', '{}', 1), ('hat', 'More', NULL, NULL, '[]', '{}', 1);
    UPDATE picture_checks SET basis = 'earlier', failed = 3 WHERE picture < 4;
  `)
  const places = () => old.prepare('SELECT connection_id AS id, seq, attached FROM picture_work WHERE attached > 0 ORDER BY 1, 2').all()
  const before = places()
  expect(before.map(({ id, seq, attached }) => `${id}${seq}:${attached}`)).toEqual(['a1:2', 'a2:3', 'a3:1', 'a4:3', 'b2:2'])
  old.exec(before29)
  old.exec('UPDATE picture_work SET attached = attached > 0; PRAGMA user_version = 28')
  // As products that waited for a workspace, and records that were merged, left them.
  old.exec("UPDATE picture_work SET attached = 1 - attached WHERE connection_id = 'a' AND seq IN (3, 5)")
  migrate(old)
  expect(places()).toEqual(before)
  expect(
    old
      .prepare('SELECT first_source FROM attribute_lists ORDER BY product_ref, attribute')
      .all()
      .map(({ first_source }) => first_source),
  ).toEqual([...['s2', 's4', 's5', null, 's1']])
  expect(old.prepare("SELECT count(*) AS n FROM picture_checks WHERE basis = ''").get()).toEqual({ n: 6 })
})
