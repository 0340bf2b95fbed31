import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../../../electron/core/base/database/with-resolvers.ts'
import { newProductKey } from '../../../../shared/products/matching.ts'
import { nothingStated } from '../../../../shared/products/plans.ts'
import { waitFor } from '../../../support/open-test-core.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary()
const client = () => library.client()

/** Pictures that a person puts into a new product of this name; products with different keys may share one. */
const move = async (key: string, name: string, pictures: readonly string[]): Promise<void> => {
  await library.add(pictures, false)
  const imageIds = await Promise.all(pictures.map(async (one) => (await library.row(one)).id))
  const to = { key: `${newProductKey}${key}`, name, productId: null, sku: null, gtin: null, handle: null }
  await client().matching.move({ imageIds, to })
}

const start = async (): Promise<string> => {
  const { mark } = await client().plans.preview({ offset: 0, limit: 0, now: nothingStated })
  const { planId } = await client().plans.start({ mark, now: nothingStated, validForMs: 60 * 60 * 1000 })
  await client().plans.settled({ planId })
  return planId
}

const states = async (planId: string): Promise<string[]> =>
  (await client().plans.page({ planId, offset: 0, limit: 100 })).rows.map(({ state }) => state)

const received = (method: string, path: string) =>
  library.service().received.filter((one) => one.method === method && one.path.includes(path))

/** The number of pictures in the list that each product got last. */
const held = (): number[] =>
  Object.values(
    Object.fromEntries(
      received('PATCH', '').map((one) => [one.path, (one.json() as { attributes: { Images: string[] } }).attributes.Images.length]),
    ),
  ).toSorted((one, other) => one - other)

const creations = async () => client().jobs.list({ operation: 'create-product' })

describe('resuming a plan of new products', () => {
  it('puts the pictures into the product that it created, not into another of that name', async () => {
    await library.connect()
    await move('one', 'shirt', ['1.png'])
    await client().plans.cancel({ planId: await start() })
    const { promise: mayEnd, resolve: endUpload } = withResolvers()
    const reply = { status: 201, body: { requestId: 'r', resource: 'source', data: { id: 'src_1' } } }
    library.service().answer = ({ path }) => (path.endsWith('/sources') ? mayEnd.then(() => reply) : undefined)
    const planId = await start()
    await library.start()
    await waitFor(async () => (await creations()).some(({ status }) => status.state === 'done'))
    await client().plans.cancel({ planId })
    await client().plans.resume({ planId })
    endUpload()
    await library.settled()
    expect(await states(planId)).toEqual(['done'])
    expect(received('POST', '/products')).toHaveLength(1)
    expect(held()).toEqual([1])
  })

  it('never puts one product’s pictures into another of the same name', async () => {
    await library.connect()
    await move('one', 'shirt', ['1.png'])
    await move('two', 'shirt', ['2.png', '3.png'])
    const planId = await start()
    expect(await creations()).toHaveLength(2)
    const { rows } = await client().plans.page({ planId, offset: 0, limit: 1 })
    const first = (await creations()).find(({ work }) => work.operation === 'create-product' && work.productRef === rows[0]?.productRef)
    await client().jobs.cancel({ jobIds: [first?.id ?? ''] })
    await library.start()
    await library.settled()
    expect((await states(planId)).toSorted()).toEqual(['cancelled', 'done'])
    await client().plans.resume({ planId })
    await library.settled()
    expect(await states(planId)).toEqual(['done', 'done'])
    expect(received('POST', '/products')).toHaveLength(2)
    expect(held()).toEqual([1, 2])
  })
})
