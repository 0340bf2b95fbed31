import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachStateOfJobs } from '../../../../electron/core/base/database/derived-attaches.ts'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { migrate } from '../../../../electron/core/base/database/migrations.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../../electron/core/operations.ts'
import { addAttachPictures, leaveOutOfAttach, placePictures } from '../../../../electron/core/pictures/library/attach-pictures.ts'
import { imageIdOf } from '../../../../electron/core/pictures/library/picture-id.ts'
import { createImageStore } from '../../../../electron/core/pictures/library/picture-store.ts'
import { createAttachDisplay } from '../../../../electron/core/pictures/library/show-attaches.ts'
import { createJobStore } from '../../../../electron/core/queue/job-store.ts'
import type { JobEvent } from '../../../../electron/core/queue/job-transition.ts'
import { anAction } from '../../../support/an-action.ts'
import { compareDerived } from '../../../support/derived-tables.ts'

const pictures = 1_200
/** Lengths around that from which the pictures of an attach follow in pieces. */
const lengths = [3, 500, 501, 760, 1_100]

let folder = ''
const contents = Array.from({ length: pictures }, (_, at) => String(at).padStart(4, '0').padEnd(64, '0'))
const imageIds = contents.map(imageIdOf)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-'))
  const database = new DatabaseSync(join(folder, 'template.db'))
  migrate(database)
  const journal = createJournal(database, systemPlatform)
  const images = createImageStore(journal)
  journal.write(() =>
    contents.forEach((sha256, at) => {
      const id = imageIdOf(sha256)
      const file = {
        name: `${at}.jpg`,
        bytes: 1_000 + at,
        format: 'jpeg',
        width: 10,
        height: 10,
        orientation: 1,
        hasAlpha: false,
        hasGps: false,
      } as const
      const origin = { kind: 'file', path: `/pictures/${at}.jpg` } as const
      images.add(
        { id, sha256, ...file, origin, addedAt: at, staged: `originals/${sha256}.jpg`, version: 1, check: 'passed' },
        { drop: 1, named: new Set() },
      )
    }),
  )
  journal.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const parked = (code: 'rejected' | 'depends-on-failed') =>
  ({ kind: 'park', at: 2, reason: { code, failure: { kind: 'unexpected', said: 'no' } }, choices: ['retry'] }) as unknown as JobEvent
const events: Readonly<Record<string, JobEvent>> = {
  cancel: { kind: 'cancel', at: 2 },
  retry: { kind: 'retry', at: 2 },
  park: parked('rejected'),
  miss: parked('depends-on-failed'),
}

/** A library, and the display of its attaches. A turn of the event loop comes when the test says so. */
const open = (path: string) => {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF')
  const waiting: (() => void)[] = []
  const later: (() => void)[] = []
  let monotonic = 0
  const platform = {
    ...systemPlatform,
    // Each step is a turn of its own.
    clock: { now: () => 1, monotonic: () => (monotonic += 10) },
    timers: {
      ...systemPlatform.timers,
      soon: (act: () => void) => void waiting.push(act),
      after: (_: number, act: () => void) => {
        later.push(act)
        return { cancel: () => {} }
      },
      nextTurn: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    },
  }
  const journal = createJournal(database, platform)
  createAttachDisplay({ journal, timers: platform.timers, onShown: () => {} }).begin()
  /** `false`: there was nothing left to do. */
  const turn = async (): Promise<boolean> => {
    const due = waiting.splice(0)
    for (const act of due) act()
    await new Promise((resolve) => setImmediate(resolve))
    return due.length > 0
  }
  const copyCommitted = (target: string): void => {
    const reader = new DatabaseSync(path)
    reader.prepare('VACUUM INTO ?').run(target)
    reader.close()
  }
  return { database, journal, jobs: createJobStore(journal, operationDefinitions), turn, later, copyCommitted }
}
type Library = ReturnType<typeof open>

const countLate = ({ database }: Library): number => Number(database.prepare('SELECT count(*) AS n FROM attaches_to_show').get()?.n)

const numbers = (database: DatabaseSync, sql: string): Record<string, number> =>
  Object.fromEntries(
    database
      .prepare(sql)
      .all()
      .map((row) => [String(row.key), Number(row.n)]),
  )

/**
 * The invariant, at any time: a picture's row counts what its attaches are noted to show, and that is their state, but for attaches that are
 * still to be followed.
 */
const check = ({ database }: Library): void => {
  const counts = (state: 'open' | 'parked') =>
    numbers(
      database,
      `SELECT images.seq AS key, count(*) AS n FROM attach_pictures JOIN images ON images.id = image_id
       WHERE shown = '${state}' AND job_id IN (SELECT id FROM jobs) GROUP BY 1`,
    )
  expect(numbers(database, 'SELECT seq AS key, pending AS n FROM picture_work WHERE pending <> 0')).toEqual(counts('open'))
  expect(numbers(database, 'SELECT seq AS key, parked AS n FROM picture_work WHERE parked <> 0')).toEqual(counts('parked'))
  const late = `SELECT count(*) AS n FROM attach_pictures JOIN jobs ON jobs.id = job_id
    WHERE shown <> ${attachStateOfJobs} AND job_id NOT IN (SELECT job_id FROM attaches_to_show)`
  expect(database.prepare(late).get()).toEqual({ n: 0 })
}

const attach = (journal: Journal, jobs: Library['jobs'], from: number, length: number): void => {
  const jobId = jobs.newId()
  const chosen = Array.from({ length }, (_, at) => imageIds[(from + at) % pictures] ?? '')
  journal.write(() => {
    addAttachPictures(journal, jobId, placePictures(chosen))
    const work = { operation: 'attach-sources', productRef: `prod_${from}`, attribute: 'Images', pictures: length, current: null } as const
    jobs.add(anAction, { ...work, asked: 1, onlyReady: false, waits: false }, null, [], 1, jobId)
  })
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('attach' as const), from: fc.nat(pictures - 1), length: fc.constantFrom(...lengths) }),
  fc.record({ kind: fc.constant('change' as const), job: fc.nat(), event: fc.constantFrom(...Object.keys(events)) }),
  fc.record({ kind: fc.constant('leave out' as const), job: fc.nat(), picture: fc.nat(pictures - 1) }),
  fc.record({ kind: fc.constant('turns' as const), turns: fc.integer({ min: 1, max: 4 }) }),
  fc.constant({ kind: 'kill' as const }),
)

it('brings each picture up to its attaches, whatever changes meanwhile and wherever Packshot is killed', async () => {
  let run = 0
  let interrupted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      let path = join(folder, `${run++}.db`)
      copyFileSync(join(folder, 'template.db'), path)
      let library = open(path)
      for (const one of steps) {
        const { database, journal, jobs } = library
        const ids = database.prepare('SELECT id FROM jobs ORDER BY seq').all()
        const idAt = (at: number): string | undefined => (ids.length === 0 ? undefined : String(ids[at % ids.length]?.id))
        if (one.kind === 'attach') attach(journal, jobs, one.from, one.length)
        else if (one.kind === 'turns') for (let left = one.turns; left > 0; left--) await library.turn()
        else if (one.kind === 'change') {
          const id = idAt(one.job)
          const event = events[one.event]
          if (id && event) journal.write(() => jobs.apply(id, event))
        } else if (one.kind === 'leave out') {
          const id = idAt(one.job)
          if (id) journal.write(() => leaveOutOfAttach(journal, id, [imageIds[one.picture] ?? '']))
        } else {
          // What was not committed is lost.
          path = join(folder, `${run++}.db`)
          library.copyCommitted(path)
          library = open(path)
          if (countLate(library) > 0) interrupted++
        }
        check(library)
      }
      while (await library.turn()) check(library)
      expect(countLate(library)).toBe(0)
      const { kept, again } = compareDerived(library.database)
      expect(kept).toEqual(again)
    }),
    { numRuns: 40 },
  )
  // Or little of this was tried.
  expect(interrupted).toBeGreaterThan(2)
})

it('rests after a failure, and continues after the pause', async () => {
  const path = join(folder, 'failing.db')
  copyFileSync(join(folder, 'template.db'), path)
  const { database, journal, jobs, turn, later } = open(path)
  const view = String(database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'late_attaches'").get()?.sql)
  database.exec('DROP VIEW late_attaches')
  attach(journal, jobs, 0, 760)
  let turns = 0
  while (turns < 100 && (await turn())) turns++
  expect(turns).toBeLessThan(20)
  expect(later.length).toBe(1)
  database.exec(view)
  later[0]?.()
  while (await turn());
  expect(database.prepare("SELECT count(*) AS n FROM attach_pictures WHERE shown = 'open'").get()).toEqual({ n: 760 })
})
