import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'
import { readAnswers } from '../../../support/read-answers.ts'

const library = prepareTestLibrary()

/** As a flipped bit leaves it: SQLite still reads the schema. */
const changeSchema = (sql: string): void => {
  const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
  database.enableDefensive?.(false)
  database.exec(`PRAGMA writable_schema = ON; ${sql}`)
  database.close()
}

describe('a library whose schema was damaged', () => {
  it.each([
    ['a column', "UPDATE sqlite_schema SET sql = replace(sql, 'answered_at', 'ansvered_at')"],
    ['a trigger', "UPDATE sqlite_schema SET sql = replace(sql, 'order_changes + 1', 'order_changes + 3')"],
    ['the digest', "UPDATE library SET digest = iif(digest LIKE '0%', '1', '0') || substr(digest, 2)"],
  ])('in %s: loses nothing', async (_, sql) => {
    await library.add(['one.png'])
    await library.connect()
    await library.ask(['one.png'], 'White?')
    await library.start()
    await library.settled()
    await library.close()
    changeSchema(sql)
    await library.reopen()
    expect((await readAnswers(library.client())).map(({ question, text }) => [question, text])).toEqual([
      ['White?', 'An answer to: White?'],
    ])
    expect((await library.client().recovery.list()).map(({ reason }) => reason)).toEqual(['repaired'])
    await library.reopen()
    expect(await library.names()).toEqual(['one.png'])
  })

  it('that lacks a table is restored, with its pictures', async () => {
    await library.add(['one.png'])
    await library.close()
    changeSchema("DELETE FROM sqlite_schema WHERE name = 'drops'")
    await library.reopen()
    await library.start()
    await expect.poll(() => library.names()).toEqual(['one.png'])
  })
})
