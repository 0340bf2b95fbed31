import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAnswerPieces } from '../../../../../electron/core/answers/questions/lists/read-answers.ts'
import { isCurrent } from '../../../../../electron/core/answers/sheet/cell-rows.ts'
import { createJournal } from '../../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../../electron/core/base/platform/platform.ts'

/** In the order in which they were asked, which is another one than that of the answers. */
const asked = fc.array(fc.record({ picture: fc.nat(2), question: fc.nat(3), owner: fc.nat(1), isSent: fc.boolean() }), { maxLength: 12 })
const answered = fc.infiniteStream(fc.nat(1_000))

it('all answers come by picture and then in the order of asking, over random libraries', async () => {
  await fc.assert(
    fc.asyncProperty(asked, answered, fc.constantFrom(null, 'con_0'), async (questions, places, workspace) => {
      const database = new DatabaseSync(':memory:')
      migrate(database)
      for (const at of [0, 1, 2])
        database
          .prepare(
            `INSERT INTO images (id, name, origin, added_at, checked, format, bytes, width, height, removed_at)
             VALUES (?, ?, '{}', 1, 1, 'png', 1, 1, 1, ?)`,
          )
          .run(`img_${'cab'[at]}`, `${at}.png`, at === 1 ? 1 : null)
      const rows = questions.map((one, at) => ({ ...one, job: `job_${at}`, place: places.next().value ?? 0 }))
      for (const { job, picture, question, owner } of rows)
        database
          .prepare(
            `INSERT INTO jobs (id, connection_id, operation, subject, work, state, status, not_before, blocked_by, attempts, counted_failures,
               uncertain_attempts, created_at, updated_at, action)
             VALUES (?, ?, 'analyse-image', ?, '{}', 'done', '{}', 0, 0, 1, 0, 0, 1, 1, 1)`,
          )
          .run(job, `con_${owner}`, `img_${'cab'[picture]}\n${question}`)
      for (const { job, picture, question, owner, isSent } of rows.toSorted((one, other) => one.place - other.place))
        database
          .prepare(
            `INSERT INTO answers (connection_id, image_id, question, kind, text, answered_at, job_id, sent_original, sent_settings, picture_seq)
             VALUES (?, ?, ?, 'answer', ?, 1, ?, ?, '', ?)`,
          )
          .run(`con_${owner}`, `img_${'cab'[picture]}`, String(question), `“${job}”\n`, job, isSent ? 'a' : null, picture + 1)
      const expected = database
        .prepare(
          `SELECT job_id, answers.text FROM answers JOIN images ON images.id = image_id JOIN jobs ON jobs.id = job_id
           WHERE removed_at IS NULL AND (?1 IS NULL OR answers.connection_id = ?1) AND ${isCurrent} ORDER BY images.seq, jobs.seq`,
        )
        .all(workspace)
      const sent = new Set(questions.flatMap(({ picture, isSent }) => (isSent ? [`img_${'cab'[picture]}`] : [])))
      const found: unknown[] = []
      const journal = createJournal(database, systemPlatform)
      const aboutEarlier = (_: string | null, imageIds: readonly string[]): ReadonlySet<string> => {
        expect(imageIds.every((id) => sent.has(id))).toBe(true)
        return new Set(rows.flatMap((row) => (row.isSent && imageIds.includes(`img_${'cab'[row.picture]}`) ? [row.job] : [])))
      }
      for await (const { answers } of createAnswerPieces(journal, aboutEarlier)({ workspace })) found.push(...answers)
      expect(found).toEqual(
        expected.map(({ job_id, text }) => {
          const { picture, question, owner, isSent } = rows.find(({ job }) => job === job_id) ?? {
            picture: 0,
            question: 0,
            owner: 0,
            isSent: false,
          }
          return {
            ...{ imageId: `img_${'cab'[picture]}`, imageName: `${picture}.png`, question: String(question), kind: 'answer', text },
            ...{
              editedText: null,
              answeredAt: 1,
              connectionId: `con_${owner}`,
              jobId: job_id,
              ...(isSent ? { isAboutEarlier: true } : {}),
            },
          }
        }),
      )
      database.close()
    }),
    { numRuns: 60 },
  )
})
