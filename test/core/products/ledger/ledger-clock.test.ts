import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJournal, type Journal } from '../../../../electron/core/base/database/journal.ts'
import { openDatabase } from '../../../../electron/core/base/database/open-database.ts'
import { systemPlatform } from '../../../../electron/core/base/platform/platform.ts'
import { isTooOld } from '../../../../electron/core/products/ledger/judge-age.ts'
import { createLedgerClock } from '../../../../electron/core/products/ledger/ledger-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let folder = ''
let journal: Journal
let wall = 0
let monotonic = 0
const clock = { now: () => wall, monotonic: () => monotonic }
const pass = (ms: number): void => {
  wall += ms
  monotonic += ms
}
/** A start of Packshot. Monotonic time starts over. */
const start = () => {
  monotonic = 0
  return createLedgerClock(journal, clock)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-clock-'))
  journal = createJournal(openDatabase(folder, systemPlatform).database, systemPlatform)
  wall = Date.UTC(2026, 0, 5)
})
afterEach(() => {
  journal.close()
  rmSync(folder, { recursive: true, force: true })
})

const note = (one: ReturnType<typeof start>) => journal.write(() => one.next()).at

describe('the clock that measures the age of a list', () => {
  it('counts the time while Packshot was closed', () => {
    const known = note(start())
    wall += 3 * hour
    const now = start().now()
    expect(now.highest - known.highest).toBe(3 * hour)
    expect(isTooOld(known, now, day)).toBe(false)
  })

  it('counts the time while Packshot was closed, also after the clock was corrected before that', () => {
    wall += 30 * day
    const first = start()
    const known = note(first)
    wall -= 30 * day
    note(first)
    wall += 2 * day
    expect(isTooOld(known, start().now(), day)).toBe(true)
  })

  it('assumes the maximum when it can’t know: the clock was set back while Packshot was closed', () => {
    const known = note(start())
    wall += 9 * day
    wall -= 14 * day
    const second = start()
    expect(isTooOld(known, second.now(), day)).toBe(true)
    // Later facts don't age by that, neither now nor after the next start.
    const stated = note(second)
    expect(isTooOld(stated, second.now(), hour)).toBe(false)
    wall += 30 * minute
    expect(isTooOld(stated, start().now(), hour)).toBe(false)
    expect(isTooOld(known, start().now(), day)).toBe(true)
  })

  it('ignores small corrections of the clock', () => {
    const known = note(start())
    wall -= 20_000
    expect(isTooOld(known, start().now(), hour)).toBe(false)
  })

  it('counts the time before the clock was set back, even when no fact was written meanwhile', () => {
    const first = start()
    const known = note(first)
    pass(2 * day)
    journal.write(() => first.keep())
    wall -= 2 * day
    wall += minute
    expect(isTooOld(known, start().now(), day)).toBe(true)
  })

  it('counts the time after a start, whether or not anything asks for it', () => {
    const known = note(start())
    wall -= 2 * minute
    const second = start()
    pass(2 * day)
    wall -= 2 * day
    expect(isTooOld(known, second.now(), day)).toBe(true)
  })
})
