import { describe, expect, it } from 'vitest'
import { describeEnd, stepBatch } from '../../electron/shell/batch-progress.ts'
import { queueProgress as progress } from '../support/queue-progress.ts'

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

  it('does not end before the last file is checked', () => {
    // Uploads that finish before the check don't end the batch.
    expect(stepBatch({ doneBefore: 0, parkedBefore: 0 }, progress({ done: 10, takingIn: 40 }))).toMatchObject({ ended: null, part: 0.2 })
  })
})
