import { derivedCodes } from './derived-codes.ts'

/**
 * The part of the schema that is derived: what the window's pages are read from (schema.ts has the rest). Triggers fill it, in the transaction
 * that changes what it is derived from, so that no writer has to know of it and a crash cannot part them. The conflict clause of a statement
 * replaces those in its triggers: under an upsert, their “OR IGNORE” fails.
 */

const states = ['waiting', 'running', 'done', 'parked', 'cancelled'] as const

/** 1 for the job's state and 0 for the others, in their order. */
const isIn = (job: 'NEW'): string => states.map((state) => `${job}.state = '${state}'`).join(', ')

/** Why a job is parked, as jobs with the same problem are counted. */
const problemOf = (job: 'OLD' | 'NEW' | 'jobs'): string =>
  `ifnull(${job}.status ->> '$.reason.code', '') || ' ' || ifnull(${job}.status ->> '$.reason.failure.kind', '')`

/** A source in a list (`attached`) is not its first one, or it may not be: a list without an origin may begin with others. */
const isNotFirst = `NOT EXISTS (
          SELECT 1 FROM attribute_lists AS list
          WHERE list.product_ref = attached.product_ref AND list.attribute = attached.attribute
            AND first_source = attached.source_id AND origin IS NOT NULL
        )`

/** The bits of a picture's places in the lists of a workspace's products. */
const placesOf = (imageId: string, connectionId: string): string => `2 * EXISTS (
        SELECT 1 FROM sources CROSS JOIN attribute_lists ON first_source = sources.source_id
        CROSS JOIN products ON products.ref = product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = ${connectionId} AND sources.image_id = ${imageId} AND gone = 0
      ) + EXISTS (
        SELECT 1 FROM sources CROSS JOIN attached_sources AS attached ON attached.source_id = sources.source_id
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = sources.connection_id
        WHERE sources.connection_id = ${connectionId} AND sources.image_id = ${imageId} AND gone = 0 AND ${isNotFirst}
      )`

/** Parked jobs by problem; refill-derived.ts makes the rows again with it. */
export const problemOfJobs = problemOf('jobs')

/**
 * `picture_work`: one row a connection (`''`: none yet) and image with work; `state` is the most pressing one. No row: `kept`.
 * `attached`: where the lists of that workspace's products show it, as bits: 2: first, 1: elsewhere (pictures/library/picture-places.ts).
 * `picture_count`: pictures in the library; `order_changes` and `attached_changes` grow with each change of what pictures are sorted by, and of
 * what they are attached to, `matched_changes` with each change of matches, `similar_changes` with each change of what shows the
 * same, so that an order made in memory is known to count still (pictures/library/lists/group-library.ts, answers/sheet/lists/). `job_counts`: jobs by
 * connection, state and operation. `attached_sources`: the ledger's lists, by source. `action_work`: an action's jobs by state; `rank`: 0 needs
 * attention, 1 is under way, 2 is over, 3 has none. `action_problems`: its parked jobs by problem. `codes_due`: pictures
 * (`images.seq`) of the library that are checked and whose barcodes are not read yet. `measurements_due`: those whose `pixels` are not measured, with their
 * fixes, or whose `print` is not read. derived-attaches.ts: how pictures follow their attaches; derived-lists.ts: how `attached_sources` follows the lists;
 * derived-checks.ts: the results of requirement profiles; derived-likeness.ts: pictures that show the same.
 */
export const derived = `
  -- Natural order inside a drop, whichever drop is first.
  CREATE INDEX images_by_newest ON images (newest, place_key, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_oldest ON images (dropped, place_key, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_bytes ON images (bytes, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_pixels ON images (width * height, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_name ON images (name_key, seq, id) WHERE removed_at IS NULL;
  CREATE INDEX images_by_search ON images (folded_place, format, seq) WHERE removed_at IS NULL;
  CREATE INDEX images_unchecked ON images (seq) WHERE checked = 0 AND removed_at IS NULL;
  CREATE INDEX images_removed ON images (seq) WHERE removed_at IS NOT NULL;
  CREATE INDEX images_going ON images (seq) WHERE removed_at = 0 AND version > 0;
  CREATE INDEX images_by_folder ON images (folder, name) WHERE removed_at IS NULL AND folder IS NOT NULL;
  CREATE INDEX answers_by_search ON answers (connection_id, seq, picture_seq, folded_words);
  -- Of a picture that comes back after its row was damaged.
  CREATE TRIGGER place_answers AFTER INSERT ON images BEGIN
    UPDATE answers SET picture_seq = NEW.seq WHERE image_id = NEW.id;
  END;
  CREATE INDEX jobs_by_change ON jobs (state, updated_at, seq, operation, connection_id);

  CREATE TABLE picture_count (
    pictures INTEGER NOT NULL, order_changes INTEGER NOT NULL DEFAULT 0, attached_changes INTEGER NOT NULL DEFAULT 0,
    matched_changes INTEGER NOT NULL DEFAULT 0, similar_changes INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO picture_count (pictures) VALUES (0);
  CREATE TABLE job_counts (
    connection_id TEXT NOT NULL, state TEXT NOT NULL, operation TEXT NOT NULL, jobs INTEGER NOT NULL,
    PRIMARY KEY (connection_id, state, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX jobs_by_action ON jobs (action, state, updated_at, seq, operation, connection_id);
  CREATE TABLE action_work (
    connection_id TEXT NOT NULL, action INTEGER NOT NULL, waiting INTEGER NOT NULL, running INTEGER NOT NULL, done INTEGER NOT NULL,
    parked INTEGER NOT NULL, cancelled INTEGER NOT NULL,
    rank INTEGER GENERATED ALWAYS AS (
      CASE WHEN parked > 0 THEN 0 WHEN waiting > 0 OR running > 0 THEN 1 WHEN done > 0 OR cancelled > 0 THEN 2 ELSE 3 END
    ) VIRTUAL,
    PRIMARY KEY (connection_id, action)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX action_work_in_order ON action_work (connection_id, rank, action);
  CREATE TABLE action_problems (
    connection_id TEXT NOT NULL, action INTEGER NOT NULL, problem TEXT NOT NULL, jobs INTEGER NOT NULL,
    PRIMARY KEY (connection_id, action, problem)
  ) STRICT, WITHOUT ROWID;
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

${derivedCodes}
  CREATE TABLE measurements_due (picture INTEGER PRIMARY KEY, pixels INTEGER NOT NULL, print INTEGER NOT NULL) STRICT;
  CREATE INDEX measurements_due_of_pixels ON measurements_due (picture) WHERE pixels = 1;
  CREATE INDEX measurements_due_of_print ON measurements_due (picture) WHERE print = 1;
  CREATE VIEW measurements_refresh AS SELECT 0 AS picture;
  CREATE TRIGGER refresh_measurements INSTEAD OF INSERT ON measurements_refresh BEGIN
    DELETE FROM measurements_due WHERE picture = NEW.picture;
    INSERT INTO measurements_due
    SELECT seq, pixels, print FROM (
      SELECT seq,
        NOT EXISTS (
          SELECT 1 FROM measurements WHERE measurements.sha256 = originals.sha256
            AND measurements.fixes = ifnull((SELECT fixes FROM picture_fixes WHERE original = originals.sha256), '')
        ) AS pixels,
        NOT EXISTS (SELECT 1 FROM printed_texts WHERE printed_texts.sha256 = originals.sha256) AS print
      FROM images JOIN originals ON originals.picture = seq AND originals.version = images.version
      WHERE seq = NEW.picture AND checked = 1 AND removed_at IS NULL
    ) WHERE pixels OR print;
  END;
  CREATE TRIGGER measurements_of_changed_picture AFTER UPDATE OF checked, removed_at, version ON images
  WHEN (OLD.checked = 1) <> (NEW.checked = 1) OR (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) OR OLD.version <> NEW.version BEGIN
    INSERT INTO measurements_refresh VALUES (NEW.seq);
  END;
  CREATE TRIGGER measurements_of_added_original AFTER INSERT ON originals
  WHEN EXISTS (SELECT 1 FROM images WHERE seq = NEW.picture AND checked = 1) BEGIN
    INSERT INTO measurements_refresh VALUES (NEW.picture);
  END;
  CREATE TRIGGER measurements_of_lost_original AFTER DELETE ON originals BEGIN
    DELETE FROM picture_fixes WHERE original = OLD.sha256;
    DELETE FROM measurements WHERE sha256 = OLD.sha256;
    DELETE FROM printed_texts WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER added_measurement AFTER INSERT ON measurements BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER lost_measurement AFTER DELETE ON measurements BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER added_print AFTER INSERT ON printed_texts BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = NEW.sha256;
  END;
  CREATE TRIGGER lost_print AFTER DELETE ON printed_texts BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = OLD.sha256;
  END;
  CREATE TRIGGER added_fixes AFTER INSERT ON picture_fixes BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER changed_fixes AFTER UPDATE ON picture_fixes BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = NEW.original;
  END;
  CREATE TRIGGER lost_fixes AFTER DELETE ON picture_fixes BEGIN
    INSERT INTO measurements_refresh SELECT picture FROM originals WHERE sha256 = OLD.original;
  END;

  CREATE VIEW picture_refresh AS SELECT '' AS image_id, '' AS connection_id;
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
      ${placesOf('NEW.image_id', 'NEW.connection_id')}
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

  -- A picture that comes back from its file after a restore may have had its work all the time.
  CREATE TRIGGER show_returned_picture AFTER INSERT ON images BEGIN
    INSERT INTO picture_refresh
    SELECT NEW.id, sources.connection_id FROM connections CROSS JOIN sources ON sources.connection_id = connections.id AND image_id = NEW.id
    UNION SELECT NEW.id, connection_id FROM jobs WHERE operation = 'upload-source' AND subject = NEW.id
    UNION SELECT NEW.id, connection_id FROM jobs
      WHERE operation = 'analyse-image' AND subject > NEW.id || char(10) AND subject < NEW.id || char(11)
    UNION SELECT NEW.id, connection_id FROM attach_pictures JOIN jobs ON jobs.id = job_id WHERE image_id = NEW.id;
  END;
  CREATE TRIGGER count_added_picture AFTER INSERT ON images WHEN NEW.removed_at IS NULL BEGIN
    UPDATE picture_count SET pictures = pictures + 1, order_changes = order_changes + 1;
  END;
  CREATE TRIGGER count_removed_picture AFTER UPDATE OF removed_at ON images WHEN (OLD.removed_at IS NULL) <> (NEW.removed_at IS NULL) BEGIN
    UPDATE picture_count SET pictures = pictures + iif(NEW.removed_at IS NULL, 1, -1), order_changes = order_changes + 1;
  END;
  CREATE TRIGGER count_moved_picture AFTER UPDATE OF folder, dropped, place_key, name_key, bytes, width, height ON images
  WHEN (OLD.folder, OLD.dropped, OLD.place_key, OLD.name_key, OLD.bytes, OLD.width, OLD.height)
    IS NOT (NEW.folder, NEW.dropped, NEW.place_key, NEW.name_key, NEW.bytes, NEW.width, NEW.height) BEGIN
    UPDATE picture_count SET order_changes = order_changes + 1;
  END;
  CREATE TRIGGER count_renamed_product AFTER UPDATE OF name, product_id, connection_id ON products BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
  END;
  CREATE TRIGGER count_added_match AFTER INSERT ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
  END;
  CREATE TRIGGER count_changed_match AFTER UPDATE ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
  END;
  CREATE TRIGGER count_lost_match AFTER DELETE ON matches BEGIN
    UPDATE picture_count SET matched_changes = matched_changes + 1;
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

  CREATE TRIGGER follow_added_job AFTER INSERT ON jobs BEGIN
    INSERT INTO action_work (connection_id, action, waiting, running, done, parked, cancelled)
    VALUES (ifnull(NEW.connection_id, ''), NEW.action, ${isIn('NEW')})
    ON CONFLICT (connection_id, action) DO UPDATE SET ${states.map((state) => `${state} = ${state} + excluded.${state}`).join(', ')};
  END;
  CREATE TRIGGER follow_changed_job AFTER UPDATE OF state ON jobs
  WHEN OLD.state <> NEW.state AND OLD.connection_id IS NEW.connection_id AND OLD.action = NEW.action BEGIN
    UPDATE action_work SET ${states.map((state) => `${state} = ${state} + (NEW.state = '${state}') - (OLD.state = '${state}')`).join(', ')}
    WHERE connection_id = ifnull(NEW.connection_id, '') AND action = NEW.action;
  END;
  CREATE TRIGGER follow_moved_job AFTER UPDATE OF connection_id, action ON jobs
  WHEN OLD.connection_id IS NOT NEW.connection_id OR OLD.action <> NEW.action BEGIN
    UPDATE action_work SET ${states.map((state) => `${state} = ${state} - (OLD.state = '${state}')`).join(', ')}
    WHERE connection_id = ifnull(OLD.connection_id, '') AND action = OLD.action;
    INSERT INTO action_work (connection_id, action, waiting, running, done, parked, cancelled)
    VALUES (ifnull(NEW.connection_id, ''), NEW.action, ${isIn('NEW')})
    ON CONFLICT (connection_id, action) DO UPDATE SET ${states.map((state) => `${state} = ${state} + excluded.${state}`).join(', ')};
  END;
  CREATE TRIGGER follow_problem AFTER UPDATE OF state, status, connection_id, action ON jobs
  WHEN OLD.state = 'parked' OR NEW.state = 'parked' BEGIN
    UPDATE action_problems SET jobs = jobs - 1
    WHERE OLD.state = 'parked' AND connection_id = ifnull(OLD.connection_id, '') AND action = OLD.action AND problem = ${problemOf('OLD')};
    INSERT INTO action_problems (connection_id, action, problem, jobs)
    SELECT ifnull(NEW.connection_id, ''), NEW.action, ${problemOf('NEW')}, 1 WHERE NEW.state = 'parked'
    ON CONFLICT (connection_id, action, problem) DO UPDATE SET jobs = jobs + 1;
  END;

  -- A picture without a row had nothing to count.
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
  CREATE TRIGGER show_source AFTER INSERT ON sources BEGIN
    UPDATE picture_work SET
      uploaded = max(uploaded, NEW.version = (SELECT version FROM images WHERE id = NEW.image_id)),
      attached = attached | (2 * EXISTS (
        SELECT 1 FROM attribute_lists CROSS JOIN products ON products.ref = product_ref AND products.connection_id = NEW.connection_id
        WHERE first_source = NEW.source_id
      ) + EXISTS (
        SELECT 1 FROM attached_sources AS attached
        CROSS JOIN products ON products.ref = attached.product_ref AND products.connection_id = NEW.connection_id
        WHERE attached.source_id = NEW.source_id AND ${isNotFirst}
      ))
    WHERE connection_id = NEW.connection_id AND seq = (SELECT seq FROM images WHERE id = NEW.image_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE changes() = 0;
    UPDATE picture_count SET attached_changes = attached_changes + 1
    WHERE EXISTS (SELECT 1 FROM attached_sources WHERE source_id = NEW.source_id);
  END;
  CREATE TRIGGER show_changed_source AFTER UPDATE ON sources BEGIN
    UPDATE picture_count SET attached_changes = attached_changes + 1;
    INSERT INTO picture_refresh VALUES (OLD.image_id, OLD.connection_id);
    INSERT INTO picture_refresh SELECT NEW.image_id, NEW.connection_id WHERE NEW.image_id <> OLD.image_id;
  END;
  CREATE TRIGGER show_version AFTER UPDATE OF version ON images WHEN OLD.version <> NEW.version BEGIN
    INSERT INTO picture_refresh SELECT NEW.id, nullif(connection_id, '')
    FROM (SELECT '' AS known UNION ALL SELECT id FROM connections) CROSS JOIN picture_work ON connection_id = known AND seq = NEW.seq;
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
  -- The first picture of a list is shown with it, also of one that is followed in pieces.
  CREATE VIEW first_change AS SELECT '' AS product_ref, '' AS one, '' AS other;
  CREATE TRIGGER show_first INSTEAD OF INSERT ON first_change BEGIN
    UPDATE picture_work SET attached = (
      SELECT ${placesOf('images.id', 'picture_work.connection_id')}
      FROM images WHERE images.seq = picture_work.seq
    )
    WHERE (connection_id, seq) IN (
      SELECT sources.connection_id, images.seq FROM products
      CROSS JOIN sources ON sources.connection_id = products.connection_id AND sources.source_id IN (NEW.one, NEW.other)
      CROSS JOIN images ON images.id = sources.image_id WHERE products.ref = NEW.product_ref
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
