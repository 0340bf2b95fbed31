import { expect, it } from 'vitest'
import { chosenPlanTime, planTimes, planValidUntil } from '../../../../renderer/products/plans/plan-times.ts'
import { planValidity } from '../../../../shared/products/plans.ts'

const at = (time: string): number => new Date(`2026-03-06T${time}`).getTime()

it('keeps a chosen time while the dialog is open, and takes the usual one once it is too near', () => {
  expect(chosenPlanTime('today', at('18:30:00')).until).toBe(at('20:00:00'))
  const later = chosenPlanTime('today', at('19:10:00'))
  expect(later).toEqual(chosenPlanTime(null, at('19:10:00')))
  expect(planTimes(at('19:10:00')).map(({ id }) => id)).toContain(later.id)
  expect(chosenPlanTime('week', at('19:10:00')).until).toBe(at('19:10:00') + planValidity.longestMs)
})

it('confirms for as little as a plan may count once the shown time has come close', () => {
  expect(planValidUntil(at('20:00:00'), at('18:30:00'))).toBe(90 * 60 * 1000)
  for (const now of ['19:10:00', '20:30:00']) expect(planValidUntil(at('20:00:00'), at(now))).toBe(planValidity.shortestMs)
  expect(planValidUntil(at('20:00:00') + planValidity.longestMs, at('19:59:59'))).toBe(planValidity.longestMs)
})
