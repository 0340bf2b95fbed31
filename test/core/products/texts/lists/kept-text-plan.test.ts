import { expect, it } from 'vitest'
import { createKeptTextPlan } from '../../../../../electron/core/products/texts/lists/kept-text-plan.ts'

it('plans texts once for all pages, and again once anything changed, was chosen otherwise or got older', async () => {
  const state = { changes: 1, data_version: 1 }
  const clock = { time: 0, now: () => clock.time }
  let made = 0
  const plan = createKeptTextPlan({ journal: { get: () => ({ ...state }) }, clock }, () => Promise.resolve(++made))
  const what = (attribute: string) =>
    ({ kind: 'cells', columns: [{ question: 'Alt?', attribute }], onlyApproved: true, view: null }) as const
  const ask = (attribute = 'Alt', workspace = 'one') => plan(workspace, { ...what(attribute), columns: [...what(attribute).columns] })
  expect([await ask(), await ask(), await ask()]).toEqual([1, 1, 1])
  state.changes++
  expect(await ask()).toBe(2)
  expect(await ask('Title')).toBe(3)
  expect(await ask('Title', 'other')).toBe(4)
  clock.time += 60_000
  expect([await ask('Title', 'other'), await ask('Title', 'other')]).toEqual([5, 5])
})
