import { expect, it } from 'vitest'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { filesThatDoNotFlush } from '../../../support/failing-files.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

/** Set when the list to send is written: the disk has no room to flush that. */
let isFull = false
let failures = 0

const library = prepareTestLibrary({
  ...filesThatDoNotFlush(() => {
    if (!isFull) return null
    failures++
    return 'ENOSPC'
  }),
  openDatabaseFile: (path, options) => {
    const database = systemPlatform.openDatabaseFile(path, options)
    const prepare = database.prepare.bind(database)
    database.prepare = (sql) => {
      const statement = prepare(sql)
      if (!sql.startsWith('INSERT INTO facts')) return statement
      const run = statement.run.bind(statement) as (...args: unknown[]) => ReturnType<typeof statement.run>
      statement.run = (...args: unknown[]) => {
        if (args.includes('sent') && failures === 0) isFull = true
        return run(...args)
      }
      return statement
    }
    return database
  },
})

it('a list that was not sent because its record found no room on the disk is not in doubt afterwards', async () => {
  await library.add(['one.png'])
  await library.connect()
  await library.start()
  await library.settled()
  await library.attach(['one.png'])
  await waitFor(() => failures > 0)
  expect(library.service().received.filter(({ method }) => method === 'PATCH')).toHaveLength(0)
  isFull = false
  await library.settled()
  const [attach] = await library.client().jobs.list({ operation: 'attach-sources' })
  expect(attach).toMatchObject({ status: { state: 'done' }, notes: [], uncertainAttempts: 0 })
  expect(library.service().received.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})
