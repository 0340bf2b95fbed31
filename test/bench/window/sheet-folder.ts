import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fillCells } from '../../../electron/core/base/database/derived-cells.ts'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import { openTestCore } from '../../support/open-test-core.ts'
import type { BenchContext } from '../bench-line.ts'

export const sheetName = 'Shop texts'
export const sheetColumns = ['Alt text', 'Color', 'Material', 'Label', 'Background', 'Shape', 'Use', 'Title'] as const

/** How many pictures the sheet has. */
export const rowsOf = ({ isSmall }: Pick<BenchContext, 'isSmall'>): number => (isSmall ? 500 : 10_000)

/** Texts of one to three lines, no two alike in a column, in another order than their rows. */
const varyTexts = `UPDATE answers SET
  text = printf('%s %s of item %06d%s', substr(question, 13, 8), substr('amber bottle blue carafe clear flask dark mug', 1 + seq * 7 % 30, 12), seq * 7919 % 999983,
    CASE WHEN seq % 3 = 0 THEN ', with a printed paper label, seen from the front on a white background' ELSE '' END),
  review = CASE WHEN seq / 8 % 4 = 0 THEN 'approved' WHEN seq / 8 % 23 = 0 THEN 'rejected' ELSE 'draft' END,
  edited_text = CASE WHEN seq / 8 % 10 = 0 THEN 'A person wrote this for item ' || seq END`

/** A library whose pictures each have answers to a set of eight questions: a quarter of the rows is approved, a tenth edited. Returns its folder. */
export const makeSheetLibrary = async (context: BenchContext): Promise<string> => {
  const pictures = rowsOf(context)
  const folder = join(context.folder, 'sheet-library')
  context.say(`making a sheet of ${pictures.toLocaleString('en')} rows and ${sheetColumns.length} columns`)
  const questions = sheetColumns.map((column) => `What is the ${column}?`)
  // Nothing listens there: it is signed out.
  await makeLargeLibrary(folder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', isActive: true, thumbnails: 300, questions })
  const { core, client } = await openTestCore(folder)
  const checks = [{ kind: 'longest', characters: 125 }, { kind: 'not-empty' }] as const
  await client.questionSets.save({
    name: sheetName,
    questions: questions.map((question, at) => ({ question, column: sheetColumns[at] ?? '', checks: [...checks] })),
    runsOnDrop: false,
  })
  await core.stop()
  const database = new DatabaseSync(join(folder, 'library.db'))
  database.exec(varyTexts)
  database.exec('UPDATE answers SET folded_words = lower(question || char(10) || coalesce(edited_text, text))')
  database.exec(fillCells)
  database.close()
  return folder
}
