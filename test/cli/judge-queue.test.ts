import { describe, expect, it } from 'vitest'
import { judge, ofThisWorkspace } from '../../electron/cli/judge-queue.ts'
import { describeWaiting, type RunEnd, summariseRun } from '../../electron/cli/summarise-run.ts'
import type { QueueProgress } from '../../electron/core/core.ts'
import { AppError } from '../../shared/base/errors.ts'
import type { Hold, Job } from '../../shared/queue/jobs.ts'
import { queueProgress as progress } from '../support/queue-progress.ts'

const hold = (kind: Hold['kind'], changes: Partial<Hold> = {}): Hold => ({ kind, operation: null, until: null, reason: null, ...changes })
const refused = { kind: 'service-refused', said: '', names: 'address', subject: 'source', lacksScope: false, isRenewed: false } as const
const reason = new AppError('payment-required', { ...refused, status: 402 }, { kept: 'work' }).toRecord()
const ended = (changes: Partial<QueueProgress>, end: Partial<RunEnd> = {}, reasons: string[] = []) =>
  summariseRun({ progress: progress(changes), because: 'finished', doneBefore: 0, cutOff: 0, ...end }, reasons)

const uploads = { waiting: 1, ready: { 'upload-source': 1 } }
const isHeld = { because: 'held' } as const

describe('a run', () => {
  it('is finished when nothing can start, working while something can, and held while a person must act', () => {
    expect(judge(progress({ waiting: 3 }))).toBe('finished')
    expect(judge(progress({ waiting: 3, running: 1 }))).toBe('working')
    expect(judge(progress({ waiting: 3, takingIn: 2 }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 } }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [hold('signed-out')] }))).toBe('held')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [hold('offline', { until: 9 })] }))).toBe('hoping')
    const notAllowed = hold('not-allowed', { operation: 'upload-source' })
    expect(judge(progress({ ready: { 'upload-source': 1, 'analyse-image': 1 }, holds: [notAllowed] }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [notAllowed] }))).toBe('held')
  })

  it('counts its own work, not earlier work', () => {
    expect(ended({ done: 9 }, { doneBefore: 7 })).toEqual({ lines: ['2 jobs done, 0 waiting, 0 need attention.'], code: 0, done: 2 })
    expect(ended({ done: 8, parked: 1 }, { doneBefore: 7 })).toMatchObject({
      lines: ['1 job done, 0 waiting, 1 needs attention (see “packshot jobs --state parked”).'],
    })
  })

  it('says once that everything is saved, even if the reason says so itself', () => {
    const { lines } = ended(
      { waiting: 1, ready: { 'analyse-image': 1 }, holds: [hold('not-allowed', { operation: 'analyse-image', reason })] },
      isHeld,
    )
    expect(lines[1]).toBe(
      'Not allowed (questions): The workspace’s plan does not include this (402). Everything queued is kept. Likely causes: the workspace has no API subscription, or it has ended or is used up. Ask the workspace’s admin, then try again.',
    )
  })

  it('that reached its timeout says so, what was interrupted, and why the rest waits', () => {
    const { lines } = ended({ waiting: 4, ready: { 'upload-source': 4 } }, { because: 'time', cutOff: 1 }, ['Waiting (uploads): slowly'])
    expect(lines).toEqual([
      '0 jobs done, 4 waiting, 0 need attention.',
      'The timeout was reached. Everything queued is kept. The next “packshot run” continues.',
      '1 request was cut off before an answer came.',
      'Waiting (uploads): slowly',
    ])
  })

  it('does not promise that the next run continues when the remaining work waits for a person', () => {
    const { lines, code } = ended({ waiting: 1, parked: 1 }, { because: 'stopped', cutOff: 1 })
    expect(lines).toEqual([
      '0 jobs done, 1 waiting, 1 needs attention (see “packshot jobs --state parked”).',
      'Stopped. Everything queued is kept.',
      '1 request was cut off before an answer came.',
    ])
    expect(code).toBe(3)
  })

  it('promises nothing about the next run while only a person can end the hold', () => {
    const wrongAddress = new AppError('bad-answer', {
      kind: 'service-answer-odd',
      status: 200,
      said: '<html>',
      keptAs: null,
      shows: 'page',
      field: null,
    }).toRecord()
    const { lines, code } = ended({ ...uploads, holds: [hold('failing', { until: 9, reason: wrongAddress })] }, { because: 'time' })
    expect(code).toBe(3)
    expect(lines[1]).toBe('The timeout was reached. Everything queued is kept.')
  })

  it('reports the work of other workspaces separately', () => {
    const elsewhere = [{ name: 'Shop', baseUrl: 'https://shop.example', credentials: 'oauth' as const, waiting: 2, parked: 1 }]
    const { lines } = summariseRun(
      { progress: ofThisWorkspace(progress({ waiting: 3, parked: 1, elsewhere })), because: 'finished', doneBefore: 0, cutOff: 0 },
      [],
    )
    expect(lines).toEqual([
      '0 jobs done, 1 waiting, 0 need attention.',
      '2 jobs of Shop (https://shop.example) wait, 1 needs attention. Connect that workspace again to continue with them.',
    ])
  })

  it('prints the reasons of waiting jobs once each, without control characters', () => {
    const because = new AppError('rate-limited', { ...refused, status: 429, said: 'too many\u001b[31m' }).toRecord()
    const job = { work: { operation: 'upload-source', imageId: 'i' }, status: { state: 'waiting', notBefore: 0, because } } as Job
    const fresh = { ...job, status: { state: 'waiting', notBefore: 0, because: null } } as Job
    expect(describeWaiting([job, job, fresh])).toEqual([
      'Waiting (uploads): The service asks for fewer requests (429): “too many [31m”. Work resumes automatically when the service allows it.',
    ])
  })
})

describe('a run’s exit code', () => {
  const away = hold('offline', { until: 9 })
  const noPlan = hold('not-allowed', { operation: 'upload-source', reason })

  it('is 0 when all is done', () => {
    expect(ended({ done: 2 }).code).toBe(0)
    expect(ended({ done: 2 }, { because: 'stopped' }).code).toBe(0)
  })

  it('is 2 while work waits for a sign-in, whatever else is left', () => {
    expect(ended({ ...uploads, holds: [hold('signed-out')] }, isHeld).code).toBe(2)
    expect(ended({ ...uploads, parked: 1, holds: [hold('no-connection')] }, isHeld).code).toBe(2)
  })

  it('is 3 when something is set aside, also at a timeout and at Ctrl-C', () => {
    expect(ended({ parked: 1 }).code).toBe(3)
    for (const because of ['held', 'time', 'stopped'] as const)
      expect(ended({ ...uploads, parked: 1, holds: [away] }, { because }).code).toBe(3)
  })

  it.each<[string, Hold]>([
    ['a refusal of the plan', noPlan],
    ['a pause by a person', hold('paused')],
    ['a refused key', hold('refused', { operation: 'upload-source' })],
    ['a scope that is missing', hold('scope', { operation: 'upload-source' })],
    ['a full disk', hold('disk-full', { until: 9 })],
    [
      'a proxy that requires a password',
      hold('offline', {
        until: 9,
        reason: new AppError('proxy-password', { kind: 'proxy-asks', proxy: null, hadPassword: false }).toRecord(),
      }),
    ],
  ])('is 3 when only a person can end the hold: %s', (_name, one) => {
    for (const because of ['held', 'time', 'stopped'] as const) expect(ended({ ...uploads, holds: [one] }, { because }).code).toBe(3)
  })

  it('is 4 when work is left and no person is needed', () => {
    for (const because of ['held', 'time', 'stopped'] as const) expect(ended({ ...uploads, holds: [away] }, { because }).code).toBe(4)
    expect(ended(uploads, { because: 'time' }).code).toBe(4)
    // A refused operation without waiting jobs keeps no work waiting.
    expect(ended({ waiting: 1, ready: { 'analyse-image': 1 }, holds: [noPlan] }, { because: 'time' }).code).toBe(4)
  })

  it('is never 0 while work of another workspace is left', () => {
    const elsewhere = [{ name: 'Shop', baseUrl: 'https://shop.example', credentials: 'oauth' as const, waiting: 1, parked: 0 }]
    expect(ended({ elsewhere }).code).toBe(3)
    expect(ended({ elsewhere, holds: [hold('no-connection')] }).code).toBe(2)
  })
})
