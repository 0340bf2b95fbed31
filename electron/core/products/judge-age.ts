import type { Moment } from './facts.ts'

/**
 * How old something is, in milliseconds, whatever the clock was set to since: the longer of what the wall clock and what the highest time
 * ever seen say. Setting the clock back makes nothing younger; the time a computer was off counts as soon as its clock shows it.
 */
export const ageOf = (since: Moment, now: Moment): number => Math.max(0, now.highest - since.highest, now.wall - since.wall)

/** `limitMs` is `null` where nobody else changes the lists. */
export const isTooOld = (since: Moment, now: Moment, limitMs: number | null): boolean => limitMs !== null && ageOf(since, now) > limitMs
