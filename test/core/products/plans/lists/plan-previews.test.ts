import { expect, it } from 'vitest'
import { createPlanPreviews, type ReadPlan } from '../../../../../electron/core/products/plans/lists/preview-plan.ts'
import { nothingStated } from '../../../../../shared/products/plans.ts'

type Ports = Parameters<typeof createPlanPreviews>[0]

it('reads a plan once for its pages, and again for its first page once anything has changed', async () => {
  let [changes, monotonic, reads, wall] = [1, 0, 0, 0]
  const journal = { get: () => ({ changes, data_version: 1 }), monotonic: () => monotonic }
  const read = async (): Promise<ReadPlan> => {
    reads += 1
    return { products: [], mark: String(reads) }
  }
  const { preview, readAnew } = createPlanPreviews({ journal, products: { facts: { now: () => ({ wall }) } } } as unknown as Ports, read)
  const markAt = async (offset: number, attribute = 'Images'): Promise<string> =>
    (await preview({ connection: null, attribute, now: nothingStated, offset, limit: 10 })).mark
  expect(await Promise.all([markAt(0), markAt(10)])).toEqual(['1', '1'])
  expect(await markAt(0)).toBe('1')
  changes += 1
  // A page that is read while work goes on belongs to the same plan.
  expect(await markAt(20)).toBe('1')
  expect(await markAt(0)).toBe('2')
  changes += 1
  monotonic += 10_000
  expect(await markAt(20)).toBe('3')
  expect(await markAt(20, 'Other')).toBe('4')
  // What is known of a list grows old, although nothing changes.
  wall += 60_000
  expect(await markAt(0, 'Other')).toBe('5')
  // What a confirmation has read is shown from then on.
  await readAnew({ connection: null, attribute: 'Other', now: nothingStated })
  expect(await markAt(0, 'Other')).toBe('6')
})
