const dayMs = 86_400_000

/** The three forms of an HTTP-date (RFC 9110, section 5.6.7); `Date.parse` alone also takes garbage for a date. */
const fixDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

const parseHttpDate = (text: string): number => {
  if (fixDate.test(text) || rfc850Date.test(text)) return Date.parse(text)
  if (asctimeDate.test(text)) return Date.parse(`${text} GMT`)
  return Number.NaN
}

/**
 * `Retry-After` (RFC 9110, section 10.2.3) as milliseconds from `now` (milliseconds since 1970).
 * Never earlier than stated, at most one day; a date in the past is 0; invalid or missing is `undefined`. A date is read by the clock of
 * its sender, from the `Date` header: with our clock an hour fast, the pause would be over before it began.
 */
export const parseRetryAfter = (header: string | undefined, now: number, sentAt?: string): number | undefined => {
  const text = header?.trim() ?? ''
  const theirNow = parseHttpDate(sentAt?.trim() ?? '')
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - (Number.isNaN(theirNow) ? now : theirNow)
  if (Number.isNaN(ms)) return undefined
  return Math.min(Math.max(0, Math.ceil(ms)), dayMs)
}
