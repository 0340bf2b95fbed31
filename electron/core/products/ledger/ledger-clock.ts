import { planValidity } from '../../../../shared/products/plans.ts'
import type { Journal } from '../../base/database/journal.ts'
import type { Clock } from '../../base/platform/clock.ts'
import type { Moment } from './facts.ts'

/** Normal corrections of a clock up to this size do not count as set back. */
const correctionMs = 5 * 60_000
/** Older than any list may be: the clock was set back while Packshot was not running, so the elapsed time is unknown. */
const unknownMs = planValidity.longestMs + 1

/** The time between two readings of the wall clock, with no other measure in between. */
const passedBetween = (wallThen: number, wallNow: number): number => {
  const passed = wallNow - wallThen
  return passed < -correctionMs ? unknownMs : Math.max(0, passed)
}

/**
 * The highest wall time ever seen plus the time since; setting the clock back never lowers it. While Packshot runs, monotonic time
 * says what passed; while it is closed, the wall clock does, as long as it was not set back.
 */
export const createLedgerClock = (journal: Journal, clock: Clock) => {
  const wallNow = (): number => Math.round(clock.now())
  const readKept = (): { readonly highest: number; readonly wall: number } => {
    const row = journal.get('SELECT highest, wall FROM ledger_clock')
    return { highest: Number(row?.highest ?? 0), wall: Number(row?.wall ?? 0) }
  }
  const atStart = readKept()
  let seen = {
    highest: Math.max(wallNow(), atStart.wall === 0 ? atStart.highest : atStart.highest + passedBetween(atStart.wall, wallNow())),
    monotonic: clock.monotonic(),
  }

  const now = (): Moment => {
    const monotonic = clock.monotonic()
    const wall = wallNow()
    const passed = Math.max(0, monotonic - seen.monotonic)
    seen = { highest: Math.round(Math.max(wall, readKept().highest, seen.highest + passed)), monotonic }
    return { wall, highest: seen.highest }
  }

  /** Keeps the time for the next start, which counts from here. Called inside `journal.write`. */
  const keep = (): Moment => {
    const at = now()
    journal.run('UPDATE ledger_clock SET highest = ?, wall = ?', at.highest, at.wall)
    return at
  }

  return {
    now,
    keep,
    /** The next sequence number, for a fact or a request. Call it inside `journal.write`. */
    next: (): { readonly seq: number; readonly at: Moment } => {
      const at = keep()
      journal.run('UPDATE ledger_clock SET seq = seq + 1')
      return { seq: Number(journal.get('SELECT seq FROM ledger_clock')?.seq), at }
    },
  }
}
