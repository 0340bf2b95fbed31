import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../../shared/base/errors.ts'
import { schema, triggers } from './schema.ts'
import { digestSchema } from './schema-digest.ts'

/** The oldest version that can be opened: those before it were never released. */
export const firstVersion = 29

/**
 * From the first version to the one of today, a step of SQL each; schema.ts has the outcome of all of them. Never edit a step that was released. Steps are about
 * tables and indexes: all triggers and views are gone meanwhile, and are today's afterwards.
 */
const steps: readonly string[] = [
  `ALTER TABLE question_sets ADD COLUMN removed_at INTEGER;
   ALTER TABLE answers ADD COLUMN picture_seq INTEGER;
   ALTER TABLE answers ADD COLUMN came_from TEXT;
   DROP INDEX answers_by_search;
   UPDATE answers SET picture_seq = (SELECT seq FROM images WHERE id = image_id);
   CREATE INDEX answers_by_search ON answers (connection_id, seq, picture_seq, folded_words);
   CREATE TRIGGER place_answers AFTER INSERT ON images BEGIN
     UPDATE answers SET picture_seq = NEW.seq WHERE image_id = NEW.id;
   END;
   CREATE TABLE cell_columns (
     id INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, question TEXT NOT NULL, changes INTEGER NOT NULL, UNIQUE (connection_id, question)
   ) STRICT;
   CREATE TABLE cells (
     cell_column INTEGER NOT NULL, picture INTEGER NOT NULL, answer INTEGER NOT NULL, marks INTEGER NOT NULL, changed INTEGER NOT NULL,
     PRIMARY KEY (cell_column, picture)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO cell_columns (connection_id, question, changes) SELECT connection_id, question, 1 FROM answers GROUP BY connection_id, question;
   INSERT OR REPLACE INTO cells (cell_column, picture, answer, marks, changed)
   SELECT cell_columns.id, images.seq, answers.seq, CASE WHEN kind = 'cannot-tell' AND edited_text IS NULL THEN 2
     WHEN trim(coalesce(edited_text, text), char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279)) <> '' THEN 1 ELSE 0 END
   + (review = 'approved') * 4 + (review = 'rejected') * 8 + (edited_text IS NOT NULL) * 16, 1 FROM answers
   CROSS JOIN cell_columns USING (connection_id, question) CROSS JOIN images ON images.id = image_id ORDER BY answers.weight, answers.seq;
   CREATE INDEX products_by_name ON products (name) WHERE name IS NOT NULL;
   -- A change is one transaction now: one that an end interrupted can't be undone.
   CREATE TABLE sheet_changes_now (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, connection_id TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'past', 'over')), cells INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   INSERT INTO sheet_changes_now SELECT seq, connection_id, kind, at, iif(state IN ('writing', 'undoing', 'redoing'), 'over', state), cells FROM sheet_changes;
   DROP TABLE sheet_changes;
   ALTER TABLE sheet_changes_now RENAME TO sheet_changes;
   CREATE INDEX sheet_changes_of ON sheet_changes (connection_id, state, seq);
   CREATE TABLE match_changes_now (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, connection_id TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('done', 'over')), pictures INTEGER NOT NULL DEFAULT 0, about TEXT
   ) STRICT;
   INSERT INTO match_changes_now SELECT seq, connection_id, kind, at, iif(state IN ('writing', 'undoing'), 'over', state), pictures, about FROM match_changes;
   DROP TABLE match_changes;
   ALTER TABLE match_changes_now RENAME TO match_changes;
   -- A picture may be in several products.
   CREATE TABLE matches_now (
     connection_id TEXT NOT NULL, image_id TEXT NOT NULL, product_key TEXT NOT NULL,
     state TEXT NOT NULL CHECK (state IN ('matched', 'question', 'not-a-product', 'taken-out')),
     product TEXT, place INTEGER, decided_by TEXT NOT NULL CHECK (decided_by IN ('rule', 'person')), why TEXT NOT NULL,
     PRIMARY KEY (connection_id, image_id, product_key), CHECK ((state = 'matched') = (product_key <> ''))
   ) STRICT, WITHOUT ROWID;
   INSERT INTO matches_now SELECT connection_id, image_id, ifnull(product_key, ''), state, product, place, decided_by, why FROM matches
   WHERE (state = 'matched') = (ifnull(product_key, '') <> '');
   DROP TABLE matches;
   ALTER TABLE matches_now RENAME TO matches;
   CREATE INDEX matches_of_product ON matches (connection_id, product_key, place);
   CREATE INDEX matches_decided ON matches (image_id) WHERE decided_by = 'person';
   CREATE TABLE match_before_now (
     change INTEGER NOT NULL, image_id TEXT NOT NULL, product_key TEXT NOT NULL, state TEXT, product TEXT, place INTEGER, decided_by TEXT, why TEXT,
     PRIMARY KEY (change, image_id, product_key)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO match_before_now SELECT change, image_id, ifnull(before ->> 1, ''), before ->> 0, before ->> 2, before ->> 3, before ->> 4, before ->> 5 FROM match_before;
   DROP TABLE match_before;
   ALTER TABLE match_before_now RENAME TO match_before;
   CREATE INDEX images_going ON images (seq) WHERE removed_at = 0 AND version > 0;
   CREATE INDEX jobs_shelved ON jobs (operation, subject) WHERE state = 'cancelled' AND status ->> '$.isShelved' = 1;
   CREATE TABLE removed_products (
     id TEXT PRIMARY KEY, connection_id TEXT, name TEXT NOT NULL, removed_at INTEGER NOT NULL, value TEXT NOT NULL CHECK (json_valid(value))
   ) STRICT;
   UPDATE picture_work SET (parked, pending) = (
     SELECT parked - total(shown = 'parked'), pending - total(shown = 'open') FROM images
     CROSS JOIN attach_pictures ON image_id = images.id CROSS JOIN jobs ON jobs.id = job_id
     WHERE images.seq = picture_work.seq AND ifnull(jobs.connection_id, '') = picture_work.connection_id
   )
   WHERE seq IN (SELECT images.seq FROM attach_pictures JOIN images ON images.id = image_id WHERE shown <> 'over');
   ALTER TABLE picture_work DROP COLUMN state;
   ALTER TABLE attach_pictures DROP COLUMN shown;
   DROP TABLE attaches_to_show;
   CREATE INDEX jobs_attaching ON jobs (connection_id) WHERE operation = 'attach-sources' AND state IN ('waiting', 'running', 'parked');
   -- Long lists were followed in pieces: those that an end interrupted are followed here.
   DELETE FROM attached_sources WHERE (product_ref, attribute) IN (SELECT product_ref, attribute FROM lists_to_show);
   INSERT INTO attached_sources SELECT DISTINCT one.value, list.product_ref, list.attribute
   FROM lists_to_show AS late JOIN attribute_lists AS list USING (product_ref, attribute) CROSS JOIN json_each(list.source_ids) AS one;
   UPDATE picture_work SET attached = (
     SELECT 2 * ifnull(max(first_source IS source_id), 0) + ifnull(max(first_source IS NOT source_id OR attribute_lists.origin IS NULL), 0) FROM images
     CROSS JOIN sources ON sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0
     CROSS JOIN attached_sources USING (source_id) CROSS JOIN products ON ref = product_ref AND products.connection_id = sources.connection_id
     CROSS JOIN attribute_lists USING (product_ref, attribute) WHERE images.seq = picture_work.seq
   )
   WHERE EXISTS (SELECT 1 FROM lists_to_show);
   DROP TABLE lists_to_show;
   DROP TABLE action_problems;
   CREATE INDEX jobs_by_problem ON jobs (action, ifnull(status ->> '$.reason.code', '') || ' ' || ifnull(status ->> '$.reason.failure.kind', ''), connection_id) WHERE state = 'parked';
   ALTER TABLE catalogue_lists ADD COLUMN product_is TEXT NOT NULL DEFAULT 'product';
   ALTER TABLE catalogue_lists ADD COLUMN shared_pictures TEXT NOT NULL DEFAULT 'each';
   ALTER TABLE catalogue_lists ADD COLUMN parents INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE catalogue_lists ADD COLUMN variants INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE catalogue_entries ADD COLUMN kind TEXT NOT NULL DEFAULT 'single';
   ALTER TABLE catalogue_entries ADD COLUMN parent INTEGER;
   ALTER TABLE catalogue_entries ADD COLUMN options TEXT;
   ALTER TABLE catalogue_entries ADD COLUMN origins TEXT;
   CREATE INDEX catalogue_entries_of_parent ON catalogue_entries (parent, seq) WHERE parent IS NOT NULL;
   ALTER TABLE catalogue_columns ADD COLUMN product_is TEXT;
   ALTER TABLE catalogue_columns ADD COLUMN shared_pictures TEXT;
   CREATE TABLE followed_lists (
     id TEXT PRIMARY KEY, connection_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL CHECK (kind IN ('file', 'address')), place TEXT NOT NULL,
     name TEXT NOT NULL, how TEXT NOT NULL CHECK (json_valid(how)), rhythm TEXT NOT NULL CHECK (rhythm IN ('changes', 'hour', 'day', 'hand')),
     accepts INTEGER NOT NULL DEFAULT 0 CHECK (accepts IN (0, 1)), settled TEXT, looked TEXT, waiting TEXT, problem TEXT, checked_at INTEGER
   ) STRICT;`,
]

export const schemaVersion = firstVersion + steps.length

/** `PRAGMA user_version` of a database file. */
export const readSchemaVersion = (database: DatabaseSync): number => {
  const row = database.prepare('PRAGMA user_version').get() as { user_version?: number } | undefined
  return Number(row?.user_version ?? 0)
}

export const toNewerError = (version: number): AppError =>
  new AppError('data-newer', { kind: 'library-newer', version, known: schemaVersion })

export const toOlderError = (version: number): AppError =>
  new AppError('data-older', { kind: 'library-older', version, known: firstVersion })

const dropTriggers = (database: DatabaseSync): void => {
  for (const { type, name } of database.prepare("SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all())
    database.exec(`DROP ${String(type)} IF EXISTS ${String(name)}`)
}

/**
 * Makes the schema, or brings it up to date, in one transaction. Errors: `data-newer`, `data-older` when another Packshot wrote the file (left
 * unchanged).
 */
export const migrate = (database: DatabaseSync, following = steps): void => {
  const found = readSchemaVersion(database)
  const wanted = firstVersion + following.length
  if (found > wanted) throw toNewerError(found)
  if (found > 0 && found < firstVersion) throw toOlderError(found)
  if (found === wanted) return
  database.exec('BEGIN IMMEDIATE')
  try {
    if (found === 0) database.exec(schema)
    else {
      dropTriggers(database)
      for (const step of following.slice(found - firstVersion)) database.exec(step)
      database.exec(triggers)
    }
    const version = found === 0 ? schemaVersion : wanted
    database.exec(`PRAGMA user_version = ${version}`)
    database.prepare('UPDATE library SET schema = ?, digest = ?').run(version, digestSchema(database))
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
