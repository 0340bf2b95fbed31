import { beforeEach, expect, it } from 'vitest'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { waitFor } from '../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

/** How many commits of starts still find no room. */
let toRefuse = 0
let refused = 0
beforeEach(() => {
  toRefuse = refused = 0
})

const library = prepareTestLibrary({
  openDatabaseFile: (path, options) => {
    const database = systemPlatform.openDatabaseFile(path, options)
    const prepare = database.prepare.bind(database)
    let isStart = false
    database.prepare = (sql) => {
      const statement = prepare(sql)
      const run = statement.run.bind(statement) as (...args: unknown[]) => ReturnType<typeof statement.run>
      if (sql.startsWith('INSERT INTO request_counts'))
        statement.run = (...args: unknown[]) => {
          isStart = true
          return run(...args)
        }
      if (sql === 'COMMIT')
        statement.run = () => {
          const isRefused = isStart && toRefuse > 0
          isStart = false
          if (!isRefused) return run()
          toRefuse--
          refused++
          throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
        }
      return statement
    }
    return database
  },
})

const first = ['A.png', 'B.png']
const more = ['C.png', 'D.png', 'E.png', 'F.png', 'G.png', 'H.png', 'I.png']
const asked = (): number => library.service().received.filter(({ path }) => path === '/v1/image/analysis').length
const untilStopped = () =>
  waitFor(
    async () =>
      (await library.client().queue.status()).holds.some(({ kind }) => kind === 'limit') && (await library.counts()).running === 0,
  )

/** Two of five requests are sent; the start of three more is recorded on a full disk. */
const sendSome = async (): Promise<void> => {
  await library.add([...first, ...more], false)
  await library.connect()
  await library.client().connections.change({ stopAfter: 5 })
  await library.start()
  await library.ask(first, 'White?')
  await library.settled()
  expect(asked()).toBe(2)
}

it.each([1, 2])('“Stop after” counts what was sent where the disk refuses %i records of starts', async (count) => {
  await sendSome()
  toRefuse = count
  await library.ask(more, 'White?')
  await untilStopped()
  expect([refused, asked()]).toEqual([count, 5])
})
