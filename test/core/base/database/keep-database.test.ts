import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noteCleanEnd } from '../../../../electron/core/base/database/clean-end.ts'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { keepDatabase } from '../../../../electron/core/base/database/keep-database.ts'
import { libraryFile, walFile } from '../../../../electron/core/base/database/library-files.ts'
import { createLibraryWatch } from '../../../../electron/core/base/database/library-watch.ts'
import { openDatabase, openDatabaseReadOnly } from '../../../../electron/core/base/database/open-database.ts'
import { listSnapshots } from '../../../../electron/core/base/database/snapshots.ts'
import { type DatabaseWorker, startDatabaseWorker } from '../../../../electron/core/base/database/start-database-worker.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { systemFiles } from '../../../../electron/core/base/platform/system-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { platformAt } from '../../../support/platform-at.ts'
import { createTestTime, type TestTime } from '../../../support/test-time.ts'
import { startDatabaseWorkHere } from '../../../support/without-threads.ts'

const entry = fileURLToPath(new URL('../../../../electron/core/base/database/database-worker.ts', import.meta.url))
const day = 24 * 60 * 60 * 1000

let folder: string
let now: number
let events: unknown[]
/** How often the library was written back; a snapshot that is due follows. */
let passes: number
let isBusy: boolean
let time: TestTime
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-keep-'))
  now = 5 * day
  events = []
  passes = 0
  isBusy = false
  time = createTestTime()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inThread = () => startDatabaseWorker(entry, folder)
const inTestsThread = () => startDatabaseWorkHere(folder)

const open = (startWorker: () => DatabaseWorker = inTestsThread) => {
  const { database, seen } = openDatabase(folder, platformAt(now), true)
  let damages = 0
  const journal = createJournal(
    database,
    systemPlatform,
    systemFiles.openFlusher(walFile(folder)),
    createLibraryWatch({ ...systemPlatform, dataFolder: folder, log: () => {} }),
  )
  const keeper = keepDatabase({
    database,
    onCommit: journal.onCommit,
    startWorker,
    dataFolder: folder,
    ...systemPlatform,
    clock: { now: () => now, monotonic: time.clock.monotonic },
    timers: time.timers,
    isBusy: () => isBusy,
    hasContent: () => true,
    isUnseen: seen !== 'whole',
    onDamage: () => {
      damages++
      journal.damaged('found in the background')
    },
    onDiskFailed: () => {},
    onWrittenBack: () => {
      passes += 1
    },
    log: (event) => events.push(event),
  })
  const set = async (key: string, value = '1'): Promise<void> => {
    journal.write(() => journal.run('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)', key, value))
    await journal.durable()
  }
  const close = async (): Promise<void> => {
    await keeper.stop()
    journal.close()
    if (keeper.isTrusted()) noteCleanEnd(systemFiles.sync, folder, libraryFile(folder))
  }
  return { journal, keeper, seen, damages: () => damages, set, close }
}

describe('a library that stays open', () => {
  it('gets a daily snapshot without a restart', async () => {
    const { set, close } = open()
    await set('first day')
    await time.passUntil(() => listSnapshots(systemFiles.sync, folder).length === 1)
    now += day / 2
    const before = passes
    await set('same day')
    await time.pass(120_000)
    expect(passes).toBeGreaterThan(before)
    expect(listSnapshots(systemFiles.sync, folder)).toHaveLength(1)
    now += day / 2
    await set('next day')
    await time.passUntil(() => listSnapshots(systemFiles.sync, folder).length === 2)
    await close()
    expect(listSnapshots(systemFiles.sync, folder).map((one) => one.at)).toEqual([6 * day, 5 * day])
    expect(events).toEqual([])
  })

  it('keeps its log small, and loses nothing', async () => {
    // As if it was written while the log is written back, each time: so much stays in the log, and the thread alone never empties it.
    let writeMeanwhile = async (): Promise<void> => {}
    const { set, close } = open(() => {
      const worker = inTestsThread()
      return {
        ...worker,
        checkpoint: async () => {
          const reader = openDatabaseReadOnly(folder, systemPlatform).database
          reader.exec('BEGIN; SELECT count(*) FROM settings')
          await writeMeanwhile()
          const done = await worker.checkpoint()
          reader.close()
          return done
        },
      }
    })
    const megabyte = 'x'.repeat(1024 * 1024)
    writeMeanwhile = () => set('meanwhile')
    for (let index = 0; index < 120; index++) {
      await set(`key ${index % 9}`, `${index} ${megabyte}`)
      if (index % 40 === 39) await time.pass(2_000)
    }
    // 120 MB were written. The log starts over each time it is checkpointed.
    expect(statSync(walFile(folder)).size).toBeLessThan(60 * 1024 * 1024)
    writeMeanwhile = async () => {}
    await close()
    const reader = openDatabaseReadOnly(folder, systemPlatform).database
    expect(reader.prepare('SELECT count(*) AS n FROM settings').get()).toMatchObject({ n: 10 })
    reader.close()
    expect(events).toEqual([])
  })

  it('writes its log back while a snapshot takes its time, and starts no second one', async () => {
    let [snapshots, checkpoints] = [0, 0]
    let finish = (): void => {}
    const worker = {
      checkpoint: async () => {
        checkpoints++
        return { pages: 1, left: 0 }
      },
      snapshot: () => {
        snapshots++
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      },
      findDamage: async () => null,
      paceCheck: () => {},
      stop: async () => finish(),
    }
    const { set, close } = open(() => worker)
    await set('a')
    await time.passUntil(() => snapshots === 1)
    await set('b')
    await time.passUntil(() => checkpoints === 2)
    await time.pass(120_000)
    await close()
    expect(snapshots).toBe(1)
    expect(events).toEqual([])
  })

  it('has a complete snapshot at its end, if one was begun', async () => {
    const { set, close } = open(inThread)
    await set('a')
    await waitFor(() => passes > 0)
    await close()
    expect(listSnapshots(systemFiles.sync, folder)).toHaveLength(1)
    expect(readdirSync(join(folder, 'snapshots')).filter((name) => name.includes('draft'))).toEqual([])
  })

  it('works without the thread when it cannot be started, and logs that once', async () => {
    const { journal, set, close } = open(() => startDatabaseWorker(join(folder, 'not there.js'), folder))
    await set('a')
    await waitFor(() => events.length > 0)
    await set('b')
    expect(journal.get('PRAGMA wal_autocheckpoint')?.wal_autocheckpoint).toBe(1_000)
    await close()
    expect(events).toMatchObject([{ event: 'database-thread-lost' }])
  })
})

/** Overwrites the end of the file, where the settings are. The pages that a start reads before its damage check stay intact. */
const spoil = (): void => {
  const path = libraryFile(folder)
  const { size } = statSync(path)
  const head = size - 20 * 4_096
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size - head, 0x5a), 0, size - head, head)
  closeSync(file)
}

const saveLibrary = async (): Promise<void> => {
  const first = open()
  first.journal.write(() => {
    for (let at = 0; at < 199; at++) first.journal.run('INSERT INTO settings (key, value) VALUES (?, ?)', `setting ${at}`, 'x'.repeat(500))
  })
  now += day
  await first.set('last', 'x')
  await time.passUntil(() => listSnapshots(systemFiles.sync, folder)[0]?.at === now)
  await first.close()
}

describe('the damage check at the start', () => {
  it('runs unless the library was closed cleanly and its file is unchanged since then', async () => {
    await saveLibrary()
    const second = open()
    expect(second.seen).toBe('none')
    await second.keeper.stop()
    second.journal.close()
    // Not closed cleanly.
    const third = open()
    expect(third.seen).toBe('quick')
    await third.close()
    utimesSync(libraryFile(folder), 1, 1)
    const fourth = open()
    expect(fourth.seen).toBe('quick')
    await fourth.close()
  })

  it('reports damage that is found after the start; the next start sets the file aside and restores the snapshot', async () => {
    await saveLibrary()
    spoil()
    // A failing disk changes bytes without changing the file's modification time.
    noteCleanEnd(systemFiles.sync, folder, libraryFile(folder))
    const damaged = open()
    expect(damaged.seen).toBe('none')
    damaged.keeper.lookSoon()
    await time.passUntil(() => damaged.damages() === 1)
    await damaged.close()
    const { database } = openDatabase(folder, platformAt(now), true)
    const recovery = database.prepare('SELECT * FROM recoveries').get()
    expect(existsSync(String(recovery?.set_aside))).toBe(true)
    expect(recovery?.snapshot_at).toBe(now)
    expect(database.prepare('SELECT count(*) AS settings FROM settings').get()).toMatchObject({ settings: 200 })
    database.close()
  })
})

describe('the damage check, while pictures come in', () => {
  /** A thread whose check ends when the test says so. */
  const slowThread = () => {
    const said: string[] = []
    let end = (): void => {}
    const worker = {
      checkpoint: async () => {
        said.push('written back')
        return { pages: 1, left: 0 }
      },
      snapshot: async () => {},
      findDamage: () => {
        said.push('check')
        return new Promise<null>((resolve) => {
          end = () => resolve(null)
        })
      },
      paceCheck: (urgency: string) => {
        if (said.at(-1) !== urgency) said.push(urgency)
        if (urgency === 'now') end()
      },
      stop: async () => end(),
    }
    return { worker, said, end: () => end() }
  }

  it('begins after they are in, and nothing is written back before it', async () => {
    const { worker, said, end } = slowThread()
    const { set, close } = open(() => worker)
    isBusy = true
    await set('a')
    await time.pass(20_000)
    expect(said).toEqual([])
    isBusy = false
    await time.passUntil(() => said.length > 0)
    await time.passUntil(() => said.includes('soon'))
    // More of them: it waits where it is.
    isBusy = true
    await time.passUntil(() => said.at(-1) === 'later')
    isBusy = false
    await time.passUntil(() => said.at(-1) === 'soon')
    expect(said).toEqual(['check', 'soon', 'later', 'soon'])
    end()
    await time.passUntil(() => said.includes('written back'))
    await close()
  })

  it('begins in the background where they take long', async () => {
    const { worker, said } = slowThread()
    const { set, close } = open(() => worker)
    isBusy = true
    await set('a')
    await time.pass(30_000)
    await time.passUntil(() => said.includes('background'))
    isBusy = false
    await time.passUntil(() => said.includes('soon'))
    isBusy = true
    await time.passUntil(() => said.at(-1) === 'background')
    expect(said).toEqual(['check', 'background', 'soon', 'background'])
    await close()
    expect(said.slice(4)).toEqual(['now', 'written back'])
  })
})

describe('the thread', () => {
  it('ends only after the tasks that it was given before', async () => {
    openDatabase(folder, platformAt(now), true).database.close()
    const worker = startDatabaseWorker(entry, folder)

    const found = Promise.all([worker.findDamage(), worker.checkpoint(), worker.snapshot(now)])
    await worker.stop()

    expect(await found).toEqual([null, { kind: 'checkpointed', id: 2, pages: 0, left: 0 }, undefined])
    expect(listSnapshots(systemFiles.sync, folder)).toHaveLength(1)
  })
})
