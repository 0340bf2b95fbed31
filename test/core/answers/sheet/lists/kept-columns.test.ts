import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createAnswerStore } from '../../../../../electron/core/answers/questions/answer-store.ts'
import { createCellChanges } from '../../../../../electron/core/answers/sheet/cell-changes.ts'
import { createKeptColumns } from '../../../../../electron/core/answers/sheet/lists/kept-columns.ts'
import { readColumn, readKeys } from '../../../../../electron/core/answers/sheet/lists/sheet-column.ts'
import { createSheetStore } from '../../../../../electron/core/answers/sheet/sheet-store.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'
import type { CellReview } from '../../../../../shared/answers/sheet.ts'
import { createRandom } from '../../../../fixtures/random.ts'
import { seed } from '../../../../support/seed.ts'

const person = { at: 1, by: 'kim' }
const asked = { question: 'Color?', column: 'Color', checks: [{ kind: 'longest' as const, characters: 4 }] }

it('keeps columns up to date with every answer, edit, review and undo, and with pictures that come later', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const changes = createCellChanges(journal)
  const answers = createAnswerStore(journal, changes)
  const sheet = createSheetStore({ journal, images: { isPresent: () => true }, changes })
  const columns = createKeptColumns(journal, changes)
  const addPicture = (at: number): void => {
    journal.run(
      `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES (?, ?, '{}', 1, 'png', 1, 1, 1)`,
      `img_${at}`,
      `${at}.png`,
    )
  }
  journal.write(() => [1, 2, 3].forEach(addPicture))
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const owner = () => 'a'
  for (let step = 1; step <= 60; step++) {
    const place = { imageId: `img_${pick([1, 2, 3, 4, 5, 6])}`, question: 'Color?' }
    const text = pick(['', 'Red', 'Crimson'])
    const kind = pick(['arrive', 'edit', 'review', 'undo', 'redo', 'adopt'])
    if (step === 20) journal.write(() => [4, 5, 6].forEach(addPicture))
    if (kind === 'arrive') {
      const answer = {
        ...place,
        connectionId: 'a',
        text: text || 'Cannot tell',
        answeredAt: 1,
        jobId: `job_${step}`,
        hint: null,
        sent: null,
      }
      journal.write(() => answers.save({ ...answer, kind: text === '' ? 'cannot-tell' : 'answer' }))
    } else if (kind === 'edit') await sheet.edit(owner, [{ ...place, text, seen: null }], 'typed', person)
    else if (kind === 'review') await sheet.review(owner, [place], pick<CellReview>(['draft', 'approved', 'rejected']), person)
    else if (kind === 'undo') await sheet.undo(owner)
    else if (kind === 'redo') await sheet.redo(owner)
    else journal.write(() => sheet.adopt('a'))
    const [kept] = await columns.find('a', [asked], 'Color?')
    const fresh = await readColumn(journal, 'a', asked)
    await readKeys(journal, 'a', fresh)
    const seen = (column: typeof fresh) =>
      [1, 2, 3, 4, 5, 6].map((at) => [column.current[at] ?? 0, column.bits[at] ?? 0, column.keys?.[at] ?? ''])
    expect(kept && seen(kept)).toEqual(seen(fresh))
  }
})

it('lets a call that needs one column go between the columns of another', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const columns = createKeptColumns(journal, createCellChanges(journal))
  const questionsOf = (names: readonly string[]) => names.map((question) => ({ ...asked, question }))
  const ended: string[] = []
  await Promise.all([
    columns.find('a', questionsOf(['Color?', 'Label?', 'Use?']), '').then(() => ended.push('three')),
    columns.find('a', questionsOf(['Shape?']), 'Shape?').then(() => ended.push('one')),
  ])
  expect(ended).toEqual(['one', 'three'])
})

it('forgets what a failed transaction wrote', async () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const changes = createCellChanges(journal)
  const answers = createAnswerStore(journal, changes)
  const columns = createKeptColumns(journal, changes)
  journal.write(() =>
    journal.run(
      `INSERT INTO images (id, name, origin, added_at, format, bytes, width, height) VALUES ('img_1', '1', '{}', 1, 'png', 1, 1, 1)`,
    ),
  )
  await journal.durable()
  await columns.find('a', [asked], '')
  journal.write(() =>
    answers.save({
      imageId: 'img_1',
      question: 'Color?',
      kind: 'answer',
      text: 'Red',
      answeredAt: 1,
      connectionId: 'a',
      jobId: 'job_1',
      hint: null,
      sent: null,
    }),
  )
  const [open] = await columns.find('a', [asked], '')
  expect(open?.current[1]).toBe(1)
  // As a full disk does to the transaction of this turn.
  database.exec('ROLLBACK')
  await journal.durable().catch(() => {})
  const [after] = await columns.find('a', [asked], '')
  expect(after?.current[1]).toBe(0)
})
