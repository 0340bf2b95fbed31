import type { Tokens } from './stored-tokens.ts'

/** Tolerance, as clocks are corrected by seconds all the time. */
const clockSlackMs = 60_000

/**
 * Five minutes ahead of expiry, or a tenth of the lifetime if that is shorter; and when the clock shows a time before the pair was
 * obtained: it was set back, so the pair's expiry is unknown.
 */
export const isDueForRefresh = ({ expiresAt, obtainedAt }: Tokens, now: number): boolean =>
  expiresAt !== null && (now >= expiresAt - Math.min(300_000, (expiresAt - obtainedAt) / 10) || now < obtainedAt - clockSlackMs)

export const hasExpired = ({ expiresAt }: Tokens, now: number): boolean => expiresAt !== null && now >= expiresAt
