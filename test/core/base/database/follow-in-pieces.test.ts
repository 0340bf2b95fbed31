import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFollower } from '../../../../electron/core/base/database/follow-in-pieces.ts'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { createFullCommits } from '../../../support/full-commits.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-follow-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rows = 5

it('rests while the disk refuses its commits, and does each step once there is room', async () => {
  const disk = createFullCommits()
  const database = disk.openDatabaseFile(join(folder, 'library.db'))
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  let steps = 0
  let tryAgain: (() => void) | undefined
  let isDone = false
  const count = (): number => Number(journal.get("SELECT count(*) AS n FROM settings WHERE key LIKE 'due %'")?.n)
  journal.write(() => {
    for (let at = 0; at < rows; at++) journal.run('INSERT INTO settings (key, value) VALUES (?, ?)', `due ${at}`, '1')
  })
  await journal.durable()
  const follower = createFollower({
    // Each step is a turn of its own.
    journal: { ...journal, monotonic: () => (steps += 100) },
    timers: {
      after: (_ms, act) => {
        tryAgain = act
        return { cancel: () => {} }
      },
    },
    hasMore: () => count() > 0,
    step: () => {
      journal.run("DELETE FROM settings WHERE key = (SELECT min(key) FROM settings WHERE key LIKE 'due %')")
      return count() > 0
    },
    forget: () => {},
    onDone: () => {
      isDone = true
    },
  })
  disk.refuse(() => true)
  follower.begin()
  for (let turn = 0; turn < 200; turn++) await journal.nextTurn()
  expect({ commits: disk.commits(), left: count(), isDone }).toEqual({ commits: 1, left: rows, isDone: false })
  disk.refuse()
  tryAgain?.()
  for (let turn = 0; turn < 200 && !isDone; turn++) await journal.nextTurn()
  expect({ commits: disk.commits(), left: count(), isDone }).toEqual({ commits: rows, left: 0, isDone: true })
  await follower.stop()
  journal.close()
})
