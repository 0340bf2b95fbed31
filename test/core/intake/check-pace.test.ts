import { beforeEach, describe, expect, it } from 'vitest'
import { createCheckPace } from '../../../electron/core/intake/check-pace.ts'

let now: number
let isAdding: boolean
let pace: ReturnType<typeof createCheckPace>
beforeEach(() => {
  now = 1_000
  isAdding = true
  pace = createCheckPace({ clock: { now: () => now, monotonic: () => now }, isAdding: () => isAdding })
})

/** How many checks may start at this moment. */
const countStarts = (most = 1_000): number => {
  let started = 0
  while (started < most && pace.delayMs() === 0) {
    pace.take()
    started++
  }
  return started
}

describe('checks that nobody waits for', () => {
  it('start at once with a few, so that uploads can begin, and then with one for every 32 new rows', () => {
    pace.rowsCame(1)
    expect(countStarts()).toBe(16)
    pace.rowsCame(320)
    expect(countStarts()).toBe(10)
    expect(pace.delayMs()).toBe(250)
  })

  it('go at full speed when rows come slowly, and when all are there', () => {
    pace.rowsCame(1)
    countStarts()
    now += 250
    expect(countStarts()).toBe(1_000)
    pace.rowsCame(1)
    expect(countStarts()).toBe(0)
    isAdding = false
    expect(countStarts()).toBe(1_000)
  })
})
