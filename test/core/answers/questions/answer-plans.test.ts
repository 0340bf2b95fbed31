import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { isCurrent } from '../../../../electron/core/answers/sheet/cell-rows.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'

it('finds the answers of a cell by its picture, not among all answers to the question', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const planOf = (sql: string): string =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('\n')
  expect(planOf(`SELECT seq FROM answers WHERE connection_id = 'a' AND ${isCurrent}`)).toMatch(/SEARCH other USING INDEX answers_by_image/)
  const cells = `SELECT answers.seq FROM json_each('[]') AS one CROSS JOIN answers
    ON image_id = one.value AND question = 'Color?' AND connection_id = 'a'`
  expect(planOf(cells)).toMatch(/SEARCH answers USING (COVERING )?INDEX answers_by_image/)
})
