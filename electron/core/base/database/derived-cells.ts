/** All that JavaScript's `trim` takes away. */
const space = `char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194, 8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279)`

/** What lists ask of a cell without reading its text, as bits. A text that goes out (`hasValue`, answers/sheet/decide-cell.ts), or none at all. */
export const cellMarks = { value: 1, unknown: 2, approved: 4, rejected: 8, edited: 16 } as const

/** Of a row of answers. */
export const marksOfAnswer = `CASE WHEN kind = 'cannot-tell' AND edited_text IS NULL THEN ${cellMarks.unknown}
    WHEN trim(coalesce(edited_text, text), ${space}) <> '' THEN ${cellMarks.value} ELSE 0 END
  + (review = 'approved') * ${cellMarks.approved} + (review = 'rejected') * ${cellMarks.rejected} + (edited_text IS NOT NULL) * ${cellMarks.edited}`

/**
 * `cells`: the answer (`answers.seq`) that counts of each picture (`images.seq`) for a question, and its marks: which one counts, and of which picture it is,
 * would take a second of all cells of 100,000 pictures. `cell_columns`: the questions of each workspace that have any; `changes` grows with each change of its
 * cells, and `cells.changed` is its number when the cell changed last. Whoever writes answers writes them (answers/sheet/shown-cells.ts).
 */
export const derivedCells = `
  CREATE TABLE cell_columns (
    id INTEGER PRIMARY KEY, connection_id TEXT NOT NULL, question TEXT NOT NULL, changes INTEGER NOT NULL, UNIQUE (connection_id, question)
  ) STRICT;
  CREATE TABLE cells (
    cell_column INTEGER NOT NULL, picture INTEGER NOT NULL, answer INTEGER NOT NULL, marks INTEGER NOT NULL, changed INTEGER NOT NULL,
    PRIMARY KEY (cell_column, picture)
  ) STRICT, WITHOUT ROWID;
`

/** Makes all of them again. The row that counts comes last, and stays. */
export const fillCells = `
  DELETE FROM cells;
  DELETE FROM cell_columns;
  INSERT INTO cell_columns (connection_id, question, changes) SELECT connection_id, question, 1 FROM answers GROUP BY connection_id, question;
  INSERT OR REPLACE INTO cells (cell_column, picture, answer, marks, changed)
  SELECT cell_columns.id, images.seq, answers.seq, ${marksOfAnswer}, 1 FROM answers
  CROSS JOIN cell_columns USING (connection_id, question) CROSS JOIN images ON images.id = image_id ORDER BY answers.weight, answers.seq;
`
