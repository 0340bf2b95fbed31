import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RemovedThing } from '../../../shared/removed/removed.ts'
import { findBroken } from '../../support/find-broken.ts'
import { prepareTestLibrary } from '../../support/open-test-library.ts'

const library = prepareTestLibrary({ keepsPause: true })
const orders = ['picture, product', 'product, picture'] as const

const products = { new: { kind: 'new', name: 'Mug' }, known: { kind: 'id', productId: 'prd_1' } } as const

/** Paused: two pictures wait for a product, each by itself. Returns the second. */
const prepare = async (product: keyof typeof products): Promise<string> => {
  await library.connect()
  await library.client().queue.pause()
  await library.start()
  await library.add(['one.png', 'other.png'])
  const { id } = await library.row('one.png')
  // A product without any work is in no list. What is attached second waits for the first.
  for (const one of [(await library.row('other.png')).id, id])
    await library.attach([one], 'Mug', { product: products[product], current: { kind: 'nothing' } })
  return id
}
const work = async () =>
  (await library.client().jobs.list({})).map(({ work: { operation }, status }) => `${operation} ${status.state}`).sort()
const broken = () => findBroken(join(library.folder(), 'data'))
const removedOnes = async () => (await library.client().removed.page({ offset: 0, limit: 10 })).rows
const thingsOf = async (kind: string): Promise<RemovedThing[]> =>
  (await removedOnes()).flatMap((row) => (row.kind === kind ? [{ kind: row.kind, id: row.id } as RemovedThing] : []))

const removeIn = async (order: string, id: string): Promise<void> => {
  for (const what of order.split(', ')) {
    if (what === 'picture') await library.client().library.remove({ imageIds: [id] })
    else {
      const [product] = await library.client().products.list()
      await library.client().products.remove({ ref: product?.ref ?? '' })
    }
    expect(await broken()).toEqual([])
  }
}

const kinds = ['new', 'known'] as const

it.each(kinds.flatMap((kind) => orders.flatMap((gone) => orders.map((back) => [kind, gone, back] as const))))(
  'the work of a picture and a %s product that are removed (%s) is there again once both are restored (%s)',
  async (kind, gone, back) => {
    const id = await prepare(kind)
    const before = await work()
    await removeIn(gone, id)
    for (const what of back.split(', ')) {
      await library.client().removed.restore({ things: await thingsOf(what) })
      expect(await broken()).toEqual([])
    }
    expect(await work()).toEqual(before)
  },
)

it.each(kinds.flatMap((kind) => orders.map((gone) => [kind, gone] as const)))(
  'a picture of a %s product that is removed for good (%s) comes back without its work for it',
  async (kind, gone) => {
    const id = await prepare(kind)
    await removeIn(gone, id)
    await library.client().removed.removeForGood({ things: await thingsOf('product') })
    await library.client().removed.restore({ things: await thingsOf('picture') })
    expect(await broken()).toEqual([])
    expect((await work()).filter((one) => one.startsWith('attach'))).toEqual(Array(2).fill('attach-sources cancelled'))
  },
)

it('a picture that is removed again comes back with the work of that removal only', async () => {
  await library.connect()
  await library.client().queue.pause()
  await library.start()
  await library.add(['one.png'], false)
  const { id } = await library.row('one.png')
  const asked = async () =>
    (await library.client().jobs.list({ operation: 'analyse-image' }))
      .map(({ work: one, status }) => `${'question' in one ? one.question : ''} ${status.state}`)
      .sort()
  await library.ask([id], 'First?')
  await library.client().library.remove({ imageIds: [id] })
  // The same file: a picture without the work that went.
  await library.add(['one.png'], false)
  await library.ask([id], 'Second?')
  const before = await asked()
  await library.client().library.remove({ imageIds: [id] })
  await library.client().library.restore({ imageIds: [id] })
  expect(before).toEqual(['First? cancelled', 'Second? waiting'])
  expect(await asked()).toEqual(before)
})
