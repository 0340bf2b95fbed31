import type { CellPlace } from '../../../../shared/answers/sheet.ts'
import { marksOfAnswer } from '../../base/database/derived-cells.ts'
import type { Journal } from '../../base/database/journal.ts'
import { seqOfPicture } from '../../pictures/library/picture-id.ts'

type Writing = Pick<Journal, 'run'>

/**
 * Notes which row of answers each of these cells shows (base/database/derived-cells.ts), after some were written. `owner`: the workspace's connection, `''`:
 * none yet. Called inside `journal.write`.
 */
export const showCells = (journal: Writing, owner: string, cells: readonly CellPlace[]): void => {
  if (cells.length === 0) return
  const given = { owner, places: JSON.stringify(cells.map(({ imageId, question }) => [imageId, question])) }
  journal.run(
    `INSERT INTO cell_columns (connection_id, question, changes) SELECT DISTINCT :owner, value ->> 1, 1 FROM json_each(:places) WHERE true
     ON CONFLICT (connection_id, question) DO UPDATE SET changes = changes + 1`,
    given,
  )
  // An emptied one keeps its row, so that readers see that it changed.
  journal.run(
    `INSERT OR REPLACE INTO cells (cell_column, picture, answer, marks, changed)
     SELECT cell_columns.id, place.picture, ifnull(answers.seq, 0), ifnull(${marksOfAnswer}, 0), changes FROM (
       SELECT value ->> 0 AS image, value ->> 1 AS asked, ${seqOfPicture('value ->> 0')} AS picture FROM json_each(:places)
     ) AS place CROSS JOIN cell_columns ON cell_columns.connection_id = :owner AND cell_columns.question = place.asked
     LEFT JOIN answers ON answers.seq = (
       SELECT seq FROM answers AS one WHERE one.image_id = place.image AND one.question = place.asked AND one.connection_id = :owner
       ORDER BY weight DESC, seq DESC LIMIT 1
     ) WHERE place.picture IS NOT NULL`,
    given,
  )
}

/** The same after all answers of a workspace became another one's. */
export const showMovedCells = (journal: Writing, from: string, into: string): void => {
  journal.run('UPDATE cell_columns SET changes = changes + 1 WHERE connection_id = ?', from)
  journal.run(
    `UPDATE cells SET answer = 0, marks = 0, changed = cell_columns.changes FROM cell_columns
     WHERE cell_columns.id = cell_column AND cell_columns.connection_id = ?`,
    from,
  )
  journal.run(
    `INSERT INTO cell_columns (connection_id, question, changes) SELECT ?1, question, 1 FROM answers WHERE connection_id = ?1 GROUP BY question
     ON CONFLICT (connection_id, question) DO UPDATE SET changes = changes + 1`,
    into,
  )
  // The row that counts comes last, and stays.
  journal.run(
    `INSERT OR REPLACE INTO cells (cell_column, picture, answer, marks, changed)
     SELECT id, picture, answer, marks, changes FROM (
       SELECT cell_columns.id, ${seqOfPicture('image_id')} AS picture, answers.seq AS answer, ${marksOfAnswer} AS marks, changes, weight FROM answers
       CROSS JOIN cell_columns USING (connection_id, question) WHERE answers.connection_id = ?
     ) WHERE picture IS NOT NULL ORDER BY weight, answer`,
    into,
  )
}
