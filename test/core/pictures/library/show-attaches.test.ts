import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJournal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { addAttachPictures, leaveOutOfAttach, placePictures } from '../../../../electron/core/pictures/library/attach-pictures.ts'
import { createLibraryLists } from '../../../../electron/core/pictures/library/lists/library-lists.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import type { JobEvent } from '../../../../electron/core/queue/job-transition.ts'
import type { PictureState } from '../../../../shared/pictures/library.ts'
import { anAction } from '../../../support/an-action.ts'

const pictures = 510
const contents = Array.from({ length: pictures }, (_, at) => String(at).padStart(4, '0').padEnd(64, '0'))
const imageIds = contents.map(imageIdOf)
const connections = ['con_1', null] as const

const parked = (code: 'rejected' | 'depends-on-failed') =>
  ({ kind: 'park', at: 2, reason: { code, failure: { kind: 'unexpected', said: 'no' } }, choices: ['retry'] }) as unknown as JobEvent
const events: Readonly<Record<string, JobEvent>> = {
  cancel: { kind: 'cancel', at: 2 },
  retry: { kind: 'retry', at: 2 },
  park: parked('rejected'),
  miss: parked('depends-on-failed'),
}

const openLibrary = () => {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const images = createImageStore(journal)
  const facts = { format: 'jpeg', bytes: 1, width: 10, height: 10, orientation: 1, hasAlpha: false, hasGps: false, version: 1 } as const
  journal.write(() => {
    journal.run("INSERT INTO connections (id, value, active, added_at) VALUES ('con_1', '{}', 1, 1)")
    contents.forEach((sha256, at) => {
      const origin = { kind: 'file', path: `/pictures/${at}.jpg` } as const
      const file = { ...facts, id: imageIdOf(sha256), sha256, name: `${at}.jpg`, origin, staged: `originals/${sha256}.jpg` }
      images.add({ ...file, addedAt: at, check: 'passed' }, { drop: 1, named: new Set() })
    })
  })
  return { journal, jobs: createJobStore(journal, operationDefinitions), lists: createLibraryLists(journal, () => null) }
}

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('attach' as const),
      from: fc.nat(pictures - 1),
      length: fc.constantFrom(1, 3, 40, 501),
      connection: fc.constantFrom(...connections),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('change' as const), job: fc.nat(), event: fc.constantFrom(...Object.keys(events)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave out' as const), job: fc.nat(), picture: fc.nat(pictures - 1) }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

it('shows of each picture what its attaches are, however long they are, right after each change', async () => {
  const run = async (steps: readonly Step[]): Promise<void> => {
    const { journal, jobs, lists } = openLibrary()
    const made: { readonly id: string; readonly connection: string | null; readonly about: Set<string> }[] = []
    for (const one of steps) {
      if (one.kind === 'attach') {
        const id = jobs.newId()
        const chosen = Array.from({ length: one.length }, (_, at) => imageIds[(one.from + at) % pictures] ?? '')
        journal.write(() => {
          addAttachPictures(journal, id, placePictures(chosen))
          const work = {
            operation: 'attach-sources',
            productRef: `p_${id}`,
            attribute: 'Images',
            pictures: one.length,
            current: null,
          } as const
          jobs.add(anAction, { ...work, asked: 1, onlyReady: false, waits: false }, one.connection, [], 1, id)
        })
        made.push({ id, connection: one.connection, about: new Set(chosen) })
      }
      const job = 'job' in one ? made[one.job % Math.max(1, made.length)] : undefined
      const event = one.kind === 'change' ? events[one.event] : undefined
      if (job && event) journal.write(() => jobs.apply(job.id, event))
      if (job && one.kind === 'leave out') {
        const imageId = imageIds[one.picture] ?? ''
        journal.write(() => leaveOutOfAttach(journal, job.id, [imageId]))
        job.about.delete(imageId)
      }
      for (const connectionId of connections) {
        journal.write(() => journal.run('UPDATE connections SET active = ?', connectionId === null ? 0 : 1))
        await journal.durable()
        const expected = new Map(imageIds.map((id): [string, PictureState] => [id, 'kept']))
        const of = made.filter(({ connection }) => connection === connectionId)
        for (const [isParked, state] of [[false, 'waiting'] as const, [true, 'parked'] as const])
          for (const { id, about } of of) {
            const status = jobs.get(id)?.status
            const waits = status?.state === 'parked' && status.reason.code !== 'depends-on-failed'
            if (status && status.state !== 'cancelled' && waits === isParked) for (const imageId of about) expected.set(imageId, state)
          }
        const view = { sort: { by: 'name', descending: false }, groupBy: 'nothing', checkBasis: null, offset: 0, limit: pictures } as const
        const filter = { text: '', state: null, format: null, productRef: null, folder: null }
        const { rows } = lists.page({ ...view, filter })
        expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(expected)
        const counts = (state: 'waiting' | 'parked') => lists.page({ ...view, filter: { ...filter, state } }).total
        expect(counts('parked')).toBe([...expected.values()].filter((state) => state === 'parked').length)
        const underWay = of.filter(({ id }) => {
          const status = jobs.get(id)?.status
          return status?.state === 'waiting' || (status?.state === 'parked' && status.reason.code === 'depends-on-failed')
        })
        expect(counts('waiting')).toBe(new Set(underWay.flatMap(({ about }) => [...about])).size)
      }
    }
    journal.close()
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), run), { numRuns: 10, seed: 7 })
})
