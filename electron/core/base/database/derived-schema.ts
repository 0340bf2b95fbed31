/**
 * The part of the schema that is derived: what the window's pages are read from (schema.ts has the rest). Triggers fill it, in the transaction
 * that changes what it is derived from, so that no writer has to know of it and a crash cannot part them: derived-jobs.ts, derived-pictures.ts,
 * derived-places.ts. The conflict clause of a statement replaces those in its triggers: under an upsert, their
 * “OR IGNORE” fails.
 */

/** Why a job is parked, as jobs with the same problem are counted. */
export const problemOfJob = `ifnull(status ->> '$.reason.code', '') || ' ' || ifnull(status ->> '$.reason.failure.kind', '')`

/**
 * `picture_work`: one row a connection (`''`: none yet) and image with uploads or questions. What its attaches are is read with it (pictures/library/lists/attaches-shown.ts).
 * `attached`: where the lists of that workspace's products show it, as bits: 2: first, 1: elsewhere (pictures/library/picture-places.ts).
 * `picture_count`: pictures in the library; `order_changes` and `attached_changes` grow with each change of what pictures are sorted by, and of
 * what they are attached to, `matched_changes` with each change of matches, `similar_changes` with each change of what shows the
 * same, so that an order made in memory is known to count still (pictures/library/lists/group-library.ts, answers/sheet/lists/). `job_counts`: jobs by
 * connection, state and operation. `attached_sources`: the ledger's lists, by source. `action_work`: an action's jobs by state; `rank`: 0 needs
 * attention, 1 is under way, 2 is over, 3 has none. `jobs_by_problem`: its parked jobs by problem. `codes_due`: pictures
 * (`images.seq`) of the library that are checked and whose barcodes are not read yet. `measurements_due`: those whose `pixels` are not measured, with their
 * fixes, or whose `print` is not read. `likeness_due`: those that nobody has looked at for what they are recognized by.
 *
 * `picture_checks`: one row for each picture (`images.seq`) of the library that is checked: what its rules were judged by (`basis`; `''`: they are to be
 * judged), and how many failed or were not checked, of all profiles, of those for first pictures, and of those for others. `check_results`: those, by profile;
 * `places`: which ones it is about (pictures/library/picture-places.ts). A picture's own places are not in it: they are read with it, so no change of a list
 * takes a result back.
 */
export const derivedTables = `
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
  CREATE INDEX jobs_attaching ON jobs (connection_id) WHERE operation = 'attach-sources' AND state IN ('waiting', 'running', 'parked');
  CREATE INDEX jobs_by_problem ON jobs (action, ${problemOfJob}, connection_id) WHERE state = 'parked';
  CREATE TABLE attached_sources (
    source_id TEXT NOT NULL, product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (source_id, product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attached_by_list ON attached_sources (product_ref, attribute);
  CREATE TABLE picture_work (
    connection_id TEXT NOT NULL, seq INTEGER NOT NULL, parked INTEGER NOT NULL, uploading INTEGER NOT NULL, pending INTEGER NOT NULL,
    questions INTEGER NOT NULL, answers INTEGER NOT NULL, uploaded INTEGER NOT NULL, attached INTEGER NOT NULL,
    PRIMARY KEY (connection_id, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE codes_due (picture INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE likeness_due (picture INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE measurements_due (picture INTEGER PRIMARY KEY, pixels INTEGER NOT NULL, print INTEGER NOT NULL) STRICT;
  CREATE INDEX measurements_due_of_pixels ON measurements_due (picture) WHERE pixels = 1;
  CREATE INDEX measurements_due_of_print ON measurements_due (picture) WHERE print = 1;
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
`
