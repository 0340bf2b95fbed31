import { planValidity } from '../../../shared/products/plans.ts'

/** A time until which the answers of a plan count, in milliseconds since 1970. */
export type PlanTime = { readonly id: string; readonly until: number; readonly label: string }

const eveningHour = 20
const monday = 1
const dayMs = 24 * 60 * 60 * 1000

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' })
const exact = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

const eveningAfter = (now: number, days: number): number => {
  const at = new Date(now)
  at.setDate(at.getDate() + days)
  at.setHours(eveningHour, 0, 0, 0)
  return at.getTime()
}

/** Days until the next Monday; never 0. */
const toMonday = (now: number): number => (monday - new Date(now).getDay() + 7) % 7 || 7

const fits = (until: number, now: number): boolean => until - now >= planValidity.shortestMs && until - now <= planValidity.longestMs

/** The times to choose from, the soonest first, each once. */
export const planTimes = (now: number): readonly PlanTime[] => {
  const week = now + planValidity.longestMs
  const all = [
    { id: 'today', until: eveningAfter(now, 0), name: 'This evening' },
    { id: 'tomorrow', until: eveningAfter(now, 1), name: 'Tomorrow evening' },
    { id: 'monday', until: eveningAfter(now, toMonday(now)), name: `${weekday.format(eveningAfter(now, toMonday(now)))} evening` },
    { id: 'week', until: week, name: 'In a week' },
  ]
  return all
    .filter((one, at) => fits(one.until, now) && all.findIndex(({ until }) => until === one.until) === at)
    .toSorted((one, other) => one.until - other.until)
    .map(({ id, until, name }) => ({ id, until, label: `${name} (${exact.format(until)})` }))
}

/** At least a day and a half away, so that a night, or a weekend that has begun, offline parks nothing. */
export const usualPlanTime = (now: number): PlanTime => {
  const times = planTimes(now)
  const isNearWeekend = [0, 5, 6].includes(new Date(now).getDay())
  const leastMs = (isNearWeekend ? 2 : 1) * dayMs
  const found = times.find(({ until }) => until - now >= leastMs) ?? times.at(-1)
  return found ?? { id: 'usual', until: now + planValidity.usualMs, label: exact.format(now + planValidity.usualMs) }
}

/** The time that a person chose (`null`: none yet), or the usual one once theirs is too near. */
export const chosenPlanTime = (id: string | null, now: number): PlanTime =>
  planTimes(now).find((one) => one.id === id) ?? usualPlanTime(now)

/** How long the answers count if the plan is confirmed now: until the time that is shown, or as little as a plan may. */
export const planValidUntil = (until: number, now: number): number =>
  Math.min(planValidity.longestMs, Math.max(planValidity.shortestMs, until - now))
