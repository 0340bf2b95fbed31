import { type Clock, systemClock } from '../../electron/core/base/platform/clock.ts'
import { type Platform, systemPlatform } from '../../electron/core/base/platform/platform.ts'

/** A wall clock that the test controls; monotonic time is the computer's. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now })

/** This computer, at a time that the test chooses (milliseconds since 1970). */
export const platformAt = (now: number): Platform => ({ ...systemPlatform, clock: clockAt(() => now) })
