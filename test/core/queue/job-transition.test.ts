import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedFailuresToPark, type JobEvent, transition } from '../../../electron/core/queue/job-transition.ts'
import type { Doubt } from '../../../electron/core/queue/operation.ts'
import type { ErrorRecord } from '../../../shared/base/errors.ts'
import type { Job, JobWork } from '../../../shared/queue/jobs.ts'
import { told } from '../../support/told.ts'

const jobOf = (work: JobWork): Job => ({
  id: 'job_1',
  connectionId: 'con_1',
  work,
  status: { state: 'waiting', notBefore: 0, because: null },
  attempts: 0,
  countedFailures: 0,
  firstFailureAt: null,
  uncertainAttempts: 0,
  blockedBy: 0,
  notes: [],
  createdAt: 0,
  updatedAt: 0,
})
const upload = jobOf({ operation: 'upload-source', imageId: 'img_1' })
const create = jobOf({ operation: 'create-product', productRef: 'p', name: 'Mug' })
const doubt: Doubt = { name: 'Mug', choices: ['exists', 'again'] }
const errorOf = (code: ErrorRecord['code'], status?: number): ErrorRecord => ({
  code,
  failure: { kind: 'unexpected', said: 'Why.' },
  ...(status ? { status } : {}),
})
const started = (job: Job, at = 1): Job => transition(job, { kind: 'start', at })
const failure = (error: ErrorRecord, more: Partial<Extract<JobEvent, { kind: 'fail' }>> = {}): JobEvent => ({
  kind: 'fail',
  at: 2,
  error,
  uncertain: false,
  choices: ['retry'],
  doubt: null,
  leavesSpare: false,
  neighbourSucceeded: false,
  random: 0.5,
  ...more,
})

describe('a job', () => {
  it('that is cancelled while it runs is done if it succeeds, set aside if nobody knows, and not tried again otherwise', () => {
    const cancelled = transition(started(upload), { kind: 'cancel', at: 1 })
    expect(cancelled.status.state).toBe('running')
    expect(transition(cancelled, { kind: 'succeed', at: 2, notes: [], repeat: null }).status.state).toBe('done')
    expect(transition(cancelled, failure(errorOf('offline'))).status).toEqual({ state: 'cancelled', at: 2 })
    expect(transition(cancelled, { kind: 'release', at: 2, because: null }).status.state).toBe('cancelled')
    expect(transition(cancelled, { kind: 'interrupt', at: 2, doubt: null }).status.state).toBe('cancelled')
    expect(transition(cancelled, { kind: 'interrupt', at: 2, doubt }).status.state).toBe('parked')
    expect(transition(cancelled, failure(errorOf('offline'), { uncertain: true, doubt })).status.state).toBe('parked')
    // Asked for again meanwhile, it is tried again.
    const wanted = transition(cancelled, { kind: 'retry', at: 1 })
    expect(transition(wanted, failure(errorOf('offline'))).status.state).toBe('waiting')
  })

  it('that is about something removed meanwhile is done if it succeeds, and comes back with it otherwise', () => {
    const { status } = started(upload)
    const shelved: Job = { ...started(upload), status: { ...status, shelvedAt: 7 } as Job['status'] }
    const comesBack = { state: 'cancelled', at: 7, isShelved: true }
    expect(transition(shelved, { kind: 'succeed', at: 9, notes: [], repeat: null }).status.state).toBe('done')
    expect(transition(shelved, failure(errorOf('offline'))).status).toEqual(comesBack)
    expect(transition(shelved, { kind: 'interrupt', at: 9, doubt: null }).status).toEqual(comesBack)
    const parked = transition(shelved, failure(errorOf('not-found', 404)))
    expect(parked.status).toEqual({ ...comesBack, was: { reason: errorOf('not-found', 404), choices: ['retry'] } })
    expect(transition(transition(shelved, { kind: 'cancel', at: 8 }), failure(errorOf('offline'))).status).toEqual({
      state: 'cancelled',
      at: 2,
    })
  })

  it('waits again after a network failure, which never counts against it', () => {
    let job = upload
    for (let round = 0; round < 100; round++)
      job = transition(started(job), failure(errorOf('offline'), { neighbourSucceeded: true, uncertain: true }))
    expect(job.status.state).toBe('waiting')
    expect(job.countedFailures).toBe(0)
    expect(job.uncertainAttempts).toBe(100)
  })

  it('is parked after eight 5xx answers while neighbours succeed, and not while they do not', () => {
    let lonely = upload
    for (let round = 0; round < 50; round++) lonely = transition(started(lonely), failure(errorOf('service-failed', 500)))
    expect(lonely.status.state).toBe('waiting')
    let job = upload
    for (let round = 1; round <= countedFailuresToPark; round++) {
      job = transition(started(job), failure(errorOf('service-failed', 500), { neighbourSucceeded: true }))
      expect(job.status.state).toBe(round < countedFailuresToPark ? 'waiting' : 'parked')
    }
  })

  it('is never started earlier than Retry-After says', () => {
    const job = transition(started(upload), failure({ ...errorOf('rate-limited', 429), retryAfterMs: 7_000 }))
    expect(job.status).toMatchObject({ state: 'waiting', notBefore: 7_002 })
  })

  it('is parked at once when a retry cannot help', () => {
    const job = transition(started(upload), failure(errorOf('rejected', 400)))
    expect(job.status).toMatchObject({ state: 'parked', choices: ['retry'] })
    expect(transition(job, { kind: 'retry', at: 9 }).status.state).toBe('waiting')
  })

  it('is parked with a choice when a product may have been created, after a lost connection or the end of the process', () => {
    const cut = transition(started(create), failure(errorOf('service-failed', 502), { uncertain: true, doubt }))
    expect(cut.status).toMatchObject({ state: 'parked', choices: ['exists', 'again'], reason: { code: 'uncertain' } })
    // An answer came, so the message must not say that none did.
    expect(told(cut.status)).toMatchObject({ reason: { message: expect.not.stringContaining('No answer came') } })
    const killed = transition(started(create), { kind: 'interrupt', at: 5, doubt })
    expect(killed.status).toMatchObject({ state: 'parked', choices: ['exists', 'again'] })
  })

  it('continues after a kill when repeating is harmless, and records that it was uncertain', () => {
    const job = transition(started(upload), { kind: 'interrupt', at: 5, doubt: null })
    expect(job.status.state).toBe('waiting')
    expect(job.uncertainAttempts).toBe(1)
  })

  it('never leaves done or cancelled, and never loses an attempt, with any sequence of events', () => {
    const events = fc.oneof(
      fc.record({ kind: fc.constant('start' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('succeed' as const), at: fc.nat(), notes: fc.constant([]), repeat: fc.constant(null) }),
      fc.record({ kind: fc.constant('retry' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('cancel' as const), at: fc.nat() }),
      fc.record({ kind: fc.constant('interrupt' as const), at: fc.nat(), doubt: fc.constantFrom(null, doubt) }),
      fc
        .record({ at: fc.nat(), uncertain: fc.boolean(), doubt: fc.constantFrom(null, doubt), neighbourSucceeded: fc.boolean() })
        .map((more) => failure(errorOf('service-failed', 500), more)),
    )
    fc.assert(
      fc.property(fc.array(events, { maxLength: 60 }), (all) => {
        let job = upload
        let starts = 0
        for (const event of all) {
          const before = job
          job = transition(job, event)
          if (event.kind === 'start' && before.status.state === 'waiting') starts++
          if (before.status.state === 'done' || before.status.state === 'cancelled') expect(job.status).toEqual(before.status)
        }
        expect(job.attempts).toBe(starts)
      }),
    )
  })
})
