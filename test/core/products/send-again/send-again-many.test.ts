import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { keepIdsInPieces } from '../../../../shared/products/id-list.ts'
import { usualOrder } from '../../../../shared/products/usual-order.ts'
import { makeLibraryWithLongList } from '../../../support/library-with-long-list.ts'
import { openTestCore, type TestCore } from '../../../support/open-test-core.ts'
import { readAllIds } from '../../../support/read-all-ids.ts'

const pictures = 3_000
let folder: string
let opened: TestCore | undefined
afterEach(async () => {
  await opened?.core.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Statements that write, in one turn of the event loop. */
const countWrites = () => {
  let [inTurn, most, isOn] = [0, 0, true]
  const turn = (): void => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (isOn) setImmediate(turn)
  }
  turn()
  return {
    add: () => inTurn++,
    most: () => most,
    begin: () => {
      most = 0
    },
    stop: () => {
      isOn = false
    },
  }
}

it('one list of 3,000 pictures is sent again, fixed, cancelled and undone with few writes in each turn of the event loop', async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-again-'))
  await makeLibraryWithLongList(folder, pictures)
  const writes = countWrites()
  let time = 0
  opened = await openTestCore(folder, {
    // Each look at the clock is another tenth of a second: no turn takes a second piece.
    clock: { now: Date.now, monotonic: () => (time += 100) },
    openDatabaseFile: (path, options) => {
      const database = systemPlatform.openDatabaseFile(path, options)
      const prepare = database.prepare.bind(database)
      return Object.assign(database, {
        prepare: (sql: string) => {
          const statement = prepare(sql)
          const run = statement.run.bind(statement)
          return Object.assign(statement, {
            run: (...values: Parameters<typeof run>) => {
              writes.add()
              return run(...values)
            },
          })
        },
      })
    },
  })
  const { client } = opened
  await client.queue.pause()
  const imageIds = await keepIdsInPieces(await readAllIds(client, { sort: usualOrder, filter: {} }), client.library.keepIds)
  writes.begin()
  const fixed = await client.checks.fix({ imageIds, wishes: [{ kind: 'scale-down', longestEdge: 20 }] })
  expect(fixed.pictures).toBe(pictures)
  const { action, ...started } = await client.sendAgain.start({ images: { kind: 'selected', ids: imageIds } })
  expect(started).toMatchObject({ pictures, uploads: pictures, products: 1 })
  expect(await client.sendAgain.start({ images: { kind: 'all' } })).toMatchObject({ pictures: 0, uploads: 0, queued: pictures })
  expect(await client.sendAgain.undo({ action: action ?? 0 })).toEqual({ cancelled: 1, products: 0 })
  expect(opened.core.progress()).toMatchObject({ waiting: 0, parked: 0 })
  writes.stop()
  expect(writes.most()).toBeGreaterThan(20)
  expect(writes.most()).toBeLessThan(600)
})
