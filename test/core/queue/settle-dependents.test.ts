import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import type { Operations } from '../../../electron/core/queue/operation.ts'
import { retryJobs } from '../../../electron/core/queue/retry-jobs.ts'
import { hasUnsettled, settleDependents, withBlockers } from '../../../electron/core/queue/settle-dependents.ts'
import type { JobWork } from '../../../shared/queue/jobs.ts'
import { anAction } from '../../support/an-action.ts'
import { constantLimit, measureGrowth } from '../../support/measure-growth.ts'

it('an attach of 4,000 pictures isn’t rewritten for each upload, always knows how many are missing, and starts after the last', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-dependents-'))
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const imageIds = Array.from({ length: 4_000 }, (_, index) => `img_${String(index).padStart(24, '0')}`)
  const { uploads, attach } = journal.write(() => {
    const uploads = imageIds.map((imageId) => jobs.add(anAction, { operation: 'upload-source', imageId }, 'c', [], 1).id)
    const work = {
      operation: 'attach-sources',
      productRef: 'p',
      attribute: 'images',
      pictures: imageIds.length,
      current: null,
      asked: 1,
      onlyReady: false,
      waits: false,
    } as const
    return { uploads, attach: jobs.add(anAction, work, 'c', uploads, 1).id }
  })
  database.exec(`CREATE TEMP TABLE written (times INTEGER); INSERT INTO written VALUES (0);
    CREATE TEMP TRIGGER count_written AFTER UPDATE ON main.jobs WHEN NEW.operation = 'attach-sources' BEGIN UPDATE written SET times = times + 1; END`)
  const blockers = (): number => {
    const job = jobs.get(attach)
    return job ? withBlockers(journal, jobs, job).blockedBy : -1
  }
  const finish = (id: string): void =>
    journal.write(() => {
      jobs.apply(id, { kind: 'start', at: 2 })
      const done = jobs.apply(id, { kind: 'succeed', at: 3, notes: [], repeat: null })
      if (done) settleDependents(journal, jobs, done, 3)
    })
  for (const id of uploads.slice(0, 3_999)) finish(id)
  expect(blockers()).toBe(1)
  expect(jobs.ready('attach-sources', 'c', 10, 5)).toEqual([])
  expect(journal.get('SELECT times FROM written')?.times).toBe(0)
  finish(uploads[3_999] ?? '')
  expect(jobs.ready('attach-sources', 'c', 10, 5).map((job) => job.id)).toEqual([attach])
  expect(Number(journal.get('SELECT times FROM written')?.times)).toBeLessThanOrEqual(2)
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a retried attach reports at once that its upload was cancelled, and delays no later attach', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-dependents-'))
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const attempt = async () => ({ kind: 'done', sent: false, commit: () => null }) as const
  const operations = Object.fromEntries(
    Object.entries(operationDefinitions).map(([name, definition]) => [name, { ...definition, attempt }]),
  ) as unknown as Operations
  const of = (...imageIds: string[]): JobWork => ({
    operation: 'attach-sources',
    productRef: 'p',
    attribute: 'images',
    pictures: imageIds.length,
    current: null,
    asked: 1,
    onlyReady: false,
    waits: false,
  })
  const { first, second } = journal.write(() => {
    const upload = jobs.add(anAction, { operation: 'upload-source', imageId: 'one' }, 'c', [], 1)
    const first = jobs.add(anAction, of('one'), 'c', [upload.id], 1)
    const second = jobs.add(anAction, of('two'), 'c', [first.id], 1)
    const cancelled = jobs.apply(upload.id, { kind: 'cancel', at: 2 })
    if (cancelled) settleDependents(journal, jobs, cancelled, 2)
    return { first: first.id, second: second.id }
  })
  expect(jobs.ready('attach-sources', 'c', 10, 5).map((job) => job.id)).toEqual([second])
  const reason = { code: 'uncertain', failure: { kind: 'unexpected', said: 'It may have been done.' } } as const
  journal.write(() => jobs.apply(first, { kind: 'doubt', at: 3, park: { reason, choices: ['again'] }, note: { kind: 'restored' } }))
  const ports = { journal, jobs, operations, clock: { now: () => 4 }, connectionId: () => 'c' }
  await retryJobs({ jobIds: [first], choice: 'again' }, ports)
  expect(jobs.get(first)?.status).toMatchObject({ state: 'parked', reason: { code: 'depends-on-failed' }, choices: ['wait'] })
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

it.each([
  ['the upload', 'the creation', (upload: string, creation: string) => [upload, creation]],
  ['the creation', 'the upload', (upload: string, creation: string) => [creation, upload]],
])('an attach is set aside where %s fails before %s', (_, __, order) => {
  const folder = mkdtempSync(join(tmpdir(), 'packshot-dependents-'))
  const { database } = openDatabase(folder, systemPlatform)
  const journal = createJournal(database, systemPlatform)
  const jobs = createJobStore(journal, operationDefinitions)
  const reason = { code: 'odd-answer', failure: { kind: 'unexpected', said: '' } } as const
  const attach = journal.write(() => {
    const upload = jobs.add(anAction, { operation: 'upload-source', imageId: 'one' }, 'c', [], 1).id
    const creation = jobs.add(anAction, { operation: 'create-product', productRef: 'p', name: 'Mug' }, 'c', [], 1).id
    const work = {
      operation: 'attach-sources',
      productRef: 'p',
      attribute: 'images',
      pictures: 1,
      current: null,
      asked: 1,
      onlyReady: false,
      waits: false,
    } as const
    const attach = jobs.add(anAction, work, 'c', [upload, creation], 1).id
    for (const id of order(upload, creation)) jobs.apply(id, { kind: 'start', at: 2 })
    for (const id of order(upload, creation)) {
      const parked = jobs.apply(id, { kind: 'park', at: 3, reason, choices: ['again'] })
      if (parked) settleDependents(journal, jobs, parked, 3)
    }
    return attach
  })
  expect(jobs.get(attach)?.status).toMatchObject({ state: 'parked', reason: { code: 'depends-on-failed' } })
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

it('whether a job of three pictures still waits for one is looked up, however many other jobs wait', () => {
  const closing: (() => void)[] = []
  const openBeside = (waiting: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'packshot-dependents-'))
    const journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
    closing.push(() => {
      journal.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const jobs = createJobStore(journal, operationDefinitions)
    const upload = (imageId: string) => jobs.add(anAction, { operation: 'upload-source', imageId }, 'c', [], 1).id
    return journal.write(() => {
      for (let at = 0; at < waiting; at++) upload(`other_${at}`)
      const uploads = ['a', 'b', 'c'].map(upload)
      for (const id of uploads) {
        jobs.apply(id, { kind: 'start', at: 2 })
        jobs.apply(id, { kind: 'succeed', at: 3, notes: [], repeat: null })
      }
      const about = { productRef: 'p', attribute: 'images', pictures: 3, current: null, asked: 1, onlyReady: false, waits: false } as const
      const id = jobs.add(anAction, { operation: 'attach-sources', ...about }, 'c', uploads, 4).id
      return { journal, id }
    })
  }
  const growth = measureGrowth(
    (length) => {
      const { journal, id } = openBeside(length)
      expect(hasUnsettled(journal, id)).toBe(false)
      return () => hasUnsettled(journal, id)
    },
    400,
    constantLimit,
  )
  for (const close of closing) close()
  expect(growth).toBeLessThan(constantLimit)
})
