import { expect, it } from 'vitest'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary()
const names = Array.from({ length: 120 }, (_, index) => `${String(index).padStart(3, '0')}.png`)
const attach = (product: object, more: object = {}) =>
  library.client().products.attach({
    images: { kind: 'some', images: names },
    product: product as never,
    attribute: 'Images',
    current: null,
    again: false,
    ...more,
  })

it('attaches more pictures than are queued at once, each uploaded once, in their order', async () => {
  await library.add(names, false)
  const { pictures } = await attach({ kind: 'new', name: 'Mug' })
  expect(pictures).toBe(names.length)
  await library.connect()
  await library.start()
  await library.settled()
  expect(await library.client().jobs.list({ operation: 'upload-source' })).toHaveLength(names.length)
  const [product] = await library.client().products.list()
  const inOrder = await library.client().library.ids({ sort: { by: 'name', descending: false }, filter: {} })
  expect(product?.lists[0]?.imageIds).toEqual(inOrder)
  expect(inOrder).toHaveLength(names.length)
})

it('queues no upload for an attach of many pictures that is refused', async () => {
  await library.add(names, false)
  await expect(attach({ kind: 'id', productId: ' ' })).rejects.toMatchObject({ code: 'usage' })
  // Nobody knows what a product shows whose ID is entered for the first time.
  await expect(attach({ kind: 'id', productId: 'prd_2' })).rejects.toMatchObject({ code: 'current-unknown' })
  expect(await library.client().jobs.list({})).toEqual([])
  expect(await library.client().products.list()).toEqual([])
  await library.client().products.attach({
    images: { kind: 'some', images: names.slice(0, 1) },
    product: { kind: 'id', productId: 'prd_1' },
    attribute: 'Images',
    current: { kind: 'nothing' },
    again: false,
  })
  await expect(attach({ kind: 'id', productId: 'prd_1' }, { attribute: 'Other' })).rejects.toMatchObject({ code: 'current-unknown' })
  expect((await library.client().jobs.list({ operation: 'upload-source' })).length).toBe(1)
})
