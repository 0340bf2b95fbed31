import { catalogue } from './catalogue-schema.ts'
import { derivedCells } from './derived-cells.ts'
import { jobTriggers } from './derived-jobs.ts'
import { pictureTriggers } from './derived-pictures.ts'
import { placeTriggers } from './derived-places.ts'
import { derivedTables } from './derived-schema.ts'
import { watching } from './watching-schema.ts'

/**
 * The schema of the library; derived-schema.ts has what triggers derive from it. A change is a step in migrations.ts and the same change
 * here; a new library is made from here, an existing one by the steps.
 */

/**
 * Picture → original → sent file → source (pictures/library/README.md). Jobs, answers, lists and products refer to pictures; only an original knows
 * bytes, and only a sent file knows what went to a workspace.
 *
 * `images`: one row a picture. `folder`: of the file that it came from; NULL for an address or a browser's file. `dropped`: the drop that
 * brought it (`drops.seq`; 0: unknown); `newest`: the same for the order that begins with the last one. `folded_place`: the folders from
 * what was dropped on, and the name, as they are searched; `place_key` and `name_key`: the same and the name in natural order
 * (pictures/library/natural-key.ts). `removed_at`: taken out of the library;
 * 0: being removed for good, which leaves a row of version 0 without originals (core/removed/README.md). `upload_doubted`: 1: the picture was here
 * before a restore, so that uploads of it may have been lost. `version`: of its originals, the one that counts; 0: it became a version of
 * another picture. `format`, `bytes`, `width` and `height` repeat that original's, for lists that sort and filter by them.
 *
 * `images.checked`: 0: its bytes are on disk and its header is a picture's, but nobody has decoded it; width and height are the header's.
 * 1: decoded, and its thumbnail was written. 2: the decoder refused it, so it is out of the library (pictures/intake/check-pictures.ts).
 *
 * `drops`: what was added together, in the order in which it began; `id` stays the same when an interrupted one continues.
 *
 * `originals`: the files of a picture, by its `seq`, as they came; a content is one original only. `changed_files`: pictures whose file
 * had already been added with other content, for a person to decide.
 *
 * `picture_codes`: the barcodes of an original (`codes`: JSON), by content; `failed`: it was tried, and couldn't be read (pictures/codes/README.md).
 *
 * `measurements`: what was measured from an original's pixels, by content and fixes (`value`: JSON, `MeasuredPixels` of shared/checks/measurements.ts; NULL: it
 * can't be). `printed_texts`: the print on it (`value`: JSON, `PictureText`; NULL: it can't be read). `measured_by`: with which way of measuring
 * (checks/README.md). `picture_fixes`: the changes of its sent file that a person chose (`fixes`: a key of shared/checks/picture-fixes.ts).
 * `picture_likeness`: what an original is recognized by in another size, format or crop, by content (`likeness`: shared/pictures/likeness.ts; NULL: nothing);
 * `compared`: 1: it was compared with those before it. `same_pictures`: pairs of originals that show the same, the lower hash first.
 * `different_pictures`: pairs that a person called different, whatever they look like (pictures/similar/README.md).
 *
 * `originals.reading`: what there is to say of a picture that is converted (`PictureReading` of shared/pictures/pictures.ts); NULL: nothing.
 *
 * `sent_files`: what a workspace gets of an original (by content) that is converted, for its settings. A cache: `path` may be gone, and is made
 * again. `sources`: which file of which picture a source was made from; `settings` `''`: the original itself. `gone`: the workspace no longer has it.
 *
 * `answers`: what a picture has for a question (answers/questions/README.md). `kind`: `answer`, `cannot-tell` or `own`, a person's words where nothing was
 * answered. `folded_words`: question and answer, as they are searched (fold-name.ts). `hint`: what the question was asked with.
 * `sent_original` and `sent_settings`: about which file, by content of the original and as `sources.settings`; NULL: one that Packshot did not send. `past`: digests of the texts that a person changed, as JSON. `weight`: 1: it stays, whatever is answered later. `picture_seq`:
 * `images.seq` of `image_id`, so that a search needs only its index. `came_from`: of which picture it was before that became a version of this one; NULL: of
 * none. `sheet_changes`: a person's newest changes, to be undone
 * and redone (`past`: can't be undone any more, and moves to `cell_history` · `over`: to be removed); `sheet_before`: the rows of answers that each
 * changed, as they were before and after (NULL: there was none). `cell_history`: the newest texts and reviews of each cell that can't be undone any
 * more (`event`: JSON, `CellEvent` of shared/answers/sheet.ts).
 *
 * `connections.forgotten_at`: its jobs, sources, answers and ledger are still about it. `refusals.problem`: why, as facts
 * (shared/base/error-record.ts); `drop_id` and `root`: the drop that brought it, and the file or folder that a person dropped; NULL: unknown.
 */
const library = `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE connections (
    id TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (json_valid(value)), active INTEGER NOT NULL, added_at INTEGER NOT NULL,
    forgotten_at INTEGER
  ) STRICT;
  CREATE TABLE images (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, folder TEXT, dropped INTEGER NOT NULL DEFAULT 0,
    newest INTEGER GENERATED ALWAYS AS (-dropped) VIRTUAL,
    folded_place TEXT NOT NULL DEFAULT '', place_key TEXT NOT NULL DEFAULT '', name_key TEXT NOT NULL DEFAULT '',
    origin TEXT NOT NULL CHECK (json_valid(origin)), added_at INTEGER NOT NULL, removed_at INTEGER,
    version INTEGER NOT NULL DEFAULT 1, checked INTEGER NOT NULL DEFAULT 0 CHECK (checked IN (0, 1, 2)),
    format TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    upload_doubted INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE drops (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL) STRICT;
  CREATE TABLE originals (
    picture INTEGER NOT NULL, version INTEGER NOT NULL, sha256 TEXT NOT NULL, format TEXT NOT NULL, bytes INTEGER NOT NULL,
    width INTEGER NOT NULL, height INTEGER NOT NULL, orientation INTEGER NOT NULL, has_alpha INTEGER NOT NULL, has_gps INTEGER NOT NULL,
    staged TEXT NOT NULL, added_at INTEGER NOT NULL, reading TEXT CHECK (json_valid(reading)), PRIMARY KEY (picture, version)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX originals_by_content ON originals (sha256);
  CREATE INDEX originals_with_location ON originals (picture, version) WHERE has_gps = 1;
  CREATE TABLE picture_codes (
    sha256 TEXT PRIMARY KEY, state TEXT NOT NULL CHECK (state IN ('read', 'failed')), codes TEXT NOT NULL CHECK (json_valid(codes))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE measurements (
    sha256 TEXT NOT NULL, fixes TEXT NOT NULL, measured_by INTEGER NOT NULL, value TEXT CHECK (json_valid(value)), PRIMARY KEY (sha256, fixes)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE printed_texts (
    sha256 TEXT PRIMARY KEY, measured_by INTEGER NOT NULL, value TEXT CHECK (json_valid(value))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX measurements_by_version ON measurements (measured_by);
  CREATE INDEX printed_texts_by_version ON printed_texts (measured_by);
  CREATE TABLE picture_fixes (original TEXT PRIMARY KEY, fixes TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE picture_likeness (
    seq INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, likeness BLOB,
    compared INTEGER NOT NULL DEFAULT 0 CHECK (compared IN (0, 1))
  ) STRICT;
  CREATE INDEX likeness_to_compare ON picture_likeness (seq) WHERE compared = 0;
  CREATE TABLE same_pictures (one TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (one, other)) STRICT, WITHOUT ROWID;
  CREATE INDEX same_pictures_back ON same_pictures (other, one);
  CREATE TABLE different_pictures (
    one TEXT NOT NULL, other TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (one, other)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE changed_files (picture INTEGER PRIMARY KEY, earlier INTEGER NOT NULL, found_at INTEGER NOT NULL) STRICT;
  CREATE TABLE sent_files (
    original TEXT NOT NULL, settings TEXT NOT NULL, sha256 TEXT NOT NULL, format TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER NOT NULL,
    height INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (original, settings)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE refusals (
    path TEXT PRIMARY KEY, name TEXT NOT NULL, problem TEXT NOT NULL, at INTEGER NOT NULL, drop_id TEXT, root TEXT
  ) STRICT;
  CREATE TABLE sources (
    connection_id TEXT NOT NULL, source_id TEXT NOT NULL, image_id TEXT NOT NULL, version INTEGER NOT NULL, settings TEXT NOT NULL DEFAULT '',
    uploaded_at INTEGER NOT NULL, gone INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (connection_id, image_id, source_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sources_by_source ON sources (connection_id, source_id, gone);
  CREATE TABLE answers (
    seq INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, question TEXT NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, answered_at INTEGER NOT NULL, job_id TEXT NOT NULL UNIQUE,
    edited_text TEXT, folded_words TEXT NOT NULL DEFAULT '',
    review TEXT NOT NULL DEFAULT 'draft' CHECK (review IN ('draft', 'approved', 'rejected')), reviewed_at INTEGER, reviewed_by TEXT,
    hint TEXT, sent_original TEXT, sent_settings TEXT, past TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(past)),
    weight INTEGER GENERATED ALWAYS AS (CASE WHEN review = 'approved' OR review = 'draft' AND edited_text <> '' THEN 1 ELSE 0 END) VIRTUAL,
    picture_seq INTEGER, came_from TEXT
  ) STRICT;
  CREATE INDEX answers_by_image ON answers (image_id, question, connection_id);
  CREATE INDEX answers_of_question ON answers (connection_id, question, seq);
  CREATE TABLE sheet_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, connection_id TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'past', 'over')), cells INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sheet_changes_of ON sheet_changes (connection_id, state, seq);
  CREATE TABLE sheet_before (
    change INTEGER NOT NULL, job_id TEXT NOT NULL, image_id TEXT NOT NULL, question TEXT NOT NULL, before TEXT, after TEXT,
    PRIMARY KEY (change, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sheet_before_of_cell ON sheet_before (image_id, question);
  CREATE TABLE cell_history (
    seq INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, question TEXT NOT NULL, at INTEGER NOT NULL,
    event TEXT NOT NULL CHECK (json_valid(event))
  ) STRICT;
  CREATE INDEX cell_history_of_cell ON cell_history (image_id, question, connection_id, seq);
`

/**
 * Question sets in the person's order (answers/question-sets/README.md). `questions`: JSON, each with its column and checks (shared/answers/question-sets.ts).
 * `asks_due`: dropped pictures about which the sets that run by themselves are still to be asked; `connection_id` `''`: of no workspace yet.
 */
const questionSets = `
  CREATE TABLE question_sets (
    id TEXT NOT NULL PRIMARY KEY, place INTEGER NOT NULL, name TEXT NOT NULL, questions TEXT NOT NULL CHECK (json_valid(questions)),
    runs_on_drop INTEGER NOT NULL CHECK (runs_on_drop IN (0, 1)), changed_at INTEGER NOT NULL, removed_at INTEGER
  ) STRICT;
  CREATE TABLE asks_due (
    seq INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, drop_id TEXT NOT NULL, UNIQUE (image_id, connection_id)
  ) STRICT;
`

/** Imported requirement profiles in the order in which they came (checks/README.md). `content`: JSON, as in their file. */
const requirementProfiles = `
  CREATE TABLE requirement_profiles (
    id TEXT NOT NULL PRIMARY KEY, place INTEGER NOT NULL, content TEXT NOT NULL CHECK (json_valid(content))
  ) STRICT;
`

/**
 * `actions`: what a person asked for at once (shared/activity/actions.ts), one row for each connection that it has jobs for; NULL: none yet. `pictures`: how
 * many its jobs are about, where its jobs don't tell. `folded_words`: the texts in its facts, as they are searched (fold-name.ts). `jobs.action`
 * names its row, which damage may have taken.
 *
 * `jobs.unchecked`: 1: it needs the bytes of a picture that is not checked: so when it is added (queue/many-jobs.ts), then by triggers of pictures.
 *
 * `request_counts`: attempts since a person last let them go on, where they stop after so many (queue/request-limits.ts).
 *
 * `attach_pictures`: the pictures of an attach job in their order, written before the job; its `work` has only their number.
 */
const work = `
  CREATE TABLE actions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, connection_id TEXT, facts TEXT NOT NULL, pictures INTEGER NOT NULL DEFAULT 0,
    folded_words TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX actions_by_id ON actions (id, ifnull(connection_id, ''));
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, connection_id TEXT, operation TEXT NOT NULL, subject TEXT NOT NULL,
    work TEXT NOT NULL CHECK (json_valid(work)),
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'parked', 'cancelled')),
    status TEXT NOT NULL CHECK (json_valid(status)), not_before INTEGER NOT NULL, blocked_by INTEGER NOT NULL,
    attempts INTEGER NOT NULL, counted_failures INTEGER NOT NULL, first_failure_at INTEGER, uncertain_attempts INTEGER NOT NULL,
    notes TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    unchecked INTEGER NOT NULL DEFAULT 0, action INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX jobs_ready ON jobs (operation, seq) WHERE state = 'waiting' AND blocked_by = 0 AND unchecked = 0;
  CREATE INDEX jobs_by_subject ON jobs (operation, subject);
  CREATE INDEX jobs_shelved ON jobs (operation, subject) WHERE state = 'cancelled' AND status ->> '$.isShelved' = 1;
  CREATE INDEX jobs_uncertain ON jobs (operation, subject) WHERE uncertain_attempts > 0;
  CREATE TABLE job_dependencies (
    job_id TEXT NOT NULL, depends_on TEXT NOT NULL, PRIMARY KEY (depends_on, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX dependencies_of ON job_dependencies (job_id);
  CREATE TABLE attach_pictures (
    job_id TEXT NOT NULL, position INTEGER NOT NULL, image_id TEXT NOT NULL, PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX attach_pictures_about ON attach_pictures (image_id, job_id);
  CREATE TABLE request_counts (
    connection_id TEXT NOT NULL, operation TEXT NOT NULL, requests INTEGER NOT NULL, stop_after INTEGER NOT NULL,
    PRIMARY KEY (connection_id, operation)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE repeats (seq INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL UNIQUE, note TEXT NOT NULL) STRICT;
`

/**
 * Products and the facts about their lists. `folded_words`: name and id, as they are searched (fold-name.ts). `listed_as`: the product of the
 * imported list that it was created for, by the surest of its fields (products/catalogue/name-entry.ts); NULL: none. `facts` is a log: rows are only added (electron/core/products/ledger/README.md). `about`: a product's
 * reference, `connection:` + a connection's id, or `*` for all; `attribute`: NULL for all lists of these. `attribute_lists` is what they
 * come to, list by list, up to `through`; `first_source`: the first of `source_ids`; it and `origin` come before them, to be read without them;
 * `ledger_clock` the last sequence number and the highest time ever seen
 * (`wall`: what the clock showed then; 0: nobody knows). `replaced_lists`: the new list of a job that replaces one, and the one that the person
 * saw; its `work` has only their number. `removed_products`: what a removed product had, to restore it (`value`: JSON, products/matching/remove-product.ts); its
 * facts stay.
 */
const products = `
  CREATE TABLE products (
    ref TEXT PRIMARY KEY, connection_id TEXT, product_id TEXT, name TEXT, created_by_us INTEGER NOT NULL, added_at INTEGER NOT NULL,
    folded_words TEXT NOT NULL DEFAULT '', listed_as TEXT
  ) STRICT;
  CREATE INDEX products_by_list ON products (listed_as) WHERE listed_as IS NOT NULL;
  CREATE INDEX products_by_name ON products (name) WHERE name IS NOT NULL;
  CREATE UNIQUE INDEX products_by_id ON products (product_id, ifnull(connection_id, '')) WHERE product_id IS NOT NULL;
  CREATE TABLE facts (
    seq INTEGER PRIMARY KEY, about TEXT NOT NULL, attribute TEXT COLLATE NOCASE, kind TEXT NOT NULL, fact TEXT NOT NULL,
    wall INTEGER NOT NULL, highest INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX facts_about ON facts (about, attribute, seq);
  CREATE TABLE attribute_lists (
    product_ref TEXT NOT NULL, attribute TEXT NOT NULL COLLATE NOCASE, first_source TEXT, origin TEXT, source_ids TEXT NOT NULL,
    state TEXT NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (product_ref, attribute)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lists_by_first ON attribute_lists (first_source) WHERE first_source IS NOT NULL;
  CREATE TABLE replaced_lists (
    job_id TEXT PRIMARY KEY, wanted TEXT NOT NULL CHECK (json_valid(wanted)), seen TEXT NOT NULL CHECK (json_valid(seen))
  ) STRICT;
  CREATE TABLE removed_products (
    id TEXT PRIMARY KEY, connection_id TEXT, name TEXT NOT NULL, removed_at INTEGER NOT NULL, value TEXT NOT NULL CHECK (json_valid(value))
  ) STRICT;
  CREATE TABLE ledger_clock (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, highest INTEGER NOT NULL, wall INTEGER NOT NULL DEFAULT 0) STRICT;
  INSERT INTO ledger_clock VALUES (1, 0, 0, 0);
`

/**
 * Which products a picture belongs to in a workspace (`''`: in none yet), as rules found or a person decided (products/matching/README.md): a row for each, or one with the
 * key `''`, where it has none. `match_changes`: the newest changes, to be undone (`over`: not any more, and to be removed), and what a person knows of them; `match_before`:
 * the rows that each picture had before, or one without a state, if it had none. `match_rules`: the rules of a
 * workspace in the person's order, and the text of its mapping file. `match_keys`: the products of which time the keys are.
 */
const matches = `
  CREATE TABLE matches (
    connection_id TEXT NOT NULL, image_id TEXT NOT NULL, product_key TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('matched', 'question', 'not-a-product', 'taken-out')),
    product TEXT, place INTEGER, decided_by TEXT NOT NULL CHECK (decided_by IN ('rule', 'person')), why TEXT NOT NULL,
    PRIMARY KEY (connection_id, image_id, product_key), CHECK ((state = 'matched') = (product_key <> ''))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX matches_of_product ON matches (connection_id, product_key, place);
  CREATE INDEX matches_decided ON matches (image_id) WHERE decided_by = 'person';
  CREATE TABLE match_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, connection_id TEXT NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'over')), pictures INTEGER NOT NULL DEFAULT 0, about TEXT
  ) STRICT;
  CREATE TABLE match_before (
    change INTEGER NOT NULL, image_id TEXT NOT NULL, product_key TEXT NOT NULL, state TEXT, product TEXT, place INTEGER, decided_by TEXT, why TEXT,
    PRIMARY KEY (change, image_id, product_key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE match_keys (connection_id TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE match_rules (
    connection_id TEXT PRIMARY KEY, rules TEXT NOT NULL, mapping_name TEXT, mapping_lines INTEGER, mapping TEXT
  ) STRICT;
`

/**
 * Attachments of many products that a person confirmed together (products/plans/README.md). `plans.connection_id`: `''`: of no workspace yet. `drafting`:
 * no longer written. `doing`: what was asked for last; its rows with `todo` have it ahead of them.
 * `asked`: the sequence number of the confirmation; `wall` and `highest`: its moment. `pictures`, `target`, `statement`, `problem`: JSON.
 */
const plans = `
  CREATE TABLE plans (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, connection_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('drafting', 'confirmed')),
    doing TEXT NOT NULL CHECK (doing IN ('attach', 'cancel', 'resume', 'restore')),
    attribute TEXT NOT NULL, products INTEGER NOT NULL, valid_for INTEGER NOT NULL, asked INTEGER NOT NULL, wall INTEGER NOT NULL, highest INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX plans_of ON plans (connection_id, seq);
  CREATE TABLE plan_products (
    plan INTEGER NOT NULL, position INTEGER NOT NULL, product_key TEXT NOT NULL, product TEXT NOT NULL, name TEXT NOT NULL,
    is_created INTEGER NOT NULL, pictures TEXT NOT NULL CHECK (json_valid(pictures)), target TEXT CHECK (json_valid(target)),
    statement TEXT CHECK (json_valid(statement)), todo INTEGER NOT NULL,
    outcome TEXT CHECK (outcome IN ('nothing', 'cancelled', 'restored')), product_ref TEXT, job_id TEXT, create_job_id TEXT,
    restore_job_id TEXT, problem TEXT CHECK (json_valid(problem)), PRIMARY KEY (plan, position)
  ) STRICT;
  CREATE INDEX plan_products_todo ON plan_products (plan, position) WHERE todo = 1;
  CREATE INDEX plan_products_failed ON plan_products (plan) WHERE problem IS NOT NULL;
  CREATE INDEX plan_products_by_key ON plan_products (product_key, plan) WHERE product_ref IS NOT NULL;
  CREATE INDEX plan_products_by_ref ON plan_products (product_ref) WHERE product_ref IS NOT NULL;
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

/** Objects of ours in buckets, written before the first byte goes there (`settings`: as of `sources`); and what workspaces make of `data:` addresses. */
const publishing = `
  CREATE TABLE published (
    key TEXT PRIMARY KEY, connection_id TEXT NOT NULL, image_id TEXT NOT NULL, version INTEGER NOT NULL, settings TEXT NOT NULL DEFAULT '',
    place TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL
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
 * one flipped bit in it is noticed; `digest`: the same for the schema's texts (schema-digest.ts).
 *
 * `recoveries`: what was repaired or restored and a person has not acknowledged yet. `rebuilding`: pictures still come back from their
 * originals. `told`: only the message is left. `lost`: what could not be kept, as JSON.
 *
 * `unreadable_rows`: invalid rows, kept with their raw values.
 */
const recovery = `
  CREATE TABLE library (id TEXT NOT NULL, sequence INTEGER NOT NULL, schema INTEGER NOT NULL, digest TEXT NOT NULL DEFAULT '') STRICT;
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

/** All triggers, and the views that they are called through. They hold no rows. */
export const triggers = [jobTriggers, pictureTriggers, placeTriggers].join('\n')

export const schema = [
  library,
  questionSets,
  requirementProfiles,
  work,
  products,
  matches,
  catalogue,
  plans,
  otherSources,
  publishing,
  content,
  watching,
  recovery,
  derivedTables,
  derivedCells,
  triggers,
].join('\n')
