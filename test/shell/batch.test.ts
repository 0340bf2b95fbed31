import { describe, expect, it } from 'vitest'
import { countGoingOn, describeEnd, stepBatch } from '../../electron/shell/batch.ts'

const progress = (more: Partial<Parameters<typeof stepBatch>[1]> = {}) => ({
  running: 0,
  silent: null,
  takingIn: 0,
  waiting: 0,
  ready: {},
  elsewhere: [],
  parked: 0,
  done: 0,
  holds: [],
  ...more,
})

describe('a batch of work', () => {
  it('starts with the first job, shows its progress, and reports its result at the end', () => {
    const first = stepBatch(null, progress({ done: 10, parked: 1, running: 1, waiting: 3, ready: { 'upload-source': 3 } }))
    expect(first).toMatchObject({ part: 0, ended: null })
    const half = stepBatch(first.batch, progress({ done: 12, parked: 1, running: 2, waiting: 0 }))
    expect(half.part).toBe(0.5)
    const end = stepBatch(half.batch, progress({ done: 13, parked: 2 }))
    expect(end).toMatchObject({ batch: null, part: null, ended: { done: 3, parked: 1 } })
    expect(describeEnd({ done: 3, parked: 1 })).toBe('3 done, 1 needs attention')
  })

  it('reports nothing when nothing happened', () => {
    expect(stepBatch(null, progress({ done: 5 }))).toMatchObject({ part: null, ended: null })
  })

  it('is shown as held while the whole queue waits', () => {
    const offline = { kind: 'offline', operation: null, until: null, reason: null } as const
    expect(stepBatch(null, progress({ waiting: 2, ready: { 'upload-source': 2 }, holds: [offline] })).isHeld).toBe(true)
  })
})

describe('closing the window', () => {
  const waiting = { waiting: 2, ready: { 'upload-source': 2 } } as const
  it('counts the work that would continue without it, including offline work', () => {
    expect(countGoingOn(progress(waiting))).toBe(2)
    expect(countGoingOn(progress({ ...waiting, holds: [{ kind: 'offline', operation: null, until: 5, reason: null }] }))).toBe(2)
    expect(countGoingOn(progress({ parked: 3, done: 9 }))).toBe(0)
  })
  it('counts the files that were not checked yet, whatever the queue waits for', () => {
    expect(countGoingOn(progress({ takingIn: 40 }))).toBe(40)
    const signedOut = { kind: 'signed-out', operation: null, until: null, reason: null } as const
    expect(countGoingOn(progress({ ...waiting, takingIn: 40, holds: [signedOut] }))).toBe(40)
    // Uploads that finish before the check don't end the batch.
    expect(stepBatch({ doneBefore: 0, parkedBefore: 0 }, progress({ done: 10, takingIn: 40 }))).toMatchObject({ ended: null, part: 0.2 })
  })
  it('counts nothing while the whole queue waits for a person', () => {
    expect(countGoingOn(progress({ ...waiting, holds: [{ kind: 'signed-out', operation: null, until: null, reason: null }] }))).toBe(0)
  })
})
