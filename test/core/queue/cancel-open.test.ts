import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { cancelEach, cancelOpen, type OpenJobs } from '../../../electron/core/queue/cancel-jobs.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import type { JobWork } from '../../../shared/queue/jobs.ts'

/** One job to add: of which kind, on which earlier ones it depends, where, and what became of it. */
type Made = {
  readonly kind: 'upload-source' | 'create-product' | 'attach-sources' | 'analyse-image'
  readonly on: readonly number[]
  readonly connection: 'con_1' | 'con_2' | null
  readonly action: 1 | 2
  readonly became: 'waiting' | 'running' | 'parked' | 'done' | 'cancelled'
  readonly uncertain: boolean
}

const made: fc.Arbitrary<Made> = fc.record({
  kind: fc.constantFrom('upload-source', 'upload-source', 'create-product', 'attach-sources', 'attach-sources', 'analyse-image'),
  on: fc.array(fc.nat(30), { maxLength: 3 }),
  connection: fc.constantFrom('con_1', 'con_1', 'con_1', 'con_2', null),
  action: fc.constantFrom(1, 2),
  became: fc.constantFrom('waiting', 'waiting', 'waiting', 'running', 'parked', 'done', 'cancelled'),
  uncertain: fc.boolean(),
})

const states = fc.constantFrom(
  ...([
    ['running', 'waiting'],
    ['waiting', 'parked'],
    ['running', 'waiting', 'parked'],
  ] as const),
)
const named: fc.Arbitrary<Omit<OpenJobs, 'states'>> = fc.constantFrom(
  {},
  { connectionId: 'con_1', operation: undefined },
  { connectionId: null },
  { operation: 'upload-source' },
  { operation: 'create-product' },
  { connectionId: 'con_1', operation: 'upload-source' },
  { action: 1 },
  { connectionId: 'con_1', action: 1 },
)
const meant = fc.tuple(states, named).map(([of, by]): OpenJobs => ({ ...by, states: of }))

const workOf = (kind: Made['kind'], index: number): JobWork => {
  switch (kind) {
    case 'upload-source':
      return { operation: kind, imageId: `img_${index}` }
    case 'analyse-image':
      return { operation: kind, imageId: `img_${index}`, question: 'Red?' }
    case 'create-product':
      return { operation: kind, productRef: `product_${index}`, name: `Product ${index}` }
    case 'attach-sources':
      return {
        operation: kind,
        productRef: `product_${index}`,
        attribute: 'Images',
        imageIds: [`img_${index}`],
        current: null,
      } as unknown as JobWork
  }
}

const at = 1_000

const openJobs = (all: readonly Made[]) => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const ids: string[] = []
  journal.write(() => {
    for (const [index, { kind, on, connection, action, uncertain }] of all.entries()) {
      const earlier = ids.filter((_, other) => all[other]?.kind === 'upload-source' || all[other]?.kind === 'create-product')
      const dependsOn = [...new Set(on.flatMap((other) => earlier[other % earlier.length] ?? []))]
      const begun = { id: `act_${action}_${connection}`, facts: { kind: 'add' } } as const
      const job = jobs.add(begun, workOf(kind, index), connection, kind === 'attach-sources' ? dependsOn : [], index + 1)
      ids.push(job.id)
      if (uncertain) jobs.save({ ...job, uncertainAttempts: 1 })
    }
    for (const [index, { became }] of all.entries()) {
      const id = ids[index] ?? ''
      const reason = { code: 'rejected', failure: { kind: 'unexpected', said: 'no' } } as const
      if (became === 'running' || became === 'done') jobs.apply(id, { kind: 'start', at: 500 })
      if (became === 'done') jobs.apply(id, { kind: 'succeed', at: 600, notes: [], repeat: null })
      if (became === 'parked') jobs.apply(id, { kind: 'park', at: 600, reason, choices: ['retry'] })
      if (became === 'cancelled') jobs.apply(id, { kind: 'cancel', at: 600 })
    }
  })
  const rows = () =>
    journal.all('SELECT operation, subject, state, status, not_before, blocked_by, updated_at, attempts FROM jobs ORDER BY seq')
  const counts = () => [
    journal.all('SELECT * FROM job_counts WHERE jobs > 0 ORDER BY 1, 2, 3'),
    journal.all('SELECT * FROM action_work ORDER BY 1, 2'),
  ]
  return { journal, jobs, ids, rows, counts, clock: { now: () => at }, close: journal.close }
}

/** One after the other, the newest first, each with what depends on it; parked ones first, since what is parked for them counts them once. */
const oneByOne = ({ journal, jobs, clock }: ReturnType<typeof openJobs>, { states, ...named }: OpenJobs, left: readonly string[]): void =>
  journal.write(() => {
    const open = (['running', 'parked', 'waiting'] as const).filter((state) => states.includes(state))
    for (const id of open.flatMap((state) => jobs.listIds({ ...named, state }).reverse())) {
      const job = jobs.get(id)
      const mayBeDone = job !== undefined && job.uncertainAttempts > 0 && left.includes(job.work.operation)
      if (!mayBeDone) cancelEach([id], { journal, jobs, clock })
    }
  })

it('jobs cancelled by statements are as if each had been cancelled by itself', () => {
  fc.assert(
    fc.property(fc.array(made, { minLength: 6, maxLength: 25 }), meant, fc.boolean(), (all, open, leaves) => {
      const left = leaves ? (['create-product', 'attach-sources'] as const) : []
      const [together, apart] = [openJobs(all), openJobs(all)]
      const before = together.rows().filter(({ state }) => state === 'cancelled').length
      const { cancelled } = together.journal.write(() => cancelOpen(open, left, together))
      oneByOne(apart, open, left)
      expect(together.rows()).toEqual(apart.rows())
      expect(together.counts()).toEqual(apart.counts())
      expect(cancelled).toBeLessThanOrEqual(together.rows().filter(({ state }) => state === 'cancelled').length - before)
      together.close()
      apart.close()
    }),
    { numRuns: 60 },
  )
})
