import type { DatabaseSync } from 'node:sqlite'
import { foldName } from './fold-name.ts'

/**
 * Schema version 2: tables for the window's pages. Everything here is derived by triggers, in the transaction that changes the
 * source rows, so that no writer has to know of it and a crash can't make them differ.
 *
 * `picture_work`: one row per connection (`''`: none yet) and image with work; `state` is the most urgent one. No row: `kept`.
 * `picture_count`: pictures in the library. `job_counts`: jobs by state and operation. `attach_pictures`: which pictures an attach job is
 * about. `attached_sources`: the ledger's lists, by source.
 */
const schema = `
  ALTER TABLE images ADD COLUMN removed_at INTEGER;
  ALTER TABLE images ADD COLUMN folded_name TEXT NOT NULL DEFAULT '';
  ALTER TABLE answers ADD COLUMN edited_text TEXT;

  CREATE INDEX images_by_added ON images (added_at, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_bytes ON images (bytes, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_pixels ON images (width * height, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_name ON images (name COLLATE NOCASE, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_search ON images (folded_name, format, seq) WHERE removed_at IS NULL;
  CREATE INDEX images_removed ON images (seq) WHERE removed_at IS NOT NULL;
  DROP INDEX jobs_by_state;
  CREATE INDEX jobs_by_change ON jobs (state, updated_at, seq, operation);

  CREATE TABLE picture_count (pictures INTEGER NOT NULL) STRICT;
  INSERT INTO picture_count VALUES (0);
  CREATE TABLE job_counts (
    state TEXT NOT NULL, operation TEXT NOT NULL, jobs INTEGER NOT NULL, PRIMARY KEY (state, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE attach_pictures (image_id TEXT NOT NULL, job_id TEXT NOT NULL, PRIMARY KEY (image_id, job_id)) STRICT, WITHOUT ROWID;
  CREATE TABLE attached_sources (
    source_id TEXT NOT NULL, product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (source_id, product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attached_by_list ON attached_sources (product_ref, attribute);
  CREATE TABLE picture_work (
    connection_id TEXT NOT NULL, seq INTEGER NOT NULL, parked INTEGER NOT NULL, uploading INTEGER NOT NULL, pending INTEGER NOT NULL,
    questions INTEGER NOT NULL, answers INTEGER NOT NULL, uploaded INTEGER NOT NULL, attached INTEGER NOT NULL,
    state TEXT GENERATED ALWAYS AS (
      CASE WHEN parked > 0 THEN 'parked' WHEN uploading > 0 THEN 'uploading' WHEN pending > 0 THEN 'waiting' WHEN attached > 0 THEN 'attached'
           WHEN answers > 0 THEN 'answered' WHEN uploaded > 0 THEN 'uploaded' ELSE 'kept' END
    ) VIRTUAL,
    PRIMARY KEY (connection_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX picture_work_by_state ON picture_work (connection_id, state, seq);

  CREATE VIEW picture_refresh AS SELECT '' AS image_id, '' AS connection_id;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(NEW.connection_id, ''), images.seq,
      ifnull(sum(work.state = 'parked'), 0),
      ifnull(sum(work.operation = 'upload-source' AND work.state = 'running'), 0),
      ifnull(sum(work.state IN ('waiting', 'running')), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state <> 'cancelled'), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state = 'done'), 0),
      EXISTS (SELECT 1 FROM sources WHERE connection_id = NEW.connection_id AND image_id = NEW.image_id),
      EXISTS (
        SELECT 1 FROM sources
        JOIN attached_sources ON attached_sources.source_id = sources.source_id
        JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id
      )
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
      UNION ALL
      -- An attach that waits for other pictures' uploads says nothing about this one.
      SELECT operation, CASE WHEN state = 'parked' AND json_extract(status, '$.reason.code') = 'depends-on-failed' THEN 'waiting' ELSE state END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;

  CREATE TRIGGER count_added_picture AFTER INSERT ON images WHEN NEW.removed_at IS NULL BEGIN
    UPDATE picture_count SET pictures = pictures + 1;
  END;
  CREATE TRIGGER count_removed_picture AFTER UPDATE OF removed_at ON images WHEN (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) BEGIN
    UPDATE picture_count SET pictures = pictures + iif(NEW.removed_at IS NULL, 1, -1);
  END;
  CREATE TRIGGER count_added_job AFTER INSERT ON jobs BEGIN
    INSERT INTO job_counts (state, operation, jobs) VALUES (NEW.state, NEW.operation, 1)
    ON CONFLICT (state, operation) DO UPDATE SET jobs = jobs + 1;
  END;
  CREATE TRIGGER count_changed_job AFTER UPDATE OF state ON jobs WHEN OLD.state <> NEW.state BEGIN
    UPDATE job_counts SET jobs = jobs - 1 WHERE state = OLD.state AND operation = OLD.operation;
    INSERT INTO job_counts (state, operation, jobs) VALUES (NEW.state, NEW.operation, 1)
    ON CONFLICT (state, operation) DO UPDATE SET jobs = jobs + 1;
  END;

  CREATE TRIGGER show_added_job AFTER INSERT ON jobs WHEN NEW.operation IN ('upload-source', 'analyse-image') BEGIN
    INSERT INTO picture_refresh VALUES (NEW.work ->> '$.imageId', NEW.connection_id);
  END;
  CREATE TRIGGER show_changed_job AFTER UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND NEW.operation IN ('upload-source', 'analyse-image') BEGIN
    INSERT INTO picture_refresh VALUES (NEW.work ->> '$.imageId', NEW.connection_id);
  END;
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs WHEN NEW.operation = 'attach-sources' BEGIN
    INSERT OR IGNORE INTO attach_pictures (image_id, job_id) SELECT value, NEW.id FROM json_each(NEW.work, '$.imageIds');
    INSERT INTO picture_refresh SELECT value, NEW.connection_id FROM json_each(NEW.work, '$.imageIds');
  END;
  -- Waiting and running look the same from a picture.
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state ON jobs
  WHEN NEW.operation = 'attach-sources' AND OLD.state <> NEW.state
    AND NOT (OLD.state IN ('waiting', 'running') AND NEW.state IN ('waiting', 'running')) BEGIN
    INSERT INTO picture_refresh SELECT value, NEW.connection_id FROM json_each(NEW.work, '$.imageIds');
  END;
  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN
    INSERT INTO picture_refresh VALUES (NEW.image_id, NEW.connection_id);
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM products JOIN sources ON sources.connection_id = products.connection_id
    WHERE products.ref = NEW.product_ref AND sources.source_id IN (SELECT value FROM json_each(NEW.source_ids));
  END;
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists WHEN OLD.source_ids <> NEW.source_ids BEGIN
    DELETE FROM attached_sources WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute;
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM products JOIN sources ON sources.connection_id = products.connection_id
    WHERE products.ref = NEW.product_ref AND sources.source_id IN (
      SELECT value FROM json_each(NEW.source_ids) UNION SELECT value FROM json_each(OLD.source_ids)
    );
  END;

  -- Work that waited for a connection becomes the connection's (connection-store.ts, activate): its rows move as a whole.
  CREATE TRIGGER show_added_connection AFTER INSERT ON connections WHEN NEW.active = 1 BEGIN
    INSERT INTO picture_adoption VALUES (NEW.id);
  END;
  CREATE TRIGGER show_changed_connection AFTER UPDATE OF active ON connections WHEN NEW.active = 1 BEGIN
    INSERT INTO picture_adoption VALUES (NEW.id);
  END;
  CREATE VIEW picture_adoption AS SELECT '' AS connection_id;
  CREATE TRIGGER adopt_pictures INSTEAD OF INSERT ON picture_adoption BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT NEW.connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached FROM picture_work WHERE connection_id = ''
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = parked + excluded.parked, uploading = uploading + excluded.uploading, pending = pending + excluded.pending,
      questions = questions + excluded.questions, answers = answers + excluded.answers;
    DELETE FROM picture_work WHERE connection_id = '';
  END;
`

const fill = `
  UPDATE picture_count SET pictures = (SELECT count(*) FROM images);
  INSERT INTO job_counts (state, operation, jobs) SELECT state, operation, count(*) FROM jobs GROUP BY state, operation;
  INSERT OR IGNORE INTO attach_pictures (image_id, job_id)
  SELECT value, jobs.id FROM jobs, json_each(jobs.work, '$.imageIds') WHERE operation = 'attach-sources';
  INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
  SELECT value, product_ref, attribute FROM attribute_lists, json_each(attribute_lists.source_ids);
  INSERT INTO picture_refresh
  SELECT work ->> '$.imageId', connection_id FROM jobs WHERE operation IN ('upload-source', 'analyse-image')
  UNION SELECT image_id, connection_id FROM attach_pictures JOIN jobs ON jobs.id = job_id
  UNION SELECT image_id, connection_id FROM sources;
`

/** Schema version 2, filled from version 1. Runs inside the migration's transaction. */
export const addLibraryIndex = (database: DatabaseSync): void => {
  database.exec(schema)
  const update = database.prepare('UPDATE images SET folded_name = ? WHERE seq = ?')
  for (const row of database.prepare('SELECT seq, name FROM images').all()) update.run(foldName(String(row.name)), Number(row.seq))
  database.exec(fill)
}

/** Rebuilds counts and states from their source rows, after rows were removed. */
export const refillDerived = (database: DatabaseSync): void => {
  database.exec(`
    DELETE FROM job_counts;
    INSERT INTO job_counts (connection_id, state, operation, jobs)
    SELECT ifnull(connection_id, ''), state, operation, count(*) FROM jobs GROUP BY 1, 2, 3;
    UPDATE picture_count SET pictures = (SELECT count(*) FROM images WHERE removed_at IS NULL);
    DELETE FROM attach_pictures WHERE job_id NOT IN (SELECT id FROM jobs);
    DELETE FROM picture_work;
    INSERT INTO picture_refresh
    SELECT work ->> '$.imageId', connection_id FROM jobs WHERE operation IN ('upload-source', 'analyse-image')
    UNION SELECT image_id, connection_id FROM attach_pictures JOIN jobs ON jobs.id = job_id
    UNION SELECT image_id, connection_id FROM sources;
  `)
}
