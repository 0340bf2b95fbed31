import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createCellChanges } from '../../../../../electron/core/answers/sheet/cell-changes.ts'
import { createSheetReader } from '../../../../../electron/core/answers/sheet/lists/read-sheet.ts'
import { createSheetStore } from '../../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import { sheetView } from '../../../../../shared/answers/sheet.ts'

it('walks the texts of the workspace it was begun in, even if another is chosen meanwhile', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const cellChanges = createCellChanges(journal)
  const images = Array.from({ length: 201 }, (_, at) => `img_${at}`)
  journal.write(() => {
    for (const id of images)
      journal.run(
        `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES (?1, ?1, '{}', 1, 'png', 1, 1, 1)`,
        id,
      )
  })
  const question = 'Color?'
  const sheet = createSheetStore({ journal, images: { isPresent: () => true }, changes: cellChanges })
  for (const owner of ['a', 'b']) {
    const edits = images.map((imageId) => ({ imageId, question, text: `text of ${owner}`, seen: null }))
    await sheet.edit(() => owner, edits, 'typed', { at: 1, by: 'kim' })
  }
  let chosen = 'a'
  const findQuestions = () => [{ question, column: 'Color', checks: [] }]
  const reader = createSheetReader({
    journal,
    cellChanges,
    connectionId: () => chosen,
    findQuestions,
    readIds: () => [],
  })
  const view = sheetView.parse({ setId: 'set_1' })
  const texts: string[] = []
  for await (const piece of reader.walkRows(view, 'a')) {
    texts.push(...piece.map(({ row }) => row.cells[0]?.text ?? ''))
    chosen = 'b'
  }
  expect(texts).toEqual(images.map(() => 'text of a'))
  chosen = 'a'
  const walked: string[] = []
  for await (const piece of reader.walk(view, null, 'a')) {
    walked.push(...piece.map(({ text }) => text))
    chosen = 'b'
  }
  expect(walked).toEqual(images.map(() => 'text of a'))
})
