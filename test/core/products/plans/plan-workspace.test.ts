import { expect, it } from 'vitest'
import { nothingStated, planValidity } from '../../../../shared/products/plans.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

const start = async (): Promise<string> => {
  await library.add(['1.png'], false)
  const to = { key: 'id:prd_1', productId: 'prd_1', sku: null, gtin: null, name: null, handle: null }
  await client().matching.move({ imageIds: [(await library.row('1.png')).id], to })
  const now = { ...nothingStated, unknown: 'nothing' } as const
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now })
  const { planId } = await client().plans.start({ mark, now, validForMs: planValidity.usualMs })
  await client().plans.settled({ planId })
  return planId
}

const plansHere = async () => (await client().plans.list({ offset: 0, limit: 10 })).rows.map(({ planId, counts }) => [planId, counts.done])

it('becomes the plan of the workspace that is connected, and is done there', async () => {
  const planId = await start()
  expect(await plansHere()).toEqual([[planId, 0]])
  await library.connect()
  expect(await plansHere()).toEqual([[planId, 0]])
  await library.start()
  await library.settled()
  expect(await plansHere()).toEqual([[planId, 1]])
})
