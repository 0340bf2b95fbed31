import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createCellChanges } from '../../../../../electron/core/answers/sheet/cell-changes.ts'
import { createSheetReader } from '../../../../../electron/core/answers/sheet/lists/read-sheet.ts'
import { createSheetStore } from '../../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal, type Journal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { sheetView } from '../../../../../shared/answers/sheet.ts'

const questions = ['Color?', 'Label?', 'Use?']

/** Two pictures, one with a text for each question. `readWhole`: the questions of which all cells were read since it was emptied. */
const prepare = async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const real = createJournal(database, systemPlatform)
  const readWhole = new Set<string>()
  const journal: Journal = {
    ...real,
    // A page names its questions as one list; who reads a column names its question alone.
    get: (sql, ...values) => {
      for (const value of values) if (questions.includes(String(value))) readWhole.add(String(value))
      return real.get(sql, ...values)
    },
  }
  const cellChanges = createCellChanges(journal)
  journal.write(() => {
    for (const id of ['img_1', 'img_2'])
      journal.run(
        `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES (?1, ?1, '{}', 1, 'png', 1, 1, 1)`,
        id,
      )
  })
  const sheet = createSheetStore({ journal, images: { isPresent: () => true }, changes: cellChanges })
  const edits = questions.map((question) => ({ imageId: 'img_1', question, text: 'Red', seen: null }))
  await sheet.edit(() => 'a', edits, 'typed', { at: 1, by: 'kim' })
  const findQuestions = () => questions.map((question) => ({ question, column: question, checks: [] }))
  const reader = createSheetReader({
    journal,
    cellChanges,
    connectionId: () => 'a',
    findQuestions,
    readIds: () => [],
  })
  readWhole.clear()
  return { reader, readWhole }
}
const view = sheetView.parse({ setId: 'set_1' })

it('shows rows before every cell is read, which only their counts need', async () => {
  const { reader, readWhole } = await prepare()
  const { total, rows } = await reader.page(view, 0, 10, 'a')
  expect(total).toBe(2)
  expect(rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['Red', 'Red', 'Red'],
    ['', '', ''],
  ])
  expect(await reader.keys(view, 0, 10, 'a')).toEqual({ total: 2, images: ['img_1', 'img_2'] })
  expect([...readWhole]).toEqual([])
  expect(await reader.counts(view, 'a')).toEqual({ total: 2, cells: 6, approved: 0, failing: 0, empty: 3 })
  expect([...readWhole]).toEqual(questions)
})

it('reads the one column that rows are sorted by, and those that a filter or a search is about', async () => {
  const sorted = await prepare()
  const byUse = { ...view, sort: { by: 'Use?', descending: false } }
  expect((await sorted.reader.page(byUse, 0, 10, 'a')).rows.map(({ name }) => name)).toEqual(['img_1', 'img_2'])
  expect([...sorted.readWhole]).toEqual(['Use?'])
  for (const more of [{ text: 'red' }, { only: ['edited' as const] }]) {
    const { reader, readWhole } = await prepare()
    const shown = { ...view, ...more, questions: ['Label?'] }
    await reader.page(shown, 0, 10, 'a')
    expect([...readWhole]).toEqual(['Label?'])
  }
})
