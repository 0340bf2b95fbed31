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

/** Written in pieces of 20, each a turn of its own. */
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

it('queues the exchange of a long list as a whole or not at all, wherever a kill comes, and sending again completes it', async () => {
  const dataFolder = join(folder, 'data')
  await makeLibraryWithLongList(dataFolder, pictures)
  const { core, client, killDuring } = await openAndCopy(dataFolder)
  await client.queue.pause()
  await client.checks.fix({
    imageIds: (await client.pictures.list()).map((one) => one.id),
    wishes: [{ kind: 'scale-down', longestEdge: 20 }],
  })
  const killed = await killDuring(() => client.sendAgain.start({ images: all }))
  await core.stop()

  const whole: number[] = []
  const queuedBefore: number[] = []
  for (const one of killed)
    await continueIn(one, async ({ client: after }, database) => {
      whole.push(count(database, exchanges))
      queuedBefore.push(count(database, uploads))
      const actions = database.prepare("SELECT pictures FROM actions WHERE facts ->> '$.kind' = 'send-again'").all()
      expect(actions.every((row) => row.pictures === pictures)).toBe(true)
      // Nothing of a list without its job is left.
      expect(count(database, 'attach_pictures')).toBe(whole.at(-1) === 1 ? pictures : 0)
      expect(count(database, "settings WHERE key LIKE 'attach-begun%'")).toBe(0)
      await after.sendAgain.start({ images: all })
      expect(count(database, exchanges)).toBe(1)
      expect(count(database, uploads)).toBe(pictures)
      expect(count(database, 'attach_pictures')).toBe(pictures)
      const { kept, again } = compareDerived(new DatabaseSync(libraryFile(one)))
      expect(kept).toEqual(again)
    })
  // The kills were before, in the middle of, and after the pieces.
  expect(new Set(whole)).toEqual(new Set([0, 1]))
  expect(queuedBefore.filter((n) => n > 0 && n < pictures).length).toBeGreaterThan(3)
})

it('takes the exchange back as a whole, wherever a kill comes, and undoing again takes back the rest', async () => {
  const dataFolder = join(folder, 'data')
  await makeLibraryWithLongList(dataFolder, pictures)
  const { core, client, killDuring } = await openAndCopy(dataFolder)
  await client.queue.pause()
  await client.checks.fix({
    imageIds: (await client.pictures.list()).map((one) => one.id),
    wishes: [{ kind: 'scale-down', longestEdge: 20 }],
  })
  const { action } = await client.sendAgain.start({ images: all })
  const killed = await killDuring(() => client.sendAgain.undo({ action: action ?? 0 }))
  await core.stop()

  const open: number[] = []
  for (const one of killed)
    await continueIn(one, async ({ client: after }, database) => {
      open.push(count(database, uploads))
      // Uploads go after what needs them.
      if (count(database, exchanges) === 1) expect(open.at(-1)).toBe(pictures)
      await after.sendAgain.undo({ action: action ?? 0 })
      expect([count(database, exchanges), count(database, uploads)]).toEqual([0, 0])
    })
  expect(open.filter((n) => n > 0 && n < pictures).length).toBeGreaterThan(3)
})
