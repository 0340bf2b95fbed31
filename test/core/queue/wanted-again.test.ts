import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { queueQuestions } from '../../../electron/core/answers/questions/ask.ts'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { cancelOpen } from '../../../electron/core/queue/cancel-jobs.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import { anAction } from '../../support/an-action.ts'

it('a question that is asked again while its cancelled job still runs is tried again, once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-wanted-'))
  const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  onTestFinished(() => {
    journal.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const jobs = createJobStore(journal, operationDefinitions)
  const clock = { now: () => 10 }
  const work = { operation: 'analyse-image', imageId: 'img_1', question: 'Red?' } as const
  const id = journal.write(() => {
    const added = jobs.add(anAction, work, 'con_1', [], 1)
    jobs.apply(added.id, { kind: 'start', at: 2 })
    return added.id
  })
  const open = { states: ['running', 'waiting'], connectionId: 'con_1' } as const
  journal.write(() => cancelOpen(open, [], { journal, jobs, clock }))
  expect(jobs.get(id)?.status).toMatchObject({ state: 'running', isCancelled: true })
  const asked = journal.write(() =>
    queueQuestions(
      { journal, jobs, clock },
      { imageIds: ['img_1'], questions: ['Red?'], again: false, action: anAction, connectionId: 'con_1' },
    ),
  )
  expect(asked).toMatchObject({ asked: 0, askedBefore: 1 })
  journal.write(() => jobs.apply(id, { kind: 'release', at: 11, because: null }))
  expect(jobs.get(id)?.status.state).toBe('waiting')
  expect(jobs.list({})).toHaveLength(1)
})
