import { expect, it } from 'vitest'
import { createPlanPreviews, type ReadPlan } from '../../../../../electron/core/products/plans/lists/preview-plan.ts'
import { nothingStated } from '../../../../../shared/products/plans.ts'

type Ports = Parameters<typeof createPlanPreviews>[0]

it('reads a plan once for its pages, and again for its first page once anything has changed', () => {
  let [changes, monotonic, reads, wall] = [1, 0, 0, 0]
  const journal = { get: () => ({ changes, data_version: 1 }), monotonic: () => monotonic }
  const preview = createPlanPreviews({ journal } as unknown as Ports, (): ReadPlan => {
    reads += 1
    return { products: [], mark: String(reads) }
  })
  const markAt = (offset: number, attribute = 'Images'): string =>
    preview({ connection: null, attribute, now: nothingStated, at: { wall, highest: wall }, offset, limit: 10 }).mark
  expect([markAt(0), markAt(10)]).toEqual(['1', '1'])
  changes += 1
  // A page that is read while work goes on belongs to the same plan.
  expect(markAt(20)).toBe('1')
  expect(markAt(0)).toBe('2')
  changes += 1
  monotonic += 10_000
  expect(markAt(20)).toBe('3')
  expect(markAt(20, 'Other')).toBe('4')
  // What is known of a list grows old, although nothing changes.
  wall += 60_000
  expect(markAt(0, 'Other')).toBe('5')
})
