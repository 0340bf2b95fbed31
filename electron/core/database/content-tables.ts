/**
 * `content_lists`: a workspace's list as last read, as JSON, so that it can be shown offline. `written_texts`: texts in a brand
 * voice, beside the answers that they were written from; `from_text` is the answer's wording at that time.
 */
export const addContentTables = `
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
