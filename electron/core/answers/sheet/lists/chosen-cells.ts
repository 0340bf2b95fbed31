import { type CellPlace, cellValue, type SheetCell } from '../../../../../shared/answers/sheet.ts'
import { cellMarks } from '../../../base/database/derived-cells.ts'
import type { Journal } from '../../../base/database/journal.ts'
import type { FindAboutEarlier } from '../../../pictures/library/lists/about-earlier.ts'
import { readCells } from './read-cells.ts'
import { questionsOf, readColumns } from './sheet-columns.ts'
import { createSheetRows, type SheetAsk } from './sheet-rows.ts'

/** Conditions on `marks`. Only a person changes an approved cell. */
export const isWritable = `marks & ${cellMarks.value | cellMarks.approved} = ${cellMarks.value}`
export const isReviewable = {
  approved: isWritable,
  rejected: `marks & ${cellMarks.value | cellMarks.rejected} = ${cellMarks.value}`,
  draft: `marks & ${cellMarks.approved | cellMarks.rejected}`,
} as const
export const isAskable = `NOT marks & ${cellMarks.approved}`

/** Cells that a command is about. */
export type Chosen = {
  readonly cells: readonly CellPlace[]
  readonly questions: readonly string[] /** Other cells of the view. */
  readonly skipped: number
}

/** The cells of a view, as they are when a command decides on them: called inside `journal.write`. */
export const createChosenCells = (journal: Journal, findAboutEarlier: FindAboutEarlier) => {
  const sheetRows = createSheetRows(journal, findAboutEarlier)

  /** Products without pictures have no cells. */
  const findWhole = (ask: SheetAsk, wanted: readonly string[] | null) => {
    const owner = ask.owner ?? ''
    const questions = questionsOf(journal, ask.view, owner)
    const columns = readColumns(journal, owner, questions)
    const { pictures } = sheetRows.find(ask, columns, sheetRows.products(ask.owner))
    const isWanted = ({ question }: { readonly question: string }): boolean => wanted === null || wanted.includes(question)
    return { pictures, columns: columns.filter(isWanted), questions: questions.filter(isWanted) }
  }

  return {
    /** Those with a condition on `marks` (base/database/derived-cells.ts). `wanted`: their questions; `null`: all. */
    pick: (ask: SheetAsk, wanted: readonly string[] | null, condition: string): Chosen => {
      const { pictures, columns } = findWhole(ask, wanted)
      const row = journal.get(
        `WITH asked AS MATERIALIZED (SELECT key AS place, value ->> 0 AS question, value ->> 1 AS id FROM json_each(?1))
         SELECT json_group_array(json_object('imageId', imageId, 'question', question)) AS cells FROM (
           SELECT images.id AS imageId, question FROM json_each(?2) AS shown CROSS JOIN images ON images.seq = shown.value CROSS JOIN asked
           LEFT JOIN cells ON cell_column = asked.id AND cells.picture = shown.value
           WHERE (SELECT ${condition} FROM (SELECT ifnull(cells.marks, 0) AS marks)) ORDER BY shown.key, place
         )`,
        JSON.stringify(columns.map(({ question, id }) => [question, id])),
        JSON.stringify(pictures),
      )
      const cells = JSON.parse(String(row?.cells)) as CellPlace[]
      return { cells, questions: columns.map(({ question }) => question), skipped: pictures.length * columns.length - cells.length }
    },

    /** Those that have a text. */
    read: (ask: SheetAsk, wanted: readonly string[] | null): (CellPlace & SheetCell)[] => {
      const { pictures, questions } = findWhole(ask, wanted)
      const shown = journal
        .all(
          'SELECT seq, images.id FROM json_each(?) AS shown CROSS JOIN images ON seq = shown.value ORDER BY shown.key',
          JSON.stringify(pictures),
        )
        .map(({ seq, id }) => ({ seq: Number(seq), id: String(id) }))
      return [...readCells(journal, ask.owner, shown, questions)].flatMap(([imageId, cells]) =>
        cells.flatMap((cell) => (cellValue(cell) === '' ? [] : [{ ...cell, imageId }])),
      )
    },
  }
}
