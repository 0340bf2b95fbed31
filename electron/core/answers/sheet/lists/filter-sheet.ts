import type { SheetFilter, SheetView } from '../../../../../shared/answers/sheet.ts'
import { cellMarks } from '../../../base/database/derived-cells.ts'
import { foldName } from '../../../base/database/fold-name.ts'
import { type Condition, containing } from '../../../pictures/library/lists/find-by-text.ts'
import { type Column, idsOf } from './sheet-columns.ts'

const { value, unknown, approved, rejected, edited } = cellMarks

/** Questions that wait, run or were set aside, by cell. Values: the questions as JSON, and the workspace (`null`: none). */
const pendingCells = `SELECT images.seq AS picture, substr(subject, instr(subject, char(10)) + 1) AS question, max(state <> 'parked') AS moves
  FROM jobs INDEXED BY jobs_by_change CROSS JOIN images ON images.id = substr(subject, 1, instr(subject, char(10)) - 1)
  WHERE state IN ('waiting', 'running', 'parked') AND operation = 'analyse-image'
    AND substr(subject, instr(subject, char(10)) + 1) IN (SELECT value FROM json_each(?)) AND jobs.connection_id IS ?
  GROUP BY 1, 2`

/** `failing`, `earlier`: pictures whose cells of these columns fail a check, or are about an earlier file. */
export type FilterPorts = {
  readonly connectionId: string | null
  readonly failing: () => readonly number[]
  readonly earlier: () => readonly number[]
}

const among = (pictures: readonly number[]): Condition => ({
  sql: 'images.seq IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(pictures)],
})

/** The filter depends on more than cells: on what is under way, or which file the workspace has. */
export const dependsOnMoreThanCells = (only: readonly SheetFilter[]): boolean =>
  only.some((one) => ['not-asked', 'no-answer', 'on-its-way', 'earlier-file'].includes(one))

/** Of rows of `images`: one of these columns' cells is what a filter says. */
const conditionOf = (filter: SheetFilter, columns: readonly Column[], ports: FilterPorts): Condition => {
  const questions = JSON.stringify(columns.map(({ question }) => question))
  const places = JSON.stringify(columns.map(({ question, id }) => [question, id]))
  const ofCells = (sql: string): Condition => ({
    sql: `images.seq IN (SELECT picture FROM cells WHERE cell_column IN (SELECT value FROM json_each(?)) AND ${sql})`,
    values: [idsOf(columns)],
  })
  switch (filter) {
    case 'not-approved':
      return ofCells(`marks & ${value | approved} = ${value}`)
    case 'approved':
      return ofCells(`marks & ${approved}`)
    case 'rejected':
      return ofCells(`marks & ${rejected}`)
    case 'edited':
      return ofCells(`marks & ${edited}`)
    case 'fails-check':
      return among(ports.failing())
    case 'earlier-file':
      return among(ports.earlier())
    case 'on-its-way':
      return {
        sql: `images.seq IN (SELECT picture FROM (${pendingCells}) WHERE moves)`,
        values: [questions, ports.connectionId],
      }
    case 'no-answer': {
      const unanswered = ofCells(`(marks & ${unknown} OR marks & ${value | edited} = ${edited})`)
      return {
        sql: `(${unanswered.sql} OR images.seq IN (
          SELECT picture FROM (${pendingCells}) AS pending CROSS JOIN json_each(?) AS asked ON asked.value ->> 0 = pending.question
          WHERE NOT moves AND NOT EXISTS (
            SELECT 1 FROM cells WHERE cell_column = asked.value ->> 1 AND cells.picture = pending.picture AND marks & ${value}
          )
        ))`,
        values: [...unanswered.values, questions, ports.connectionId, places],
      }
    }
    case 'not-asked': {
      const asked = `SELECT picture FROM cells WHERE cell_column IN (SELECT value FROM json_each(?)) AND answer > 0
        UNION ALL SELECT picture FROM (${pendingCells}) AS pending CROSS JOIN json_each(?) AS asked ON asked.value ->> 0 = pending.question
        WHERE NOT EXISTS (SELECT 1 FROM cells WHERE cell_column = asked.value ->> 1 AND cells.picture = pending.picture AND answer > 0)`
      return {
        sql: `images.seq NOT IN (SELECT picture FROM (${asked}) GROUP BY picture HAVING count(*) = ?)`,
        values: [idsOf(columns), questions, ports.connectionId, places, columns.length],
      }
    }
  }
}

/** Of rows of `images`: a cell is any of these. */
export const cellCondition = (only: SheetView['only'], columns: readonly Column[], ports: FilterPorts): Condition => {
  if (columns.length === 0) return { sql: 'false', values: [] }
  const all = [...new Set(only)].map((one) => conditionOf(one, columns, ports))
  return { sql: `(${all.map(({ sql }) => sql).join(' OR ')})`, values: all.flatMap(({ values }) => values) }
}

/**
 * Of rows of `images`: a word is in the picture's place, in its product or in the text of one of these columns' cells; not in the question, with which
 * folded words begin.
 * @param named the pictures of products that have it
 */
export const wordCondition = (word: string, columns: readonly Column[], named: readonly number[]): Condition => {
  const [inPlace, inText] = [containing('folded_place', word), containing('substr(folded_words, asked.value ->> 1)', word)]
  // As SQLite counts characters.
  const asked = columns.flatMap(({ id, question }) => (id === null ? [] : [[id, [...foldName(question)].length + 2]]))
  return {
    sql: `(${inPlace.sql} OR images.seq IN (
      SELECT value FROM json_each(?)
      UNION ALL SELECT picture FROM json_each(?) AS asked CROSS JOIN cells ON cell_column = asked.value ->> 0
        CROSS JOIN answers ON answers.seq = answer WHERE ${inText.sql}
    ))`,
    values: [inPlace.value, JSON.stringify(named), JSON.stringify(asked), inText.value],
  }
}
