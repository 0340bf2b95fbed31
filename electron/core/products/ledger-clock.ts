import type { Journal } from '../database/journal.ts'
import type { Clock } from '../platform/clock.ts'
import type { Moment } from './facts.ts'

/**
 * The highest wall time ever seen plus what has passed since, which no change of the clock takes back. Kept with each fact; what passes
 * while Packshot is closed counts once the wall clock shows it.
 */
export const createLedgerClock = (journal: Journal, clock: Clock) => {
  let seen = { highest: Number.NEGATIVE_INFINITY, monotonic: clock.monotonic() }

  const now = (): Moment => {
    const monotonic = clock.monotonic()
    const wall = Math.round(clock.now())
    const kept = Number(journal.get('SELECT highest FROM ledger_clock')?.highest ?? 0)
    const passed = Math.max(0, monotonic - seen.monotonic)
    const highest = Math.round(Math.max(wall, kept, seen.highest + passed))
    // Time that was kept by an earlier run goes on from when this one first asks.
    seen = { highest, monotonic }
    return { wall, highest }
  }

  return {
    now,
    /** The next sequence number, for a fact or a wish. Called inside `journal.write`. */
    next: (): { readonly seq: number; readonly at: Moment } => {
      const at = now()
      journal.run('UPDATE ledger_clock SET seq = seq + 1, highest = ?', at.highest)
      return { seq: Number(journal.get('SELECT seq FROM ledger_clock')?.seq), at }
    },
  }
}
