import type { Moment } from './facts.ts'

/**
 * The age of something in milliseconds, despite changes of the clock: the longer of the times that the wall clock and the highest time
 * ever seen say. Setting the clock back never lowers an age; time while the computer was off counts once its clock shows it.
 */
export const ageOf = (since: Moment, now: Moment): number => Math.max(0, now.highest - since.highest, now.wall - since.wall)

/** `limitMs` is `null` if no one else changes the lists. */
export const isTooOld = (since: Moment, now: Moment, limitMs: number | null): boolean => limitMs !== null && ageOf(since, now) > limitMs
