import { beforeEach, describe, expect, it } from 'vitest'
import { createCheckPace } from '../../../../electron/core/pictures/intake/check-pace.ts'

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
    expect(pace.delayMs()).toBe(5_000)
  })

  it('leave the processors to a large drop, whose batches are written seconds apart', () => {
    pace.rowsCame(40)
    countStarts()
    now += 2_000
    expect(countStarts()).toBe(0)
    pace.rowsCame(512)
    expect(countStarts()).toBe(16)
    now += 2_000
    expect(countStarts()).toBe(0)
  })

  it('go at full speed while rows wait for a slow disk, until they come faster again', () => {
    pace.rowsCame(8)
    countStarts()
    now += 500
    pace.rowsCame(40)
    expect(countStarts()).toBe(1_000)
    now += 250
    pace.rowsCame(320)
    expect(countStarts()).toBe(10)
    expect(countStarts()).toBe(0)
  })

  it('go at full speed while a browser sends its files one by one, however often anything else begins checks', () => {
    for (let sent = 0; sent < 20; sent++) {
      pace.rowsCame(1)
      pace.rowsCame(0)
      countStarts()
      now += 40
    }
    pace.rowsCame(1)
    pace.rowsCame(0)
    expect(countStarts()).toBe(1_000)
  })

  it('go at full speed when no more rows come, and when all are there', () => {
    pace.rowsCame(1)
    countStarts()
    now += 5_000
    expect(countStarts()).toBe(1_000)
    pace.rowsCame(1_000)
    expect(countStarts()).toBe(31)
    isAdding = false
    expect(countStarts()).toBe(1_000)
  })

  it('begin anew with each drop: a pause before it does not make it a slow one', () => {
    pace.rowsCame(512)
    isAdding = false
    countStarts()
    now += 3_600_000
    isAdding = true
    pace.rowsCame(32)
    expect(countStarts()).toBe(16)
  })
})
