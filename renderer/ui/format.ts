import { countOf } from '../../shared/base/number-words.ts'

// Made when they are needed first: together they were a quarter of what the page's script does before it draws.
let short: Intl.NumberFormat | undefined
let day: Intl.DateTimeFormat | undefined
let relative: Intl.RelativeTimeFormat | undefined

const inWords = (count: number, unit: Intl.RelativeTimeFormatUnit): string => {
  relative ??= new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  return relative.format(Math.round(count), unit)
}

/** `2.4 MB`; steps of 1,000, as file managers count. */
export const formatBytes = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  short ??= new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 })
  return `${short.format(bytes / 1000 ** step)} ${units[step]}`
}

export const formatTime = (at: number): string => {
  day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return day.format(at)
}

/** `3 minutes ago`, `in 2 hours`. */
export const formatAgo = (at: number, now: number): string => {
  const seconds = (at - now) / 1000
  const size = Math.abs(seconds)
  if (size < 45) return seconds > 1 ? `in ${Math.round(size)} s` : 'just now'
  if (size < 45 * 60) return inWords(seconds / 60, 'minute')
  if (size < 22 * 3600) return inWords(seconds / 3600, 'hour')
  return inWords(seconds / 86_400, 'day')
}

/** `about 20 seconds`, `about 3 minutes`, `about 2 hours`. */
export const formatDuration = (ms: number): string => {
  const seconds = ms / 1000
  if (seconds < 55) return `about ${countOf(Math.max(5, Math.round(seconds / 5) * 5), 'second')}`
  if (seconds < 55 * 60) return `about ${countOf(Math.round(seconds / 60), 'minute')}`
  return `about ${countOf(Math.max(1, Math.round(seconds / 3600)), 'hour')}`
}

export const formatPart = (part: number): string => `${Math.floor(part * 100)} %`
