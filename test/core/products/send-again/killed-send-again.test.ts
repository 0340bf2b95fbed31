import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDamage } from '../../../../electron/core/base/database/find-damage.ts'
import { libraryFile } from '../../../../electron/core/base/database/library-files.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { compareDerived, findPartialAttaches } from '../../../support/derived-tables.ts'
import { makeLibraryWithLongList } from '../../../support/library-with-long-list.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'

const pictures = 130
const all = { kind: 'all' } as const
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-killed-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const copyLibrary = (from: string, to: string): string => {
  mkdirSync(to)
  for (const name of ['library.db', 'library.db-wal']) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name))
  return to
}

/** A kill leaves what the last commit left: the library's files are copied after each of them. */
const openAndCopy = async (dataFolder: string) => {
  let copies: string[] | undefined
  let monotonic = 0
  const soon = (act: () => void): void =>
    systemPlatform.timers.soon(() => {
      act()
      copies?.push(copyLibrary(dataFolder, join(folder, `killed-${copies.length}`)))
    })
  const opened = await openTestCore(dataFolder, {
    timers: { ...systemPlatform.timers, soon },
    clock: { now: Date.now, monotonic: () => (monotonic += 100) },
  })
  const killDuring = async (act: () => Promise<unknown>): Promise<readonly string[]> => {
    copies = []
    copies.push(copyLibrary(dataFolder, join(folder, 'killed-0')))
    await act()
    const found = copies
    copies = undefined
    return found
  }
  return { ...opened, killDuring }
}

/** Opens what a kill left, looks at it after its start has settled what was left, and closes it. */
const continueIn = async <T>(dataFolder: string, look: (opened: TestCore, database: DatabaseSync) => Promise<T>): Promise<T> => {
  const opened = await openTestCore(dataFolder)
  try {
    const database = new DatabaseSync(libraryFile(dataFolder), { readOnly: true })
    expect(findDamage(database, 'whole')).toBeNull()
    expect(findPartialAttaches(database)).toEqual([])
    const found = await look(opened, database)
    database.close()
    return found
  } finally {
    await opened.core.stop()
  }
}

const count = (database: DatabaseSync, sql: string): number => Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get()?.n)
const exchanges = "jobs WHERE operation = 'attach-sources' AND state IN ('waiting', 'parked')"
const uploads = "jobs WHERE operation = 'upload-source' AND state IN ('waiting', 'parked')"

it('queues and takes back the exchange of a long list as a whole or not at all, wherever a kill comes', async () => {
  const dataFolder = join(folder, 'data')
  await makeLibraryWithLongList(dataFolder, pictures)
  const { core, client, killDuring } = await openAndCopy(dataFolder)
  await client.queue.pause()
  await client.checks.fix({
    imageIds: (await client.pictures.list()).map((one) => one.id),
    wishes: [{ kind: 'scale-down', longestEdge: 20 }],
  })
  const killed = await killDuring(async () => {
    const { action } = await client.sendAgain.start({ images: all })
    await client.sendAgain.undo({ action: action ?? 0 })
  })
  await core.stop()

  const found: string[] = []
  for (const one of killed)
    await continueIn(one, async ({ client: after }, database) => {
      const queued = [count(database, exchanges), count(database, uploads), count(database, 'attach_pictures')]
      found.push(JSON.stringify(queued))
      const actions = database.prepare("SELECT pictures FROM actions WHERE facts ->> '$.kind' = 'send-again'").all()
      expect(actions.every((row) => row.pictures === pictures)).toBe(true)
      await after.sendAgain.start({ images: all })
      expect([count(database, exchanges), count(database, uploads)]).toEqual([1, pictures])
      const { kept, again } = compareDerived(new DatabaseSync(libraryFile(one)))
      expect(kept).toEqual(again)
    })
  // Before, in the middle, and afterwards.
  expect([...new Set(found)]).toEqual(['[0,0,0]', `[1,${pictures},${pictures}]`, `[0,0,${pictures}]`])
})
