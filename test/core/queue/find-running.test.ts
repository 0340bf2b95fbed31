import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import { anAction } from '../../support/an-action.ts'
import { constantLimit, measureGrowth } from '../../support/measure-growth.ts'

const closed: (() => void)[] = []
afterEach(() => {
  for (const close of closed.splice(0)) close()
})

const openJobs = (waiting: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-jobs-'))
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  closed.push(() => {
    journal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const jobs = createJobStore(journal, operationDefinitions)
  journal.write(() => {
    for (let index = 0; index < waiting; index++) jobs.add(anAction, { operation: 'upload-source', imageId: `img_${index}` }, null, [], 0)
    const running = jobs.list({ state: 'waiting', limit: 3 }).reverse()
    for (const { id } of running) jobs.apply(id, { kind: 'start', at: 1 })
  })
  return jobs
}

it('finds running jobs, the oldest first, without reading those that wait', () => {
  const jobs = openJobs(10)
  expect(jobs.list({ state: 'running' }).map((job) => job.work)).toEqual(
    [0, 1, 2].map((index) => ({ operation: 'upload-source', imageId: `img_${index}` })),
  )
  const growth = measureGrowth(
    (length) => {
      const many = openJobs(length)
      return () => many.list({ state: 'running' })
    },
    400,
    constantLimit,
  )
  expect(growth).toBeLessThan(constantLimit)
})
