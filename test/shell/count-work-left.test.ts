import { describe, expect, it } from 'vitest'
import { countGoingOn } from '../../electron/shell/count-work-left.ts'
import { queueProgress as progress } from '../support/queue-progress.ts'

describe('the work left that the question before closing names', () => {
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
  })
  it('counts a file that is not checked yet and its job once', () => {
    expect(countGoingOn(progress({ ...waiting, takingIn: 1 }))).toBe(2)
    expect(countGoingOn(progress({ ...waiting, waiting: 41, takingIn: 40 }))).toBe(41)
  })
  it('counts nothing while the whole queue waits for a person', () => {
    expect(countGoingOn(progress({ ...waiting, holds: [{ kind: 'signed-out', operation: null, until: null, reason: null }] }))).toBe(0)
  })
})
