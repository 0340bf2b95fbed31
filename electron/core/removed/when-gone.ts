import { keptMs } from '../../../shared/removed/kept-days.ts'

/*
 * When removed things go for good. Times come from the computer's clock, which may be wrong and set right. So a thing has to be due at two looks, a day of that
 * clock apart: at a look, things go that were due at the last mark, if that is a day ago by now. After the clock went on by more than a month since the mark
 * (it was set, or Packshot was not used), the next mark counts only after a week, for a person to see the list and restore things. A clock that was set back
 * begins again. So nothing goes before the clock has gone on by 30 days and one.
 */

const dayMs = 86_400_000
const weekMs = 7 * dayMs
const leapMs = 31 * dayMs

/** The last look that counts, and for how long after it nothing goes. */
export type Mark = { readonly at: number; readonly waitMs: number }

/** `until`: what was removed up to then goes; `null`: nothing. `mark`: the mark from now on. */
export type Look = { readonly mark: Mark; readonly until: number | null }

export const look = (mark: Mark | null, now: number): Look => {
  if (mark === null || now < mark.at) return { mark: { at: now, waitMs: mark === null ? dayMs : weekMs }, until: null }
  const passed = now - mark.at
  if (passed < mark.waitMs) return { mark, until: null }
  return { mark: { at: now, waitMs: passed > leapMs ? weekMs : dayMs }, until: mark.at - keptMs }
}
