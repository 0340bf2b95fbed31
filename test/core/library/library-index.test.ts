import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()

const everythingDerived = ['picture_work', 'picture_count', 'job_counts', 'attach_pictures', 'attached_sources']
const readDerived = (database: DatabaseSync): unknown =>
  everythingDerived.map((table) => {
    const rows = database.prepare(`SELECT * FROM ${table}`).all()
    return rows
      .filter((row) => row.jobs !== 0)
      .map((row) => JSON.stringify(row))
      .sort()
  })

/** Turns the library into one of schema version 1. */
const undoIndex = (database: DatabaseSync): void => {
  const made = database.prepare("SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('trigger', 'view', 'index')").all()
  const isNew = (name: string) => /^images_|^picture_|^jobs_by_change|^attached_/.test(name)
  for (const { type, name } of made) if (type === 'trigger' || isNew(String(name))) database.exec(`DROP ${type} IF EXISTS ${name}`)
  for (const table of everythingDerived) database.exec(`DROP TABLE ${table}`)
  // Version 3.
  database.exec('DROP TABLE published; DROP TABLE data_trials')
  // Versions 5 and 6.
  database.exec('DROP TABLE other_sources')
  database.exec('DROP TABLE content_lists; DROP TABLE written_texts')
  // Version 7.
  database.exec('DROP TABLE library; DROP TABLE recoveries; DROP TABLE unreadable_rows')
  // Versions 8 and 9.
  database.exec('ALTER TABLE images DROP COLUMN upload_doubted; ALTER TABLE ledger_clock DROP COLUMN wall')
  database.exec('ALTER TABLE images DROP COLUMN removed_at; ALTER TABLE images DROP COLUMN folded_name')
  database.exec('ALTER TABLE connections DROP COLUMN forgotten_at')
  database.exec('ALTER TABLE answers DROP COLUMN edited_text; CREATE INDEX jobs_by_state ON jobs (state, seq); PRAGMA user_version = 1')
}

describe('the index that pages are read from', () => {
  it('is the same after all kinds of work as after migrating an older library with the same data', async () => {
    library.service().answer = (request) =>
      request.body.includes('seed of bad') ? { status: 400, body: { statusCode: 400, message: ['no'], error: 'Bad Request' } } : undefined
    await library.add(['one.png', 'two.png', 'bad.png', 'Süß.png'])
    await library.ask(['one.png', 'two.png', 'bad.png'], 'White?')
    await library.attach(['one.png', 'two.png'])
    await library.connect()
    await library.start()
    await library.settled()
    const [product] = await library.client().products.list()
    await library
      .client()
      .products.replaceList({ productRef: product?.ref ?? '', attribute: 'Images', sourceIds: [product?.lists[0]?.sourceIds?.[1] ?? ''] })
    await library.settled()
    await library.attach(['bad.png', 'one.png'], 'Cup')
    await library.settled()
    await library.client().workspaces.disconnect()
    await library.ask(['one.png', 'Süß.png'], 'Round?')
    await library.connect()
    await library.settled()
    await library.close()

    const path = join(library.folder(), 'data', 'library.db')
    const database = new DatabaseSync(path)
    const derived = readDerived(database)
    undoIndex(database)
    database.close()
    await library.reopen()
    const migrated = new DatabaseSync(path, { readOnly: true })
    expect(readDerived(migrated)).toEqual(derived)
    expect(migrated.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    migrated.close()
    expect(await library.names({ text: 'suß' })).toEqual(['Süß.png'])
  })

  it('is brought up to date in an older library for a command that only reads', async () => {
    await library.add(['one.png'])
    await library.close()
    const database = new DatabaseSync(join(library.folder(), 'data', 'library.db'))
    undoIndex(database)
    database.close()
    // The Packshot that wrote such a library kept no mark of its sequence.
    for (const mark of ['library-sequence-0', 'library-sequence-1']) await rm(join(library.folder(), 'data', mark), { force: true })
    await library.reopen({ access: 'read' })
    expect(await library.names()).toEqual(['one.png'])
  })
})
