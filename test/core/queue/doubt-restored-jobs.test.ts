import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { doubtRestoredJobs } from '../../../electron/core/queue/doubt-restored-jobs.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import { reopen } from '../../../electron/core/queue/reopen-jobs.ts'
import { reopenJobsAbout, shelveJobs, shelveJobsAbout } from '../../../electron/core/queue/shelve-jobs.ts'

it('work of removed things is in doubt after a restore, too, once it comes back with these', () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const ports = { journal, jobs, clock: { now: () => 50 } }
  const action = { id: 'act_1', facts: { kind: 'add' } } as const
  const { upload, create, given } = journal.write(() => ({
    upload: jobs.add(action, { operation: 'upload-source', imageId: 'img_1' }, 'con_1', [], 1).id,
    create: jobs.add(action, { operation: 'create-product', productRef: 'product_1', name: 'Mug' }, 'con_1', [], 1).id,
    given: jobs.add(action, { operation: 'upload-source', imageId: 'img_2' }, 'con_1', [], 1).id,
  }))
  journal.write(() => {
    shelveJobsAbout(ports, { operations: ['upload-source'], subjects: ['img_1'], dependents: [], at: 10 })
    shelveJobs(ports, [create], 10)
    jobs.apply(given, { kind: 'cancel', at: 10 })
    doubtRestoredJobs(jobs, 20)
    reopenJobsAbout(ports, { operations: ['upload-source'], removed: [['img_1', 10]], dependents: [], now: 30 })
    reopen(create, ports)
    reopen(given, ports)
  })
  // An upload may run again, and says so; a creation must not, before a person has looked.
  expect(jobs.get(upload)).toMatchObject({ status: { state: 'waiting' }, uncertainAttempts: 1, notes: [{ kind: 'restored' }] })
  expect(jobs.get(create)).toMatchObject({
    status: { state: 'parked', reason: { failure: { kind: 'uncertain-after-restore' } }, choices: ['exists', 'again'] },
  })
  // That one was given up before.
  expect(jobs.get(given)).toMatchObject({ status: { state: 'waiting' }, uncertainAttempts: 0 })
  journal.close()
})
