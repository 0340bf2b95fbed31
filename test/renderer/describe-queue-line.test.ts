import { describe, expect, it } from 'vitest'
import { describeQueueLine } from '../../renderer/window/describe-queue-line.ts'
import type { Hold } from '../../shared/queue/jobs.ts'

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
  describeQueueLine({
    queue: { counts: { ...counts, running }, holds: [...holds] },
    uploading: {},
    intake: null,
    checking: 0,
    batch,
  }).parts.join(' · ')

describe('the line at the bottom of the window', () => {
  it('shows the remaining time while work is running or limited by a rate', () => {
    expect(describeWith(1)).toBe('6 of 7 jobs done · about 5 seconds left · 1 needs attention')
    expect(describeWith(0, [{ kind: 'pacing', operation: 'analyse-image', until: null, reason: null }])).toContain('left')
  })

  it('promises no time by quick uploads for slow questions, and follows the slower pace', () => {
    const line = (samples: readonly { at: number; done: number }[]) => {
      const done = samples.at(-1)?.done ?? 0
      const queue = { counts: { waiting: 70 - done, running: 1, parked: 0, done, cancelled: 0 }, holds: [] }
      return describeQueueLine({
        queue,
        uploading: {},
        intake: null,
        checking: 0,
        batch: { doneBefore: 0, done, total: 70, samples },
      }).parts.join(' · ')
    }
    const uploads = [0, 1, 2, 3].map((second) => ({ at: second * 1_000, done: second * 4 }))
    expect(line(uploads)).toBe('12 of 70 jobs done')
    const questions = Array.from({ length: 12 }, (_, index) => ({ at: 4_000 + index * 1_000, done: 13 + index }))
    expect(line([...uploads, ...questions])).toBe('24 of 70 jobs done · about 45 seconds left')
  })

  it('says that files are added, and then that pictures are checked', () => {
    const seen = { queue: { counts: { ...counts, waiting: 0, parked: 0 }, holds: [] }, uploading: {}, batch }
    const adding = describeQueueLine({ ...seen, intake: { found: 10_000, done: 3_400 }, checking: 3_300 })
    expect(adding).toMatchObject({ parts: ['Adding 3,400 of 10,000 files'], tone: 'working', part: 0.34 })
    expect(describeQueueLine({ ...seen, intake: null, checking: 5_200 })).toMatchObject({
      parts: ['Checking 5,200 pictures'],
      tone: 'working',
    })
  })

  it('shows none while the remaining work waits for a person', () => {
    expect(describeWith(0)).toBe('6 of 7 jobs done · 1 needs attention')
  })
})
