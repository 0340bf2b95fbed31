import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import type { BegunAction } from '../../../electron/core/queue/action-store.ts'
import { cancelEach, cancelOpen } from '../../../electron/core/queue/cancel-jobs.ts'
import { findLastInLine } from '../../../electron/core/queue/find-jobs.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import { reopen } from '../../../electron/core/queue/reopen-jobs.ts'
import { settleDependents } from '../../../electron/core/queue/settle-dependents.ts'
import type { Job, JobWork } from '../../../shared/queue/jobs.ts'
import { anAction } from '../../support/an-action.ts'

const reason = { code: 'rejected', failure: { kind: 'unexpected', said: 'no' } } as const

const openQueue = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const ports = { journal, jobs, clock: { now: () => 1_000 } }
  const add = (work: JobWork, dependsOn: readonly string[] = [], action: BegunAction = anAction): string =>
    journal.write(() => jobs.add(action, work, 'c', dependsOn, 1)).id
  const settle = (job: Job | undefined): void => {
    if (job) settleDependents(journal, jobs, job, 10)
  }
  return {
    journal,
    jobs,
    ports,
    upload: (imageId: string): string => add({ operation: 'upload-source', imageId }),
    create: (productRef: string): string => add({ operation: 'create-product', productRef, name: 'Mug' }),
    attach: (productRef: string, dependsOn: readonly string[], action = 'one'): string =>
      add(
        {
          operation: 'attach-sources',
          productRef,
          attribute: 'Images',
          pictures: 1,
          current: null,
          asked: 1,
          onlyReady: false,
          waits: false,
        },
        dependsOn,
        { id: action, facts: { kind: 'add' } },
      ),
    cancel: (id: string): number => journal.write(() => cancelEach([id], ports)),
    reopen: (id: string): boolean => journal.write(() => reopen(id, ports)),
    finish: (id: string): void =>
      journal.write(() => {
        jobs.apply(id, { kind: 'start', at: 2 })
        settle(jobs.apply(id, { kind: 'succeed', at: 3, notes: [], repeat: null }))
      }),
    park: (id: string): void => journal.write(() => settle(jobs.apply(id, { kind: 'park', at: 3, reason, choices: ['again'] }))),
    stateOf: (id: string) => jobs.get(id)?.status.state,
    ready: (): string[] => jobs.ready('attach-sources', 'c', 2_000, 1_000).map((job) => job.id),
  }
}

it.each([['a creation'], ['an attach']] as const)('an attach whose cancel is undone doesn’t wait for %s that ended meanwhile', (kind) => {
  const queue = openQueue()
  const first = kind === 'a creation' ? queue.create('p') : queue.attach('p', [])
  const second = queue.attach('p', [first])
  queue.cancel(second)
  queue.finish(first)
  expect(queue.reopen(second)).toBe(true)
  expect(queue.ready()).toEqual([second])
})

it('an attach whose cancel is undone waits for those of its list that were queued meanwhile, which don’t wait for it', () => {
  const queue = openQueue()
  const first = queue.attach('p', [])
  const second = queue.attach('p', [first])
  const third = queue.attach('p', [first, second])
  queue.cancel(second)
  expect(queue.reopen(second)).toBe(true)
  queue.finish(first)
  expect(queue.ready()).toEqual([third])
  queue.finish(third)
  expect(queue.ready()).toEqual([second])
})

it('an attach whose cancel is undone stays with the product that its records were merged into', () => {
  const queue = openQueue()
  const attach = queue.attach('p', [])
  const other = queue.attach('q', [])
  queue.cancel(attach)
  queue.journal.write(() =>
    queue.journal.run("UPDATE jobs SET work = json_set(work, '$.productRef', 'q'), subject = ? WHERE id = ?", 'q\nimages', attach),
  )
  queue.reopen(attach)
  expect(queue.jobs.get(attach)?.work).toMatchObject({ productRef: 'q' })
  expect(queue.ready()).toEqual([other])
  queue.finish(other)
  expect(queue.ready()).toEqual([attach])
})

it('an attach stays cancelled while the creation of its product is', () => {
  const queue = openQueue()
  const creation = queue.create('p')
  const attach = queue.attach('p', [creation])
  queue.cancel(creation)
  expect(queue.stateOf(attach)).toBe('cancelled')
  expect(queue.reopen(attach)).toBe(false)
  expect(queue.reopen(creation)).toBe(true)
  expect(queue.reopen(attach)).toBe(true)
  expect(queue.ready()).toEqual([])
  queue.finish(creation)
  expect(queue.ready()).toEqual([attach])
})

it('an upload that was asked for again meanwhile isn’t done twice', () => {
  const queue = openQueue()
  const upload = queue.upload('a')
  queue.cancel(upload)
  queue.upload('a')
  expect(queue.reopen(upload)).toBe(false)
  expect(queue.stateOf(upload)).toBe('cancelled')
})

it('an attach waits again for an upload whose cancel is undone', () => {
  const queue = openQueue()
  const upload = queue.upload('a')
  const attach = queue.attach('p', [upload])
  queue.cancel(upload)
  expect(queue.stateOf(attach)).toBe('parked')
  queue.reopen(upload)
  expect(queue.stateOf(attach)).toBe('waiting')
  expect(queue.ready()).toEqual([])
  queue.finish(upload)
  expect(queue.ready()).toEqual([attach])
})

it('one that was parked for a person is parked for the same reason again, one cancelled while it runs runs on', () => {
  const queue = openQueue()
  const [parked, running] = [queue.create('p'), queue.create('q')]
  queue.park(parked)
  queue.journal.write(() => queue.jobs.apply(running, { kind: 'start', at: 2 }))
  for (const id of [parked, running]) {
    queue.cancel(id)
    expect(queue.reopen(id)).toBe(true)
  }
  expect(queue.jobs.get(parked)?.status).toEqual({ state: 'parked', at: 1_000, reason, choices: ['again'] })
  expect(queue.jobs.get(running)?.status).toEqual({ state: 'running', startedAt: 2 })
  expect(queue.reopen(parked)).toBe(false)
})

it('attaches of a list that each wait for the newest one only are done in their order, whichever of them are cancelled', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('cancel', 'cancel many', 'finish'), fc.nat(7)), { maxLength: 12 })
  fc.assert(
    fc.property(steps, (all) => {
      const queue = openQueue()
      const { journal, ports } = queue
      const attaches: string[] = []
      for (let index = 0; index < 8; index++) {
        const last = findLastInLine(journal, 'attach-sources', 'p\nimages')
        attaches.push(queue.attach('p', last === undefined ? [] : [last], index % 3 === 1 ? 'other' : 'one'))
      }
      expect(Number(journal.get('SELECT count(*) AS n FROM job_dependencies')?.n)).toBe(7)
      const other = Number(journal.get("SELECT seq FROM actions WHERE id = 'other'")?.seq)
      for (const [step, index] of all) {
        if (step === 'finish') queue.ready().slice(0, 1).forEach(queue.finish)
        else if (step === 'cancel') queue.cancel(attaches[index] ?? '')
        else journal.write(() => cancelOpen({ states: ['waiting', 'parked'], action: other }, [], ports))
        const waiting = attaches.filter((id) => queue.stateOf(id) === 'waiting')
        expect(queue.ready()).toEqual(waiting.slice(0, 1))
      }
      journal.close()
    }),
    { numRuns: 40, seed: 1 },
  )
})

it('whatever is cancelled, done and reopened in any order, all attaches of a list end once what they need has', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('cancel', 'reopen', 'finish', 'park'), fc.nat(5)), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (all) => {
      const queue = openQueue()
      const attaches: string[] = []
      for (let index = 0; index < 6; index++) attaches.push(queue.attach('p', attaches))
      for (const [step, index] of all) {
        const id = attaches[index] ?? ''
        if (step === 'finish') queue.ready().slice(0, 1).forEach(queue.finish)
        else queue[step](id)
      }
      for (const id of attaches) queue.reopen(id)
      for (let [next] = queue.ready(); next !== undefined; [next] = queue.ready()) queue.finish(next)
      expect(attaches.map(queue.stateOf).filter((state) => state !== 'done' && state !== 'parked')).toEqual([])
      queue.journal.close()
    }),
    { numRuns: 40, seed: 1 },
  )
})
