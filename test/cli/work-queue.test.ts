import { describe, expect, it } from 'vitest'
import { describeWaiting, judge, summariseRun } from '../../electron/cli/work-queue.ts'
import type { QueueProgress } from '../../electron/core/create-core.ts'
import { AppError } from '../../shared/errors.ts'
import type { Hold, Job } from '../../shared/jobs.ts'

const progress = (changes: Partial<QueueProgress>): QueueProgress =>
  ({
    waiting: 0,
    running: 0,
    done: 0,
    parked: 0,
    cancelled: 0,
    ready: {},
    elsewhere: [],
    holds: [],
    ...changes,
  }) as QueueProgress
const hold = (kind: Hold['kind'], changes: Partial<Hold> = {}): Hold => ({ kind, operation: null, until: null, reason: null, ...changes })
const reason = new AppError('payment-required', 'The plan does not include this (402). The work is kept.').toRecord()
const ended = (changes: Partial<QueueProgress>, because: 'finished' | 'held' | 'time' | 'stopped' = 'finished', reasons: string[] = []) =>
  summariseRun({ progress: progress(changes), because }, reasons)

describe('a run', () => {
  it('is finished when nothing may start, working while something may, held while a person must act', () => {
    expect(judge(progress({ waiting: 3 }))).toBe('finished')
    expect(judge(progress({ waiting: 3, running: 1 }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 } }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [hold('signed-out')] }))).toBe('held')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [hold('offline', { until: 9 })] }))).toBe('hoping')
    const notAllowed = hold('not-allowed', { operation: 'upload-source' })
    expect(judge(progress({ ready: { 'upload-source': 1, 'analyse-image': 1 }, holds: [notAllowed] }))).toBe('working')
    expect(judge(progress({ ready: { 'upload-source': 1 }, holds: [notAllowed] }))).toBe('held')
  })

  it('ends with 0 when all is done, 3 when something is set aside, 2 when nobody is signed in, else 1', () => {
    expect(ended({ done: 2 })).toEqual({ lines: ['2 jobs done, 0 waiting, 0 need you.'], code: 0 })
    expect(ended({ done: 1, parked: 1 })).toEqual({
      lines: ['1 job done, 0 waiting, 1 needs you (see “packshot jobs --state parked”).'],
      code: 3,
    })
    expect(ended({ waiting: 1, ready: { 'upload-source': 1 }, holds: [hold('signed-out')] }, 'held').code).toBe(2)
    expect(ended({ waiting: 1, parked: 1, ready: { 'upload-source': 1 }, holds: [hold('offline', { until: 9 })] }, 'held').code).toBe(1)
  })

  it('says once that everything is kept, whatever the reason says itself', () => {
    const { lines } = ended(
      { waiting: 1, ready: { 'analyse-image': 1 }, holds: [hold('not-allowed', { operation: 'analyse-image', reason })] },
      'held',
    )
    expect(lines[1]).toBe(
      'Not allowed (questions): The plan does not include this (402). Everything queued is kept. Ask the workspace’s admin about its plan, then retry.',
    )
  })

  it('whose time is up says so, what was under way, and why the rest waits', () => {
    const { lines, code } = ended({ waiting: 3, running: 1, ready: { 'upload-source': 3 } }, 'time', ['Waiting (uploads): slowly'])
    expect(code).toBe(1)
    expect(lines).toEqual([
      '0 jobs done, 4 waiting, 0 need you.',
      'The time was up. What is left is kept, and the next run goes on with it.',
      '1 request got no answer in that time.',
      'Waiting (uploads): slowly',
    ])
  })

  it('never ends with 0 while jobs of another workspace wait', () => {
    const elsewhere = [{ name: 'Shop', baseUrl: 'https://shop.example', waiting: 1 }]
    expect(ended({ waiting: 1, elsewhere })).toEqual({
      lines: ['0 jobs done, 1 waiting, 0 need you.', '1 job of Shop (https://shop.example) waits until it is connected again.'],
      code: 1,
    })
    expect(ended({ waiting: 1, elsewhere, holds: [hold('no-connection')] }).code).toBe(2)
  })

  it('tells the reasons of waiting jobs once each, without control characters', () => {
    const because = new AppError('rate-limited', 'Too many\u001b[31m requests.').toRecord()
    const job = { work: { operation: 'upload-source', imageId: 'i' }, status: { state: 'waiting', notBefore: 0, because } } as Job
    const fresh = { ...job, status: { state: 'waiting', notBefore: 0, because: null } } as Job
    expect(describeWaiting([job, job, fresh])).toEqual([
      'Waiting (uploads): Too many [31m requests. The work goes on by itself when the service allows it.',
    ])
  })
})
