import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnswerPages } from '../../../../../electron/core/answers/questions/lists/page-answers.ts'
import { isCurrent } from '../../../../../electron/core/answers/sheet/cell-rows.ts'
import { fillCells } from '../../../../../electron/core/base/database/derived-cells.ts'
import { foldName } from '../../../../../electron/core/base/database/fold-name.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'

const names = ['Red mug.png', 'Süd/cup.png', '赤色.png', 'red.png']
const texts = ['A red mug', 'Blue', '赤色です', 'ja', 'a [b] c*']
const questions = ['Alt?', 'Color?']
const kinds = ['answer', 'cannot-tell', 'own'] as const
const owners = ['con_1', 'con_2']

const picture = fc.record({ name: fc.constantFrom(...names), isRemoved: fc.boolean() })
const answer = fc.record({
  picture: fc.nat(3),
  question: fc.constantFrom(...questions),
  kind: fc.constantFrom(...kinds),
  text: fc.constantFrom(...texts),
  owner: fc.constantFrom(...owners),
  review: fc.constantFrom('draft', 'draft', 'approved'),
})
const filter = fc.record({
  text: fc.constantFrom('', 'red', 'RED m', 'sud', '赤色', 'a', '[b]', '*', 'a red mug\nx', 'zzz'),
  question: fc.constantFrom(null, ...questions),
  kind: fc.constantFrom(null, 'answer' as const, 'cannot-tell' as const),
  connectionId: fc.constantFrom(null, ...owners),
})

/** What the statement has to find, by a condition on each answer alone. */
const expected = `SELECT answers.seq FROM answers JOIN images ON images.id = answers.image_id
  WHERE images.removed_at IS NULL AND (:question IS NULL OR question = :question)
    AND (:kind IS NULL OR (kind = 'cannot-tell') = (:kind = 'cannot-tell'))
    AND (:connectionId IS NULL OR answers.connection_id = :connectionId) AND ${isCurrent}
    AND (:text = '' OR instr(images.folded_place, :text) > 0 OR instr(answers.folded_words, :text) > 0)
  ORDER BY answers.seq DESC`

it('lists the answers that count, those of a text in the place of their picture or in their words, over random libraries', () => {
  fc.assert(
    fc.property(
      fc.array(picture, { minLength: 4, maxLength: 4 }),
      fc.array(answer, { maxLength: 25 }),
      filter,
      (pictures, answers, view) => {
        const database = new DatabaseSync(':memory:')
        migrate(database)
        for (const [at, { name, isRemoved }] of pictures.entries())
          database
            .prepare(
              `INSERT INTO images (id, name, origin, added_at, checked, format, bytes, width, height, folded_place, removed_at)
             VALUES (?, ?, '{}', 1, 1, 'png', 1, 1, 1, ?, ?)`,
            )
            .run(`img_${at}`, name, foldName(name), isRemoved ? 1 : null)
        for (const [at, one] of answers.entries())
          database
            .prepare(
              `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id, folded_words, review, picture_seq)
             VALUES (?1, ?2, ?, ?, ?, 1, ?, ?, ?, (SELECT seq FROM images WHERE id = ?2))`,
            )
            .run(
              ...[one.owner, `img_${one.picture}`, one.question, one.kind, one.text, `job_${at}`],
              ...[foldName(`${one.question}\n${one.text}`), one.review],
            )
        database.exec(fillCells)
        const { total, rows } = createAnswerPages(createJournal(database, systemPlatform))({ ...view, offset: 0, limit: 3 })
        const all = database.prepare(expected).all({ ...view, text: foldName(view.text.trim()) })
        const jobs = all.map(({ seq }) => String(database.prepare('SELECT job_id FROM answers WHERE seq = ?').get(Number(seq))?.job_id))
        expect(total).toBe(all.length)
        expect(rows.map(({ jobId }) => jobId)).toEqual(jobs.slice(0, 3))
        database.close()
      },
    ),
    { numRuns: 60 },
  )
})
