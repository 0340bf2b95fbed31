import { type Clock, systemClock } from '../../electron/core/platform/clock.ts'
import { type Platform, systemPlatform } from '../../electron/core/platform/platform.ts'

/** A wall clock of the test's own; monotonic time is the computer's. */
export const clockAt = (now: () => number): Clock => ({ ...systemClock, now })

/** This computer, at a time of the test's own (milliseconds since 1970). */
export const platformAt = (now: number): Platform => ({ ...systemPlatform, clock: clockAt(() => now) })
