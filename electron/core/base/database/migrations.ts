import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../../shared/base/errors.ts'
import { schema } from './schema.ts'
import { digestSchema } from './schema-digest.ts'

/** The oldest version that can be opened: those before it were never released. */
export const firstVersion = 29

/**
 * From the first version to the one of today, a step of SQL each; schema.ts has the outcome of all of them. Never edit a step that was released.
 */
const steps: readonly string[] = [
  `ALTER TABLE question_sets ADD COLUMN removed_at INTEGER;
   ALTER TABLE answers ADD COLUMN picture_seq INTEGER;
   DROP INDEX answers_by_search;
   UPDATE answers SET picture_seq = (SELECT seq FROM images WHERE id = image_id);
   CREATE INDEX answers_by_search ON answers (connection_id, seq, picture_seq, folded_words);
   CREATE TRIGGER place_answers AFTER INSERT ON images BEGIN
     UPDATE answers SET picture_seq = NEW.seq WHERE image_id = NEW.id;
   END;
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
   CREATE INDEX images_going ON images (seq) WHERE removed_at = 0 AND version > 0;
   CREATE INDEX jobs_shelved ON jobs (seq) WHERE state = 'cancelled' AND status ->> '$.isShelved' = 1;
   CREATE TABLE removed_products (
     id TEXT PRIMARY KEY, connection_id TEXT, name TEXT NOT NULL, removed_at INTEGER NOT NULL, value TEXT NOT NULL CHECK (json_valid(value))
   ) STRICT;
   DROP TRIGGER show_added_job;
   CREATE TRIGGER show_added_job AFTER INSERT ON jobs WHEN NEW.operation IN ('upload-source', 'analyse-image') BEGIN
       INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
       SELECT ifnull(NEW.connection_id, ''), seq, NEW.state = 'parked', NEW.operation = 'upload-source' AND NEW.state = 'running',
         NEW.state IN ('waiting', 'running'), NEW.operation = 'analyse-image' AND NEW.state <> 'cancelled',
         NEW.operation = 'analyse-image' AND NEW.state = 'done', 0, 0
       FROM images WHERE id = NEW.work ->> '$.imageId'
       ON CONFLICT (connection_id, seq) DO UPDATE SET
         parked = parked + excluded.parked, uploading = uploading + excluded.uploading, pending = pending + excluded.pending,
         questions = questions + excluded.questions, answers = answers + excluded.answers;
     END;
   DROP TRIGGER show_changed_list;
   CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
     WHEN OLD.source_ids <> NEW.source_ids AND NOT (substr(NEW.source_ids, 1, length(OLD.source_ids)) = substr(OLD.source_ids, 1, length(OLD.source_ids) - 1) || ',') AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
       DELETE FROM attached_sources
       WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND source_id NOT IN (SELECT value FROM json_each(NEW.source_ids));
       INSERT INTO attached_sources (source_id, product_ref, attribute)
       SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids)
       WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids));
       INSERT INTO attached_change VALUES (
         NEW.product_ref, NEW.attribute,
         (SELECT json_group_array(value) FROM json_each(NEW.source_ids) WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids))),
         (SELECT json_group_array(value) FROM json_each(OLD.source_ids) WHERE value NOT IN (SELECT value FROM json_each(NEW.source_ids)))
       );
     END;
   CREATE TRIGGER show_grown_list AFTER UPDATE OF source_ids ON attribute_lists
     WHEN OLD.source_ids <> NEW.source_ids AND (substr(NEW.source_ids, 1, length(OLD.source_ids)) = substr(OLD.source_ids, 1, length(OLD.source_ids) - 1) || ',') AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
       INSERT INTO attached_sources (source_id, product_ref, attribute)
       SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(('[' || substr(NEW.source_ids, length(OLD.source_ids) + 1))) WHERE NOT EXISTS (
         SELECT 1 FROM attached_sources WHERE source_id = value AND product_ref = NEW.product_ref AND attribute = NEW.attribute
       );
       INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, ('[' || substr(NEW.source_ids, length(OLD.source_ids) + 1)), '[]');
     END;`,
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

/**
 * Makes the schema, or brings it up to date, one transaction a version. Errors: `data-newer`, `data-older` when another Packshot wrote the
 * file (left unchanged).
 */
export const migrate = (database: DatabaseSync, following = steps): void => {
  const found = readSchemaVersion(database)
  if (found > firstVersion + following.length) throw toNewerError(found)
  if (found > 0 && found < firstVersion) throw toOlderError(found)
  const change = (version: number, step: string): void => {
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(step)
      database.exec(`PRAGMA user_version = ${version}`)
      database.prepare('UPDATE library SET schema = ?, digest = ?').run(version, digestSchema(database))
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  if (found === 0) change(schemaVersion, schema)
  else for (const [index, step] of following.entries()) if (firstVersion + index + 1 > found) change(firstVersion + index + 1, step)
}
