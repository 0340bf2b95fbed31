/** `2026-11-22`, `2026-11-22 14:05`, `2026-11-22T14:05:00Z` (RFC 3339). Without a zone: of this computer. */
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/
/** `22.11.2026`, `22.11.2026 14:05`. */
const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

type Parts = readonly (string | undefined)[]

/** `null`: there is no such day. */
const toTime = ([year, month, day, hour = '0', minute = '0', second = '0']: Parts, zone?: string): number | null => {
  const numbers = [year, month, day, hour, minute, second].map(Number)
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers
  const isDay = new Date(Date.UTC(y, mo - 1, d)).getUTCDate() === d && mo >= 1 && mo <= 12
  if (!isDay || h > 23 || mi > 59 || s > 59) return null
  if (zone === undefined) return new Date(y, mo - 1, d, h, mi, s).getTime()
  const at = Date.UTC(y, mo - 1, d, h, mi, s)
  if (zone === 'Z') return at
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return at - (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/**
 * A date as lists write it, in milliseconds since 1970; `null`: it can't be told. 03/04/2026 is two days, depending on the country, so it is
 * not guessed.
 */
export const readDate = (text: string): number | null => {
  const inIso = iso.exec(text)
  if (inIso) return toTime(inIso.slice(1, 7), inIso[7])
  const inGerman = german.exec(text)
  if (!inGerman) return null
  const [, day, month, ...rest] = inGerman
  return toTime([rest[0], month, day, ...rest.slice(1)])
}
