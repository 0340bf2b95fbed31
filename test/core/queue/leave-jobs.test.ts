import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { cancelEach } from '../../../electron/core/queue/cancel-jobs.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import { type Left, leaveJob, takeUpAgain } from '../../../electron/core/queue/leave-jobs.ts'
import type { Operations } from '../../../electron/core/queue/operation.ts'
import { countBlockers, hasUnsettled, settleDependents } from '../../../electron/core/queue/settle-dependents.ts'
import type { JobWork } from '../../../shared/queue/jobs.ts'

const uploads = 4
const attaches = 4
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('leave', 'leave', 'end', 'end', 'park', 'cancel', 'undo', 'undo'),
    which: fc.nat(uploads + attaches - 1),
  }),
  { minLength: 3, maxLength: 14 },
)
const dependencies = fc.array(fc.subarray([0, 1, 2, 3], { minLength: 1 }), { minLength: attaches, maxLength: attaches })

it('a job that is taken up again waits only for what is still to come', () => {
  fc.assert(
    fc.property(dependencies, steps, (needs, deeds) => {
      const database = new DatabaseSync(':memory:')
      migrate(database)
      const journal = createJournal(database, systemPlatform)
      const jobs = createJobStore(journal, operationDefinitions)
      let now = 1_000
      const clock = { now: () => (now += 1) }
      const ports = { journal, jobs, operations: {} as Operations, clock }
      const action = { id: 'act_1', facts: { kind: 'add' } } as const
      const add = (work: JobWork, on: readonly string[]) => journal.write(() => jobs.add(action, work, 'con_1', on, clock.now()).id)
      const ids = Array.from({ length: uploads }, (_, at) => add({ operation: 'upload-source', imageId: `img_${at}` }, []))
      for (const [at, on] of needs.entries()) {
        const [imageIds, dependsOn] = [on.map((one) => `img_${one}`), on.map((one) => ids[one] ?? '')]
        const work = { operation: 'attach-sources', productRef: `product_${at}`, attribute: 'Images', imageIds, current: null }
        ids.push(add(work as unknown as JobWork, dependsOn))
      }
      const left: Left[] = []
      const settle = (id: string, end: 'end' | 'park'): void => {
        const reason = { code: 'rejected', failure: { kind: 'unexpected', said: 'no' } } as const
        if (jobs.get(id)?.status.state !== 'waiting' || jobs.get(id)?.blockedBy !== 0) return
        jobs.apply(id, { kind: 'start', at: clock.now() })
        const after =
          end === 'end'
            ? jobs.apply(id, { kind: 'succeed', at: clock.now(), notes: [], repeat: null })
            : jobs.apply(id, { kind: 'park', at: clock.now(), reason, choices: ['retry'] })
        if (after) settleDependents(journal, jobs, after, clock.now())
      }
      for (const { what, which } of deeds)
        journal.write(() => {
          const job = jobs.get(ids[which] ?? '')
          if (!job) return
          if (what === 'end' || what === 'park') settle(job.id, what)
          else if (what === 'cancel') cancelEach([job.id], ports)
          else if (what === 'undo') for (const one of left.splice(0)) takeUpAgain(one, ports)
          else if (job.status.state === 'waiting' || job.status.state === 'parked') left.push(...leaveJob(job, ports))
        })
      for (const id of ids) {
        const job = jobs.get(id)
        // While others of what it waits for are open, its number is brought up to date with the last of them.
        if (job?.status.state === 'waiting' && !hasUnsettled(journal, id)) expect(job.blockedBy).toBe(countBlockers(journal, jobs, job))
        if (job?.status.state === 'waiting' && job.blockedBy > 0) expect(hasUnsettled(journal, id)).toBe(true)
      }
      journal.close()
    }),
    { numRuns: 150 },
  )
})
