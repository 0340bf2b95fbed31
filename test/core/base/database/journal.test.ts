import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { libraryFile } from '../../../../electron/core/base/database/library-files.ts'
import { lockDataFolder } from '../../../../electron/core/base/database/lock-data-folder.ts'
import { openDatabase, openDatabaseReadOnly } from '../../../../electron/core/base/database/open-database.ts'
import { listSnapshots, saveSnapshot } from '../../../../electron/core/base/database/snapshots.ts'
import type { OpenDatabaseFile } from '../../../../electron/core/base/platform/databases.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { platformAt } from '../../../support/platform-at.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-database-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const addSetting = (journal: ReturnType<typeof createJournal>, key: string) =>
  journal.write(() => journal.run('INSERT INTO settings (key, value) VALUES (?, 1)', key))

describe('the journal', () => {
  it('commits all writes of one event-loop turn together', async () => {
    const { database } = openDatabase(folder, systemPlatform)
    const journal = createJournal(database, systemPlatform)
    for (let index = 0; index < 100; index++) addSetting(journal, `key ${index}`)
    const reader = openDatabaseReadOnly(folder, systemPlatform).database
    expect(reader.prepare('SELECT count(*) AS n FROM settings').get()).toMatchObject({ n: 0 })
    await journal.durable()
    expect(reader.prepare('SELECT count(*) AS n FROM settings').get()).toMatchObject({ n: 100 })
    reader.close()
    journal.close()
  })

  it('rolls back only the change that failed, not the others of the same turn', async () => {
    const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
    addSetting(journal, 'kept')
    expect(() =>
      journal.write(() => {
        journal.run("INSERT INTO settings (key, value) VALUES ('half', 1)")
        throw new Error('no')
      }),
    ).toThrow('no')
    await journal.durable()
    expect(journal.all('SELECT key FROM settings')).toEqual([expect.objectContaining({ key: 'kept' })])
    journal.close()
  })

  it('reports a full disk, keeps what was saved, and works again afterwards', async () => {
    const { database } = openDatabase(folder, systemPlatform)
    const journal = createJournal(database, systemPlatform)
    addSetting(journal, 'before')
    await journal.durable()
    const pages = (database.prepare('PRAGMA page_count').get() as { page_count: number }).page_count
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const fill = async () => {
      journal.write(() => journal.run("INSERT INTO settings (key, value) VALUES ('big', ?)", 'x'.repeat(1_000_000)))
      await journal.durable()
    }
    await expect(fill()).rejects.toMatchObject({ code: 'disk-full' })
    database.exec('PRAGMA max_page_count = 1000000')
    addSetting(journal, 'after')
    await journal.durable()
    expect(journal.all('SELECT key FROM settings ORDER BY key').map((row) => row.key)).toEqual(['after', 'before'])
    journal.close()
  })
})

describe('the data folder', () => {
  it('is locked to one process at a time and is released afterwards', () => {
    const unlock = lockDataFolder(folder, systemPlatform)
    expect(() => lockDataFolder(folder, systemPlatform)).toThrow(expect.objectContaining({ code: 'data-folder-in-use' }))
    unlock()
    lockDataFolder(folder, systemPlatform)()
  })

  it('of a newer Packshot is refused and left unchanged', () => {
    const { database } = openDatabase(folder, systemPlatform)
    database.exec('PRAGMA user_version = 999')
    database.close()
    expect(() => openDatabase(folder, systemPlatform)).toThrow(expect.objectContaining({ code: 'data-newer' }))
    expect(() => openDatabaseReadOnly(folder, systemPlatform)).toThrow(expect.objectContaining({ code: 'data-newer' }))
  })

  it('of a Packshot from before the first release is refused and left unchanged, with what to do', () => {
    const { database } = openDatabase(folder, systemPlatform)
    database.exec('PRAGMA user_version = 5; UPDATE library SET schema = 5')
    database.close()
    const refused = expect.objectContaining({ code: 'data-older', action: expect.stringContaining('--data-dir') })
    expect(() => openDatabase(folder, systemPlatform)).toThrow(refused)
    expect(() => openDatabaseReadOnly(folder, systemPlatform)).toThrow(refused)
  })

  it('restores a damaged library from the newest sound snapshot and keeps the damaged file', async () => {
    const { database } = openDatabase(folder, systemPlatform)
    const journal = createJournal(database, systemPlatform)
    addSetting(journal, 'in snapshot')
    await journal.durable()
    saveSnapshot(database, folder, 1_000, systemPlatform)
    journal.close()
    const [snapshot] = listSnapshots(systemFiles.sync, folder)
    expect(snapshot?.at).toBe(1_000)
    writeFileSync(join(folder, 'snapshots', 'library-900-2000.db'), 'not a database at all')
    writeFileSync(libraryFile(folder), 'garbage garbage garbage garbage '.repeat(1_000))
    const { database: restored } = openDatabase(folder, platformAt(5_000))
    const recovery = restored.prepare('SELECT * FROM recoveries').get()
    expect(recovery?.snapshot_at).toBe(1_000)
    expect(existsSync(String(recovery?.set_aside))).toBe(true)
    expect(restored.prepare('SELECT key FROM settings').get()).toMatchObject({ key: 'in snapshot' })
    restored.close()
  })

  it('keeps no snapshot that cannot be read whole', () => {
    const { database } = openDatabase(folder, systemPlatform)
    const openDatabaseFile: OpenDatabaseFile = (path, options) => {
      const bytes = readFileSync(path)
      writeFileSync(path, bytes.fill(0x5a, bytes.length - 4_096))
      return new DatabaseSync(path, options)
    }
    saveSnapshot(database, folder, 1_000, { ...systemPlatform, openDatabaseFile })
    database.close()
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([])
  })

  it('restores a snapshot whose indexes contradict its rows, with new indexes', () => {
    const { database } = openDatabase(folder, systemPlatform)
    database.exec("INSERT INTO settings (key, value) VALUES ('in both places', '1')")
    saveSnapshot(database, folder, 1_000, systemPlatform)
    database.close()
    const path = listSnapshots(systemFiles.sync, folder)[0]?.path ?? ''
    const bytes = readFileSync(path)
    const places = [bytes.indexOf('in both places'), bytes.lastIndexOf('in both places')]
    expect(new Set(places).size).toBe(2)
    const inIndex = places.find((at) => bytes.toString('latin1', at + 14, at + 15) !== '1') ?? 0
    bytes.write('IN', inIndex)
    writeFileSync(path, bytes)
    writeFileSync(libraryFile(folder), 'garbage garbage garbage garbage '.repeat(1_000))
    const { database: restored } = openDatabase(folder, platformAt(5_000))
    expect(restored.prepare('SELECT snapshot_at FROM recoveries').get()).toMatchObject({ snapshot_at: 1_000 })
    expect(restored.prepare("SELECT value FROM settings WHERE key = 'in both places'").get()).toMatchObject({ value: '1' })
    expect(restored.prepare('PRAGMA integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    restored.close()
  })

  it('keeps seven verified snapshots', () => {
    const { database } = openDatabase(folder, systemPlatform)
    for (let day = 1; day <= 10; day++) {
      database.exec('UPDATE library SET sequence = sequence + 1')
      saveSnapshot(database, folder, day, systemPlatform)
    }
    database.close()
    expect(listSnapshots(systemFiles.sync, folder).map((one) => one.at)).toEqual([10, 9, 8, 7, 6, 5, 4])
    expect(readdirSync(join(folder, 'snapshots')).filter((name) => name.includes('draft'))).toEqual([])
    // Close it first: Windows cannot remove a file that is open.
    const newest = new DatabaseSync(listSnapshots(systemFiles.sync, folder)[0]?.path ?? '')
    const found = newest.prepare('PRAGMA integrity_check').get()
    newest.close()
    expect(found).toMatchObject({ integrity_check: 'ok' })
  })
})
