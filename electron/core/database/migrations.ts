import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/errors.ts'
import { schema } from './schema.ts'
import { digestSchema } from './schema-digest.ts'

/** The oldest version that can be opened: those before it were never released. */
export const firstVersion = 22

/**
 * From the first version to the one of today, a step each; schema.ts has the outcome of all of them. Never edit a step that was released.
 */
const steps: readonly (string | ((database: DatabaseSync) => void))[] = [
  // 23: watched folders.
  `
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
  `,
  // 24: pictures with a location are counted while others are added.
  'CREATE INDEX originals_with_location ON originals (picture, version) WHERE has_gps = 1',
  // 25: what watched folders are, and which of their files were refused.
  `
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
  `,
  // 26: when anything of a watched file last changed.
  `
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
  `,
  // 27: the pictures of a long attach follow it in pieces.
  `
  ALTER TABLE attach_pictures ADD COLUMN shown TEXT NOT NULL DEFAULT 'over';
  UPDATE attach_pictures SET shown = ifnull((SELECT CASE jobs.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(jobs.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END FROM jobs WHERE id = job_id), 'over');
  DROP TRIGGER refresh_picture;
  DROP TRIGGER show_added_attach;
  DROP TRIGGER show_changed_attach;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(NEW.connection_id, ''), images.seq,
      ifnull(sum(work.state = 'parked'), 0),
      ifnull(sum(work.operation = 'upload-source' AND work.state = 'running'), 0),
      ifnull(sum(work.state IN ('waiting', 'running')), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state <> 'cancelled'), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state = 'done'), 0),
      EXISTS (
        SELECT 1 FROM sources
        WHERE connection_id = NEW.connection_id AND image_id = NEW.image_id AND sources.version = images.version AND gone = 0
      ),
      EXISTS (
        SELECT 1 FROM sources
        JOIN attached_sources ON attached_sources.source_id = sources.source_id
        JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0
      )
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, CASE shown WHEN 'open' THEN 'waiting' WHEN 'parked' THEN 'parked' ELSE 'done' END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;
  CREATE TABLE attaches_to_show (job_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE VIEW late_attaches AS
  SELECT job_id, ifnull((SELECT CASE jobs.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(jobs.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END FROM jobs WHERE id = job_id), 'over') AS state,
    ifnull((SELECT max(position) FROM attach_pictures WHERE attach_pictures.job_id = late.job_id), -1) AS last FROM attaches_to_show AS late;
  CREATE VIEW attach_showing AS SELECT '' AS job_id, '' AS state, 0 AS first, 0 AS last;
  CREATE TRIGGER show_attach INSTEAD OF INSERT ON attach_showing BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(jobs.connection_id, ''), images.seq,
      (NEW.state = 'parked') - (shown = 'parked'), 0, (NEW.state = 'open') - (shown = 'open'), 0, 0, 0, 0
    FROM jobs CROSS JOIN attach_pictures ON job_id = NEW.job_id CROSS JOIN images ON images.id = image_id
    WHERE jobs.id = NEW.job_id AND position BETWEEN NEW.first AND NEW.last AND shown <> NEW.state
    ON CONFLICT (connection_id, seq) DO UPDATE SET parked = parked + excluded.parked, pending = pending + excluded.pending;
    UPDATE attach_pictures SET shown = NEW.state
    WHERE job_id = NEW.job_id AND position BETWEEN NEW.first AND NEW.last AND shown <> NEW.state;
  END;
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs WHEN NEW.operation = 'attach-sources' BEGIN
    INSERT INTO attach_showing
    SELECT NEW.id, CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END,
      0, (SELECT max(position) FROM attach_pictures WHERE job_id = NEW.id)
    WHERE NOT (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500;
    INSERT INTO attaches_to_show SELECT NEW.id
    WHERE (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500
      AND NOT EXISTS (SELECT 1 FROM attaches_to_show WHERE job_id = NEW.id);
  END;
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state, status ON jobs
  WHEN NEW.operation = 'attach-sources' AND CASE OLD.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(OLD.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END <> CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END BEGIN
    INSERT INTO attach_showing
    SELECT NEW.id, CASE NEW.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(NEW.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END,
      0, (SELECT max(position) FROM attach_pictures WHERE job_id = NEW.id)
    WHERE NOT (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500;
    INSERT INTO attaches_to_show SELECT NEW.id
    WHERE (SELECT count(*) FROM (SELECT 1 FROM attach_pictures WHERE job_id = NEW.id LIMIT 501)) > 500
      AND NOT EXISTS (SELECT 1 FROM attaches_to_show WHERE job_id = NEW.id);
  END;
  `,
  // 28: the sources of a long list follow it in pieces.
  `
  DROP TRIGGER show_added_list;
  DROP TRIGGER show_changed_list;
  CREATE TABLE lists_to_show (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, changes INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE VIEW list_to_show AS SELECT '' AS product_ref, '' AS attribute;
  CREATE TRIGGER note_list_to_show INSTEAD OF INSERT ON list_to_show BEGIN
    UPDATE lists_to_show SET changes = changes + 1 WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute;
    INSERT INTO lists_to_show SELECT NEW.product_ref, NEW.attribute, 1
    WHERE NOT EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute);
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists WHEN NOT (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.source_ids, '[]');
  END;
  CREATE TRIGGER note_added_list AFTER INSERT ON attribute_lists WHEN (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  -- Only what differs: a list often grows by one.
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
    DELETE FROM attached_sources
    WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND source_id NOT IN (SELECT value FROM json_each(NEW.source_ids));
    INSERT INTO attached_sources (source_id, product_ref, attribute)
    SELECT DISTINCT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids)
    WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids));
    INSERT INTO attached_change VALUES (
      NEW.product_ref,
      (SELECT json_group_array(value) FROM json_each(NEW.source_ids) WHERE value NOT IN (SELECT value FROM json_each(OLD.source_ids))),
      (SELECT json_group_array(value) FROM json_each(OLD.source_ids) WHERE value NOT IN (SELECT value FROM json_each(NEW.source_ids)))
    );
  END;
  CREATE TRIGGER note_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  `,
  // 29: the places that products give a picture, for shop checks.
  `
  DROP TRIGGER show_added_list;
  DROP TRIGGER note_added_list;
  DROP TRIGGER show_changed_list;
  DROP TRIGGER note_changed_list;
  ALTER TABLE attribute_lists RENAME TO earlier_lists;
  CREATE TABLE attribute_lists (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, first_source TEXT, origin TEXT, source_ids TEXT NOT NULL,
    state TEXT NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO attribute_lists (product_ref, attribute, first_source, origin, source_ids, state, through)
    SELECT product_ref, attribute, iif(json_valid(source_ids), source_ids ->> '$[0]', NULL), origin, source_ids, state, through FROM earlier_lists;
  DROP TABLE earlier_lists;
  CREATE INDEX lists_by_first ON attribute_lists (first_source) WHERE first_source IS NOT NULL;
  DROP TRIGGER refresh_checks;
  DROP TRIGGER refresh_picture;
  DROP TRIGGER show_source;
  DROP TRIGGER show_attached;
  DROP VIEW attached_change;
  CREATE TRIGGER refresh_picture INSTEAD OF INSERT ON picture_refresh BEGIN
    INSERT INTO picture_work (connection_id, seq, parked, uploading, pending, questions, answers, uploaded, attached)
    SELECT ifnull(NEW.connection_id, ''), images.seq,
      ifnull(sum(work.state = 'parked'), 0),
      ifnull(sum(work.operation = 'upload-source' AND work.state = 'running'), 0),
      ifnull(sum(work.state IN ('waiting', 'running')), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state <> 'cancelled'), 0),
      ifnull(sum(work.operation = 'analyse-image' AND work.state = 'done'), 0),
      EXISTS (
        SELECT 1 FROM sources
        WHERE connection_id = NEW.connection_id AND image_id = NEW.image_id AND sources.version = images.version AND gone = 0
      ),
      2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = NEW.connection_id AND sources.image_id = NEW.image_id AND gone = 0 AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      )
    FROM images LEFT JOIN (
      SELECT operation, state FROM jobs
      WHERE operation = 'upload-source' AND subject = NEW.image_id AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, state FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.image_id || char(10) AND subject < NEW.image_id || char(11)
        AND connection_id IS NEW.connection_id
      UNION ALL
      SELECT operation, CASE shown WHEN 'open' THEN 'waiting' WHEN 'parked' THEN 'parked' ELSE 'done' END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;
  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN
    UPDATE picture_work SET
      uploaded = max(uploaded, NEW.version = (SELECT version FROM images WHERE id = NEW.image_id)),
      attached = attached | (2 * EXISTS (
        SELECT 1 FROM attribute_lists CROSS JOIN products ON products.ref = product_ref AND products.connection_id = NEW.connection_id
        WHERE first_source = NEW.source_id
      ) + EXISTS (
        SELECT 1 FROM attached_sources AS attached
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = NEW.connection_id
        WHERE attached.source_id = NEW.source_id AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      ))
    WHERE connection_id = NEW.connection_id AND seq = (SELECT seq FROM images WHERE id = NEW.image_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE changes() = 0;
    UPDATE picture_count SET attached_changes = attached_changes + 1
    WHERE EXISTS (SELECT 1 FROM attached_sources WHERE source_id = NEW.source_id);
  END;
  CREATE VIEW attached_change AS SELECT '' AS product_ref, '' AS attribute, '' AS added, '' AS gone;
  CREATE TRIGGER show_attached INSTEAD OF INSERT ON attached_change BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
    UPDATE picture_work SET attached = attached | 1
    WHERE attached & 1 = 0 AND (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM json_each(NEW.added)
      CROSS JOIN products ON products.ref = NEW.product_ref
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value AND sources.gone = 0
      CROSS JOIN images ON images.id = sources.image_id
      WHERE value IS NOT (
        SELECT first_source FROM attribute_lists WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute AND origin IS NOT NULL
      )
    );
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM json_each(NEW.gone)
    CROSS JOIN products ON products.ref = NEW.product_ref
    CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value;
    -- A record that was merged into another one is gone before a long list of it has followed.
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM connections CROSS JOIN json_each(NEW.gone) AS one
    CROSS JOIN sources ON sources.connection_id = connections.id AND sources.source_id = one.value
    WHERE NOT EXISTS (SELECT 1 FROM products WHERE ref = NEW.product_ref);
  END;
  CREATE VIEW first_change AS SELECT '' AS product_ref, '' AS one, '' AS other;
  CREATE TRIGGER show_first INSTEAD OF INSERT ON first_change BEGIN
    UPDATE picture_work SET attached = (
      SELECT 2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0 AND NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )
      )
      FROM images WHERE images.seq = picture_work.seq
    )
    WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id IN (NEW.one, NEW.other)
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
    );
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists WHEN NOT (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.attribute, NEW.source_ids, '[]');
  END;
  CREATE TRIGGER note_added_list AFTER INSERT ON attribute_lists WHEN (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute)) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND NOT ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
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
  CREATE TRIGGER note_changed_list AFTER UPDATE OF source_ids ON attribute_lists
  WHEN OLD.source_ids <> NEW.source_ids AND ((length(OLD.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = OLD.product_ref AND attribute = OLD.attribute)) OR (length(NEW.source_ids) > 20000 OR EXISTS (SELECT 1 FROM lists_to_show WHERE product_ref = NEW.product_ref AND attribute = NEW.attribute))) BEGIN
    INSERT INTO list_to_show VALUES (NEW.product_ref, NEW.attribute);
  END;
  CREATE TRIGGER show_added_first AFTER INSERT ON attribute_lists WHEN NEW.first_source IS NOT NULL BEGIN
    UPDATE picture_work SET attached = attached | 2 WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = NEW.first_source AND sources.gone = 0
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
    );
  END;
  CREATE TRIGGER show_changed_first AFTER UPDATE OF first_source, origin ON attribute_lists
  WHEN OLD.first_source IS NOT NEW.first_source OR (OLD.origin IS NULL) <> (NEW.origin IS NULL) BEGIN
    INSERT INTO first_change VALUES (NEW.product_ref, OLD.first_source, NEW.first_source);
  END;
  CREATE TRIGGER show_adopted_product AFTER UPDATE OF connection_id ON products WHEN OLD.connection_id IS NULL AND NEW.connection_id IS NOT NULL BEGIN
    INSERT INTO first_change SELECT product_ref, first_source, NULL FROM attribute_lists WHERE product_ref = NEW.ref;
    INSERT INTO list_to_show SELECT product_ref, attribute FROM attribute_lists WHERE product_ref = NEW.ref;
  END;
  -- All of them, as some were wrong: those of products that waited for a workspace, and of records that were merged.
  UPDATE picture_work SET attached = (
    SELECT 2 * EXISTS (
      SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
      CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
      WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0
    ) + EXISTS (
      SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
      CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
      WHERE sources.connection_id = picture_work.connection_id AND sources.image_id = images.id AND gone = 0 AND NOT EXISTS (
        SELECT 1 FROM attribute_lists AS list
        WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
          AND first_source = attached.source_id AND origin IS NOT NULL
      )
    )
    FROM images WHERE images.seq = picture_work.seq
  )
  WHERE seq IN (SELECT seq FROM images);
  DROP TABLE picture_checks;
  DROP TABLE check_results;
  CREATE TABLE picture_checks (
    picture INTEGER PRIMARY KEY, basis TEXT NOT NULL, failed INTEGER NOT NULL DEFAULT 0, not_checked INTEGER NOT NULL DEFAULT 0,
    first_failed INTEGER NOT NULL DEFAULT 0, first_not_checked INTEGER NOT NULL DEFAULT 0,
    others_failed INTEGER NOT NULL DEFAULT 0, others_not_checked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX picture_checks_by_basis ON picture_checks (basis, picture);
  CREATE TABLE check_results (
    picture INTEGER NOT NULL, profile TEXT NOT NULL, places INTEGER NOT NULL, failed INTEGER NOT NULL, not_checked INTEGER NOT NULL,
    results TEXT NOT NULL, PRIMARY KEY (picture, profile)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX check_results_failed ON check_results (profile, picture, places) WHERE failed > 0;
  CREATE TRIGGER refresh_checks INSTEAD OF INSERT ON checks_refresh BEGIN
    DELETE FROM check_results WHERE picture = NEW.picture;
    DELETE FROM picture_checks WHERE picture = NEW.picture;
    INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL;
  END;
  INSERT INTO picture_checks (picture, basis) SELECT seq, '' FROM images WHERE checked = 1 AND removed_at IS NULL;
  `,
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
export const migrate = (database: DatabaseSync): void => {
  const found = readSchemaVersion(database)
  if (found > schemaVersion) throw toNewerError(found)
  if (found > 0 && found < firstVersion) throw toOlderError(found)
  const change = (version: number, step: string | ((database: DatabaseSync) => void)): void => {
    database.exec('BEGIN IMMEDIATE')
    try {
      if (typeof step === 'string') database.exec(step)
      else step(database)
      database.exec(`PRAGMA user_version = ${version}`)
      database.prepare('UPDATE library SET schema = ?, digest = ?').run(version, digestSchema(database))
      database.exec('COMMIT')
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }
  if (found === 0) change(schemaVersion, schema)
  else for (const [index, step] of steps.entries()) if (firstVersion + index + 1 > found) change(firstVersion + index + 1, step)
}
