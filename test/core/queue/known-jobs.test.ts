import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createJournal } from '../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../electron/core/base/platform/platform.ts'
import { operationDefinitions } from '../../../electron/core/operations.ts'
import { createJobStore } from '../../../electron/core/queue/job-store.ts'
import type { JobEvent } from '../../../electron/core/queue/job-transition.ts'
import type { Job } from '../../../shared/queue/jobs.ts'
import { anAction } from '../../support/an-action.ts'

const folder = mkdtempSync(join(tmpdir(), 'packshot-known-'))
const { database } = openDatabase(folder, systemPlatform)
const journal = createJournal(database, systemPlatform)
const jobs = createJobStore(journal, operationDefinitions)
afterAll(() => {
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

let made = 0
const addUpload = (): Job => jobs.add(anAction, { operation: 'upload-source', imageId: `img_${made++}` }, 'c', [], 1)

const offline = { code: 'offline', failure: { kind: 'unexpected', said: 'Why.' } } as const
const eventOf = (kind: JobEvent['kind'], at: number): JobEvent => {
  switch (kind) {
    case 'start':
    case 'retry':
    case 'cancel':
    case 'reopen':
      return { kind, at }
    case 'succeed':
      return { kind, at, notes: [], repeat: null }
    case 'fail':
      return { kind, at, error: offline, uncertain: at % 2 === 0, doubt: null, leavesSpare: true, neighbourSucceeded: false, random: 0 }
    case 'interrupt':
      return { kind, at, doubt: null }
    case 'release':
      return { kind, at, because: null }
    case 'park':
      return { kind, at, reason: offline, choices: ['retry'] }
    case 'doubt':
      return { kind, at, park: null, note: { kind: 'uploaded-already' } }
  }
}
const kinds = fc.constantFrom<JobEvent['kind']>(
  'start',
  'start',
  'succeed',
  'fail',
  'interrupt',
  'release',
  'park',
  'doubt',
  'retry',
  'cancel',
  'reopen',
)

const rowOf = (id: string) => {
  const { id: _, work: __, ...rest } = jobs.get(id) ?? addUpload()
  return rest
}

test('a job that was read before takes an event as its row would, whatever happened to it since', () => {
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 6 }), fc.array(kinds, { maxLength: 4 }), kinds, (before, since, last) => {
      journal.write(() => {
        const [known, twin] = [addUpload(), addUpload()]
        let at = 2
        const both = (kind: JobEvent['kind']): void => {
          for (const { id } of [known, twin]) jobs.apply(id, eventOf(kind, at))
          at++
        }
        for (const kind of before) both(kind)
        const asItWas = jobs.get(known.id) ?? known
        for (const kind of since) both(kind)
        const [after, expected] = [jobs.applyTo(asItWas, eventOf(last, at)), jobs.apply(twin.id, eventOf(last, at))]
        expect(rowOf(known.id)).toEqual(rowOf(twin.id))
        expect({ ...after, id: twin.id, work: expected?.work }).toEqual(expected)
      })
    }),
    { numRuns: 1_000 },
  )
})
