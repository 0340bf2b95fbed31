import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { addAttachPictures, placePictures } from '../../../../electron/core/pictures/library/attach-pictures.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createPictureVersions } from '../../../../electron/core/pictures/library/picture-versions.ts'
import { queueUpload } from '../../../../electron/core/pictures/library/queue-upload.ts'
import { createPictureRemoval } from '../../../../electron/core/pictures/library/remove-pictures.ts'
import { createSourceStore } from '../../../../electron/core/pictures/library/source-store.ts'
import { beginAction } from '../../../../electron/core/queue/action-store.ts'
import { cancelEach } from '../../../../electron/core/queue/cancel-jobs.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import { moveJobsAbout } from '../../../../electron/core/queue/move-jobs.ts'
import { settleDependents } from '../../../../electron/core/queue/settle-dependents.ts'
import type { Job } from '../../../../shared/queue/jobs.ts'

/** Six pictures; the last two are files that changed since the first two were added. */
const pictures = Array.from({ length: 6 }, (_, index) => `img_${String(index).padStart(32, '0')}`)
const connectionId = 'con_1'

const chosen = fc.uniqueArray(fc.nat(pictures.length - 1), { minLength: 1, maxLength: 4 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: chosen }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: chosen }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('attach' as const), which: chosen, product: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), which: chosen }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('work' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refuse' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('version' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), which: chosen }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const open = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  // A clock that stands still: order must not come from it.
  const clock = { now: () => 1_000 }
  const start = () => {
    const jobs = createJobStore(journal, operationDefinitions)
    const images = createImageStore(journal)
    const sources = createSourceStore(journal)
    const removal = createPictureRemoval({ journal, jobs, clock, products: { get: () => ({}) } })
    const versions = createPictureVersions({
      journal,
      jobs,
      images,
      sources,
      removal,
      clock,
      isDecided: 'FALSE',
      onKeptApart: () => {},
      onVersion: () => {},
      onSeparated: () => {},
    })
    return { journal, jobs, images, sources, removal, versions }
  }
  let run = start()
  const action = beginAction(journal, { kind: 'add' })
  /** Jobs that a person cancelled. */
  const given = new Set<string>()
  let product = 0

  const addPicture = (id: string): void => {
    const index = pictures.indexOf(id)
    const name = `${index % 4}.png`
    run.images.add({
      ...{ id, sha256: id.slice(4), name, format: 'png', bytes: 10, width: 1, height: 1, orientation: 1 },
      ...{ hasAlpha: false, hasGps: false, origin: { kind: 'file', path: `/shoot/${name}` }, addedAt: 1, staged: `originals/${id}` },
      ...{ version: 1, check: 'passed' },
    } as Parameters<typeof run.images.add>[0])
    queueUpload(run, action, id, connectionId, 1_000)
  }
  const isOpen = ({ status }: Job): boolean => status.state === 'waiting' || status.state === 'parked'
  const openJobs = (): Job[] => run.jobs.list().filter(isOpen)
  const ready = (): Job[] => openJobs().filter(({ id, status }) => status.state === 'waiting' && run.jobs.standing(id)?.blockedBy === 0)

  const end = (job: Job, isRefused: boolean): void => {
    run.jobs.apply(job.id, { kind: 'start', at: 1_000 })
    const reason = { code: 'rejected', failure: { kind: 'unexpected', said: 'no' } } as const
    const after = run.jobs.apply(
      job.id,
      isRefused ? { kind: 'park', at: 1_000, reason, choices: ['retry'] } : { kind: 'succeed', at: 1_000, notes: [], repeat: null },
    )
    const { work } = job
    const image = work.operation === 'upload-source' ? run.images.get(work.imageId) : undefined
    if (image && !isRefused) run.sources.save(connectionId, image.sha256, `src_${image.sha256}`, 1)
    if (after) settleDependents(journal, run.jobs, after, 1_000)
  }

  const present = (which: readonly number[]): string[] => run.images.listPresent(which.map((index) => pictures[index] ?? ''))

  const attach = (which: readonly number[], number: number): void => {
    const ids = present(which)
    if (ids.length === 0) return
    const productRef = `product_${number === 0 ? 0 : product}`
    const jobId = run.jobs.newId()
    const waiting = ids.flatMap((id) => (run.sources.get(connectionId, id) ? [] : [queueUpload(run, action, id, connectionId, 1_000)]))
    const before = run.jobs
      .list({ operation: 'attach-sources' })
      .filter((one) => isOpen(one) && one.work.operation === 'attach-sources' && one.work.productRef === productRef)
    addAttachPictures(journal, jobId, placePictures(ids))
    const work = {
      operation: 'attach-sources',
      productRef,
      attribute: 'Images',
      pictures: ids.length,
      current: null,
      asked: 1,
      onlyReady: false,
      waits: true,
    } as const
    run.jobs.add(
      action,
      work,
      connectionId,
      [...waiting, ...before].map(({ id }) => id),
      1_000,
      jobId,
    )
  }

  const ask = (which: readonly number[]): void => {
    for (const imageId of present(which)) {
      const work = { operation: 'analyse-image', imageId, question: 'Red?' } as const
      if (!run.jobs.find(work, connectionId, ['waiting', 'running', 'parked', 'done'])) run.jobs.add(action, work, connectionId, [], 1_000)
    }
  }

  const cancel = (at: number): void => {
    const all = openJobs()
    const one = all[at % all.length]
    if (!one) return
    cancelEach([one.id], { journal, jobs: run.jobs, clock })
    given.add(one.id)
  }

  const play = async (one: Step): Promise<void> => {
    const ids = 'which' in one ? one.which.map((index) => pictures[index] ?? '') : []
    if (one.kind === 'remove') await run.removal.remove(ids)
    if (one.kind === 'restore') await run.removal.restore(ids)
    if (one.kind === 'restart') run = start()
    if (one.kind === 'version') await run.versions.makeVersions(null)
    journal.write(() => {
      if (one.kind === 'attach') attach(one.which, one.product)
      if (one.kind === 'ask') ask(one.which)
      if (one.kind === 'cancel') cancel(one.at)
      if (one.kind === 'drop') for (const id of ids) if (!run.images.isPresent(id)) addPicture(id)
      if (one.kind === 'merge') {
        // The record that it was queued for is another one's now.
        moveJobsAbout(
          journal,
          { operation: 'attach-sources', field: 'productRef', from: `product_${product}`, into: `product_${product + 1}` },
          'all',
        )
        product++
      }
      const now = ready()
      const job = 'at' in one ? now[one.at % now.length] : undefined
      if (job && (one.kind === 'work' || one.kind === 'refuse')) end(job, one.kind === 'refuse')
    })
  }

  /** All is restored and worked off; what a person has to settle is retried. */
  const finish = async (): Promise<void> => {
    await run.removal.restore(pictures)
    for (let round = 0; round < 100; round++) {
      const parked = openJobs().filter(({ status }) => status.state === 'parked' && status.reason.code === 'rejected')
      const now = ready()
      if (now.length + parked.length === 0) return
      journal.write(() => {
        for (const { id } of parked) {
          const after = run.jobs.apply(id, { kind: 'retry', at: 1_000 })
          if (after) settleDependents(journal, run.jobs, after, 1_000)
        }
        for (const { id } of now) {
          const job = run.jobs.get(id)
          if (job?.status.state === 'waiting') end(job, false)
        }
      })
    }
  }
  journal.write(() => {
    for (const id of pictures) addPicture(id)
  })
  /** Cancelled, by no person, and not about a picture that became a version of another one. */
  const isLost = ({ id, status, work }: Job): boolean =>
    status.state === 'cancelled' && !given.has(id) && (!('imageId' in work) || run.images.isPresent(work.imageId as string))
  return { play, finish, isLost, jobs: () => run.jobs.list(), close: journal.close }
}

it('loses no work and lets none wait for ever, whatever is removed, restored, attached, cancelled and made a version, and restarted in between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const library = open()
      for (const one of steps) await library.play(one)
      await library.finish()
      const jobs = library.jobs()
      expect(jobs.filter(({ status }) => status.state === 'waiting' || status.state === 'running')).toEqual([])
      // Dropped again, a picture comes back without the work that its removal cancelled.
      if (!steps.some(({ kind }) => kind === 'drop')) expect(jobs.filter(library.isLost)).toEqual([])
      library.close()
    }),
    { numRuns: 200 },
  )
})
