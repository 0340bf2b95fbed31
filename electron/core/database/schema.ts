/**
 * The schema of the library, whole. A change is a step in migrations.ts and the same change here; a new library is made from here, an
 * existing one by the steps.
 */

/**
 * `images.removed_at`: taken out of the library, and undone until the app ends. `upload_doubted`: 1: the picture was here before a restore, so
 * that uploads of it may have been lost. `connections.forgotten_at`: its jobs, sources, answers and ledger are still about it.
 * `refusals.problem`: why, as facts (shared/error-record.ts).
 *
 * `images.checked`: 0: its bytes are on disk and its header is a picture's, but nobody has decoded it; width and height are the header's.
 * 1: decoded, and its thumbnail was written. 2: the decoder refused it, so it is out of the library (intake/check-pictures.ts).
 */
const library = `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE connections (
    id TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value)), active INTEGER NOT NULL, added_at INTEGER NOT NULL,
    forgotten_at INTEGER
  ) STRICT;
  CREATE TABLE images (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, sha256 TEXT NOT NULL, name TEXT NOT NULL, format TEXT NOT NULL,
    bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, orientation INTEGER NOT NULL,
    has_alpha INTEGER NOT NULL, has_gps INTEGER NOT NULL, origin TEXT NOT NULL CHECK (json_valid(origin)), staged TEXT NOT NULL, added_at INTEGER NOT NULL,
    removed_at INTEGER, folded_name TEXT NOT NULL DEFAULT '', upload_doubted INTEGER NOT NULL DEFAULT 0,
    checked INTEGER NOT NULL DEFAULT 0 CHECK (checked IN (0, 1, 2))
  ) STRICT;
  CREATE TABLE refusals (path TEXT PRIMARY KEY, name TEXT NOT NULL, problem TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE sources (
    connection_id TEXT NOT NULL, image_id TEXT NOT NULL, source_id TEXT NOT NULL, uploaded_at INTEGER NOT NULL,
    PRIMARY KEY (connection_id, image_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sources_by_source ON sources (connection_id, source_id);
  CREATE TABLE former_sources (
    connection_id TEXT NOT NULL, source_id TEXT NOT NULL, image_id TEXT NOT NULL, PRIMARY KEY (connection_id, source_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE answers (
    seq INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, answered_at INTEGER NOT NULL, job_id TEXT NOT NULL UNIQUE,
    edited_text TEXT
  ) STRICT;
  CREATE INDEX answers_by_image ON answers (image_id, question);
`

/** `jobs.unchecked`: 1: it needs the bytes of a picture that is not checked. Derived by triggers; no writer of jobs sets it. */
const work = `
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT, operation TEXT NOT NULL, subject TEXT NOT NULL,
    work TEXT NOT NULL CHECK (json_valid(work)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'parked', 'cancelled')),
    status TEXT NOT NULL CHECK (json_valid(status)), not_before INTEGER NOT NULL, blocked_by INTEGER NOT NULL,
    attempts INTEGER NOT NULL, counted_failures INTEGER NOT NULL, first_failure_at INTEGER, uncertain_attempts INTEGER NOT NULL,
    notes TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    unchecked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_ready ON jobs (operation, seq) WHERE state = 'waiting' AND blocked_by = 0 AND unchecked = 0;
  CREATE INDEX jobs_by_subject ON jobs (operation, subject);
  CREATE INDEX jobs_uncertain ON jobs (operation, subject) WHERE uncertain_attempts > 0;
  CREATE TABLE job_dependencies (
    job_id TEXT NOT NULL, depends_on TEXT NOT NULL, PRIMARY KEY (depends_on, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX dependencies_of ON job_dependencies (job_id);
  CREATE TABLE repeats (seq INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL UNIQUE, note TEXT NOT NULL) STRICT;
`

/**
 * Products and the facts about their lists. `facts` is a log: rows are only added (electron/core/products/README.md). `about`: a product's
 * reference, `connection:` + a connection's id, or `*` for all; `attribute`: NULL for all lists of these. `attribute_lists` is what they
 * come to, list by list, up to `through`; `ledger_clock` the last sequence number and the highest time ever seen
 * (`wall`: what the clock showed then; 0: nobody knows).
 */
const products = `
  CREATE TABLE products (
    ref TEXT PRIMARY KEY, connection_id TEXT, product_id TEXT, name TEXT, created_by_us INTEGER NOT NULL, added_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX products_by_id ON products (product_id, ifnull(connection_id, '')) WHERE product_id IS NOT NULL;
  CREATE TABLE facts (
    seq INTEGER PRIMARY KEY, about TEXT NOT NULL, attribute TEXT COLLATE NOCASE, kind TEXT NOT NULL, fact TEXT NOT NULL,
    wall INTEGER NOT NULL, highest INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX facts_about ON facts (about, attribute, seq);
  CREATE TABLE attribute_lists (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, source_ids TEXT NOT NULL, origin TEXT, state TEXT NOT NULL,
    through INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ledger_clock (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, highest INTEGER NOT NULL, wall INTEGER NOT NULL DEFAULT 0) STRICT;
  INSERT INTO ledger_clock VALUES (1, 0, 0, 0);
`

/** Sources other than files: what was handed over, whole, and what became of it. */
const otherSources = `
  CREATE TABLE other_sources (
    seq INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, connection_id TEXT, kind TEXT NOT NULL, title TEXT NOT NULL, bytes INTEGER NOT NULL,
    job_id TEXT NOT NULL, source_id TEXT, created_at INTEGER NOT NULL, removed_at INTEGER, value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX other_sources_shown ON other_sources (connection_id, seq) WHERE removed_at IS NULL;
  CREATE INDEX other_sources_alike ON other_sources (connection_id, kind, bytes) WHERE removed_at IS NULL;
`

/** Objects of ours in buckets, written before the first byte goes there; and what workspaces make of `data:` addresses. */
const publishing = `
  CREATE TABLE published (
    key TEXT PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, place TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX published_of ON published (connection_id, image_id);
  CREATE TABLE data_trials (connection_id TEXT PRIMARY KEY, works INTEGER NOT NULL, at INTEGER NOT NULL, outcome TEXT NOT NULL) STRICT;
`

/**
 * `content_lists`: what a workspace's list held when it was read last, as JSON, so that it shows offline. `written_texts`: texts in a brand
 * voice, beside the answers that they were written from; `from_text` is the answer's wording at that time.
 */
const content = `
  CREATE TABLE content_lists (
    connection_id TEXT NOT NULL, kind TEXT NOT NULL, items TEXT NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (connection_id, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE written_texts (
    seq INTEGER PRIMARY KEY, job_id TEXT NOT NULL, position INTEGER NOT NULL, answer_job_id TEXT NOT NULL, connection_id TEXT NOT NULL,
    text_id TEXT, text TEXT NOT NULL, voice_id TEXT NOT NULL, voice_name TEXT NOT NULL, instruction TEXT, from_text TEXT NOT NULL,
    written_at INTEGER NOT NULL, UNIQUE (job_id, position)
  ) STRICT;
  CREATE INDEX written_texts_of ON written_texts (answer_job_id, seq);
`

/**
 * `library`: one row. `id` is set when the file is made; `sequence` grows with every transaction; `schema` repeats `user_version`, so that
 * one flipped bit in it is noticed.
 *
 * `recoveries`: what was repaired or restored and a person has not acknowledged yet. `rebuilding`: pictures still come back from their
 * originals. `told`: only the message is left. `lost`: what could not be kept, as JSON.
 *
 * `unreadable_rows`: invalid rows, kept with their raw values.
 */
const recovery = `
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

/** An attach as its pictures show it. One that waits for other pictures' uploads says nothing about this one. */
const attachState = (job: 'OLD' | 'NEW' | 'jobs'): string =>
  `CASE ${job}.state WHEN 'waiting' THEN 'open' WHEN 'running' THEN 'open' WHEN 'parked'
     THEN iif(${job}.status ->> '$.reason.code' = 'depends-on-failed', 'open', 'parked') ELSE 'over' END`

/**
 * What the window's pages are read from. Everything here is derived by triggers, in the transaction that changes what it is derived from,
 * so that no writer has to know of it and a crash cannot part them. The conflict clause of a statement replaces those in its triggers: under
 * an upsert, their “OR IGNORE” fails.
 *
 * `picture_work`: one row a connection (`''`: none yet) and image with work; `state` is the most pressing one. No row: `kept`.
 * `picture_count`: pictures in the library. `job_counts`: jobs by connection, state and operation. `attach_pictures`: which pictures an attach
 * job is about. `attached_sources`: the ledger's lists, by source.
 */
const index = `
  CREATE INDEX images_by_added ON images (added_at, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_bytes ON images (bytes, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_pixels ON images (width * height, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_name ON images (name COLLATE NOCASE, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_search ON images (folded_name, format, seq) WHERE removed_at IS NULL;
  CREATE INDEX images_unchecked ON images (seq) WHERE checked = 0 AND removed_at IS NULL;
  CREATE INDEX images_removed ON images (seq) WHERE removed_at IS NOT NULL;
  CREATE INDEX jobs_by_change ON jobs (state, updated_at, seq, operation, connection_id);

  CREATE TABLE picture_count (pictures INTEGER NOT NULL) STRICT;
  INSERT INTO picture_count VALUES (0);
  CREATE TABLE job_counts (
    connection_id TEXT NOT NULL, state TEXT NOT NULL, operation TEXT NOT NULL, jobs INTEGER NOT NULL,
    PRIMARY KEY (connection_id, state, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE attach_pictures (image_id TEXT NOT NULL, job_id TEXT NOT NULL, PRIMARY KEY (image_id, job_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX attach_pictures_of ON attach_pictures (job_id);
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
      SELECT operation, CASE ${attachState('jobs')} WHEN 'open' THEN 'waiting' ELSE state END
      FROM attach_pictures JOIN jobs ON jobs.id = attach_pictures.job_id
      WHERE attach_pictures.image_id = NEW.image_id AND connection_id IS NEW.connection_id
    ) AS work
    WHERE images.id = NEW.image_id
    GROUP BY images.seq
    ON CONFLICT (connection_id, seq) DO UPDATE SET
      parked = excluded.parked, uploading = excluded.uploading, pending = excluded.pending, questions = excluded.questions,
      answers = excluded.answers, uploaded = excluded.uploaded, attached = excluded.attached;
  END;

  CREATE TRIGGER wait_for_check AFTER INSERT ON jobs WHEN NEW.operation IN ('upload-source', 'analyse-image')
    AND EXISTS (SELECT 1 FROM images WHERE id = NEW.work ->> '$.imageId' AND checked = 0) BEGIN
    UPDATE jobs SET unchecked = 1 WHERE seq = NEW.seq;
  END;
  CREATE TRIGGER wait_for_added_picture AFTER INSERT ON images WHEN NEW.checked = 0 BEGIN
    UPDATE jobs SET unchecked = 1 WHERE operation = 'upload-source' AND subject = NEW.id;
    UPDATE jobs SET unchecked = 1 WHERE operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11);
  END;
  CREATE TRIGGER follow_check AFTER UPDATE OF checked ON images WHEN (OLD.checked = 0) <> (NEW.checked = 0) BEGIN
    UPDATE jobs SET unchecked = NEW.checked = 0 WHERE operation = 'upload-source' AND subject = NEW.id;
    UPDATE jobs SET unchecked = NEW.checked = 0
    WHERE operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11);
  END;

  CREATE TRIGGER count_added_picture AFTER INSERT ON images WHEN NEW.removed_at IS NULL BEGIN
    UPDATE picture_count SET pictures = pictures + 1;
  END;
  CREATE TRIGGER count_removed_picture AFTER UPDATE OF removed_at ON images WHEN (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) BEGIN
    UPDATE picture_count SET pictures = pictures + iif(NEW.removed_at IS NULL, 1, -1);
  END;
  CREATE TRIGGER count_added_job AFTER INSERT ON jobs BEGIN
    INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (ifnull(NEW.connection_id, ''), NEW.state, NEW.operation, 1)
    ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + 1;
  END;
  CREATE TRIGGER count_changed_job AFTER UPDATE OF state, connection_id ON jobs
  WHEN OLD.state <> NEW.state OR OLD.connection_id IS NOT NEW.connection_id BEGIN
    UPDATE job_counts SET jobs = jobs - 1
    WHERE connection_id = ifnull(OLD.connection_id, '') AND state = OLD.state AND operation = OLD.operation;
    INSERT INTO job_counts (connection_id, state, operation, jobs) VALUES (ifnull(NEW.connection_id, ''), NEW.state, NEW.operation, 1)
    ON CONFLICT (connection_id, state, operation) DO UPDATE SET jobs = jobs + 1;
  END;

  CREATE TRIGGER show_added_job AFTER INSERT ON jobs WHEN NEW.operation IN ('upload-source', 'analyse-image') BEGIN
    INSERT INTO picture_refresh VALUES (NEW.work ->> '$.imageId', NEW.connection_id);
  END;
  -- An upload or a question changes its picture's row by what changed: making the row again costs five times as much, for each attempt twice.
  -- A question that starts changes nothing in it.
  CREATE TRIGGER show_changed_job AFTER UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND NEW.operation IN ('upload-source', 'analyse-image') AND OLD.connection_id IS NEW.connection_id
    AND NOT (NEW.operation = 'analyse-image' AND OLD.state IN ('waiting', 'running') AND NEW.state IN ('waiting', 'running')) BEGIN
    UPDATE picture_work SET
      parked = parked + (NEW.state = 'parked') - (OLD.state = 'parked'),
      uploading = uploading + (NEW.operation = 'upload-source') * ((NEW.state = 'running') - (OLD.state = 'running')),
      pending = pending + (NEW.state IN ('waiting', 'running')) - (OLD.state IN ('waiting', 'running')),
      questions = questions + (NEW.operation = 'analyse-image') * ((NEW.state <> 'cancelled') - (OLD.state <> 'cancelled')),
      answers = answers + (NEW.operation = 'analyse-image') * ((NEW.state = 'done') - (OLD.state = 'done'))
    WHERE connection_id = ifnull(NEW.connection_id, '') AND seq = (SELECT seq FROM images WHERE id = NEW.work ->> '$.imageId');
    INSERT INTO picture_refresh SELECT NEW.work ->> '$.imageId', NEW.connection_id WHERE changes() = 0;
  END;
  CREATE TRIGGER show_moved_job AFTER UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND NEW.operation IN ('upload-source', 'analyse-image') AND OLD.connection_id IS NOT NEW.connection_id BEGIN
    INSERT INTO picture_refresh VALUES (NEW.work ->> '$.imageId', OLD.connection_id);
    INSERT INTO picture_refresh VALUES (NEW.work ->> '$.imageId', NEW.connection_id);
  END;
  -- An attach changes the rows of all its pictures at once, which may be thousands.
  CREATE TRIGGER show_added_attach AFTER INSERT ON jobs WHEN NEW.operation = 'attach-sources' BEGIN
    INSERT OR IGNORE INTO attach_pictures (image_id, job_id) SELECT value, NEW.id FROM json_each(NEW.work, '$.imageIds');
    UPDATE picture_work SET pending = pending + 1
    WHERE connection_id = ifnull(NEW.connection_id, '')
      AND seq IN (SELECT images.seq FROM attach_pictures JOIN images ON images.id = image_id WHERE job_id = NEW.id);
    INSERT INTO picture_refresh SELECT image_id, NEW.connection_id FROM attach_pictures JOIN images ON images.id = image_id
    WHERE job_id = NEW.id AND NOT EXISTS (
      SELECT 1 FROM picture_work AS work WHERE work.connection_id = ifnull(NEW.connection_id, '') AND work.seq = images.seq
    );
  END;
  CREATE TRIGGER show_changed_attach AFTER UPDATE OF state, status ON jobs
  WHEN NEW.operation = 'attach-sources' AND ${attachState('OLD')} <> ${attachState('NEW')} BEGIN
    UPDATE picture_work SET
      parked = parked + (${attachState('NEW')} = 'parked') - (${attachState('OLD')} = 'parked'),
      pending = pending + (${attachState('NEW')} = 'open') - (${attachState('OLD')} = 'open')
    WHERE connection_id = ifnull(NEW.connection_id, '')
      AND seq IN (SELECT images.seq FROM attach_pictures JOIN images ON images.id = image_id WHERE job_id = NEW.id);
  END;
  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN
    UPDATE picture_work SET uploaded = 1, attached = EXISTS (
      SELECT 1 FROM attached_sources
      JOIN products ON products.ref = attached_sources.product_ref AND products.connection_id = NEW.connection_id
      WHERE attached_sources.source_id = NEW.source_id
    )
    WHERE connection_id = NEW.connection_id AND seq = (SELECT seq FROM images WHERE id = NEW.image_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE changes() = 0;
  END;
  CREATE TRIGGER show_gone_source AFTER DELETE ON sources BEGIN
    INSERT INTO picture_refresh VALUES (OLD.image_id, OLD.connection_id);
  END;
  CREATE TRIGGER show_added_list AFTER INSERT ON attribute_lists BEGIN
    INSERT OR IGNORE INTO attached_sources (source_id, product_ref, attribute)
    SELECT value, NEW.product_ref, NEW.attribute FROM json_each(NEW.source_ids);
    INSERT INTO attached_change VALUES (NEW.product_ref, NEW.source_ids, '[]');
  END;
  -- Only what differs: a list of 10,000 often grows by one.
  CREATE TRIGGER show_changed_list AFTER UPDATE OF source_ids ON attribute_lists WHEN OLD.source_ids <> NEW.source_ids BEGIN
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
  CREATE VIEW attached_change AS SELECT '' AS product_ref, '' AS added, '' AS gone;
  CREATE TRIGGER show_attached INSTEAD OF INSERT ON attached_change BEGIN
    UPDATE picture_work SET attached = 1
    WHERE attached = 0 AND (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM json_each(NEW.added)
      CROSS JOIN products ON products.ref = NEW.product_ref
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value
      CROSS JOIN images ON images.id = sources.image_id
    );
    INSERT INTO picture_refresh
    SELECT sources.image_id, sources.connection_id FROM json_each(NEW.gone)
    CROSS JOIN products ON products.ref = NEW.product_ref
    CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id = value;
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

export const schema = [library, work, products, otherSources, publishing, content, recovery, index].join('\n')
