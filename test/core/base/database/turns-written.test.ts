import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { createTurnsWritten } from '../../../../electron/core/base/database/turns-written.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-pieces-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('says that not all was written where the disk was full for one turn and had room for the next', async () => {
  const database = new DatabaseSync(join(folder, 'library.db'))
  migrate(database)
  let commits = 0
  const exec = database.prepare.bind(database)
  database.prepare = (sql: string) => {
    const statement = exec(sql)
    if (sql !== 'COMMIT') return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      commits++
      // The first of three transactions.
      if (commits === 1) throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
      return run()
    }
    return statement
  }
  const journal = createJournal(database, systemPlatform)
  const written = createTurnsWritten(journal)
  for (let piece = 0; piece < 3; piece++) {
    journal.write(() => {
      for (let one = 0; one < 20; one++) journal.run('INSERT INTO settings (key, value) VALUES (?, ?)', `${piece} ${one}`, '1')
    })
    written.add()
    await journal.nextTurn()
  }
  await expect(written.durable()).rejects.toMatchObject({ code: 'disk-full' })
  expect(commits).toBe(3)
  expect(journal.get('SELECT count(*) AS n FROM settings')).toEqual({ n: 40 })
  journal.close()
})
