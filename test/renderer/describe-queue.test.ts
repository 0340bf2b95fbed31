import { describe, expect, it } from 'vitest'
import { describeQueue } from '../../renderer/activity/describe-queue.ts'
import type { Hold } from '../../shared/jobs.ts'

const counts = { waiting: 1, running: 0, parked: 1, done: 6, cancelled: 0 }
/** Six of seven, the last a moment ago. */
const batch = {
  doneBefore: 0,
  done: 6,
  total: 7,
  samples: [
    { at: 0, done: 1 },
    { at: 5_000, done: 6 },
  ],
}
const describeWith = (running: number, holds: readonly Hold[] = []) =>
  describeQueue({ queue: { counts: { ...counts, running }, holds: [...holds] }, uploading: {}, intake: null, batch }).parts.join(' · ')

describe('the line at the window’s foot', () => {
  it('tells the time left while work is under way, or keeps to a pace', () => {
    expect(describeWith(1)).toBe('6 of 7 done · about 5 seconds left · 1 needs attention')
    expect(describeWith(0, [{ kind: 'pacing', operation: 'analyse-image', until: null, reason: null }])).toContain('left')
  })

  it('tells none while what is left waits for a person', () => {
    expect(describeWith(0)).toBe('6 of 7 done · 1 needs attention')
  })
})
