import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readList } from '../../../../electron/core/products/catalogue/read-list.ts'
import type { CurrentStatement } from '../../../../shared/queue/jobs.ts'
import { prepareTestLibrary } from '../../../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })

const importList = async (text: string): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, text)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const rows = async (text = '') => (await library.client().products.page({ offset: 0, limit: 100, text, listed: true })).rows
const refOf = async (sku: string): Promise<string> => (await rows()).find((row) => row.listed?.sku === sku)?.ref ?? ''

const attachTo = (images: string[], ref: string, current: CurrentStatement | null = null) =>
  library.client().products.attach({
    images: { kind: 'some', images },
    product: { kind: 'ref', ref },
    attribute: 'Images',
    current,
    again: false,
  })

const createdNames = () =>
  library
    .service()
    .received.filter(({ method, path }) => method === 'POST' && path === '/v1/products')
    .map((one) => (one.json() as { name: string }).name)
const lists = () =>
  library
    .service()
    .received.filter(({ method }) => method === 'PATCH')
    .map((one) => [one.path.split('/').at(-1), (one.json() as { attributes: { Images: string[] } }).attributes.Images] as const)
const sourceOf = async (name: string) => (await library.client().pictures.list()).find((one) => one.name === name)?.sourceId ?? ''

const twoMugs = 'SKU,Name,Stock\nM-1,Mug,12\nM-2,Mug,7\n'

describe('products of a list without ids that share a name', () => {
  it('stay two: each gets its own pictures, before and after it is created', async () => {
    await library.add(['a.png', 'b.png', 'c.png', 'd.png'])
    await library.connect()
    await importList(twoMugs)
    const [first, second] = [await refOf('M-1'), await refOf('M-2')]
    await attachTo(['a.png'], first)
    await attachTo(['b.png'], second)
    await library.start()
    await library.settled()
    expect(createdNames()).toEqual(['Mug', 'Mug'])
    // Now they are found as what they have become.
    const known = await rows('mug')
    expect(known.map((row) => [row.listed?.sku, row.pictures]).sort()).toEqual([
      ['M-1', 1],
      ['M-2', 1],
    ])
    await attachTo(['c.png'], await refOf('M-1'))
    await attachTo(['d.png'], second)
    await library.settled()
    expect(createdNames()).toHaveLength(2)
    const [a, b, c, d] = await Promise.all(['a.png', 'b.png', 'c.png', 'd.png'].map(sourceOf))
    const idOf = (sku: string) => known.find((row) => row.listed?.sku === sku)?.productId
    expect(new Map(lists())).toEqual(
      new Map([
        [idOf('M-1'), [a, c]],
        [idOf('M-2'), [b, d]],
      ]),
    )
  })

  it('stay two when they were chosen offline, and are the same after the list was imported again', async () => {
    await library.add(['a.png', 'b.png', 'c.png'])
    await importList(twoMugs)
    const gone = await refOf('M-2')
    await attachTo(['a.png'], await refOf('M-1'))
    await importList(`${twoMugs}M-3,Cup,red\n`)
    await expect(attachTo(['b.png'], gone)).rejects.toMatchObject({ failure: { kind: 'chosen-product-gone' } })
    await attachTo(['b.png'], await refOf('M-2'))
    await attachTo(['c.png'], await refOf('M-1'))
    expect(await rows('mug')).toHaveLength(2)
    await library.start()
    await library.connect()
    await library.settled()
    expect(createdNames()).toEqual(['Mug', 'Mug'])
    const [a, b, c] = await Promise.all(['a.png', 'b.png', 'c.png'].map(sourceOf))
    expect([...new Map(lists()).values()].sort()).toEqual([[a, c], [b]].sort())
  })

  it('are one with the workspace’s when it is connected again', async () => {
    await library.add(['a.png', 'b.png'])
    await library.connect()
    await library.start()
    await importList(twoMugs)
    await attachTo(['a.png'], await refOf('M-1'))
    await library.settled()
    await library.client().workspaces.disconnect()
    await importList(twoMugs)
    await attachTo(['b.png'], await refOf('M-1'))
    await library.connect()
    await library.settled()
    expect(createdNames()).toEqual(['Mug'])
  })

  it('are not chosen by their name alone', async () => {
    await library.add(['a.png', 'b.png'], false)
    await importList(twoMugs)
    await attachTo(['a.png'], await refOf('M-1'))
    await attachTo(['a.png'], await refOf('M-2'))
    await expect(library.attach(['b.png'], 'Mug')).rejects.toMatchObject({
      failure: { kind: 'product-name-shared', name: 'Mug', products: 2 },
    })
  })
})

it('finds a product without a SKU again by what the list says of it', async () => {
  await library.add(['a.png', 'b.png'], false)
  await importList('SKU,EAN,Handle,Name\n,4006381333931,,\n,,linen-shirt,Shirt\n,,,Shirt\n')
  const refs = (await rows()).map((row) => row.ref)
  for (const ref of refs) await attachTo(['a.png'], ref)
  expect((await rows()).map((row) => row.name)).toEqual(['04006381333931', 'Shirt', 'Shirt'])
  for (const ref of refs) await attachTo(['b.png'], ref)
  expect(await rows()).toHaveLength(3)
  expect(await library.client().jobs.list({ operation: 'create-product' })).toHaveLength(3)
})

it('adds to a product that is about to be created', async () => {
  await library.add(['a.png', 'b.png'], false)
  await library.attach(['a.png'], 'Mug')
  const [mug] = await rows()
  const { productRef } = await attachTo(['b.png'], mug?.ref ?? '')
  expect(productRef).toBe(mug?.ref)
  await expect(attachTo(['b.png'], 'product_none')).rejects.toMatchObject({ failure: { kind: 'chosen-product-gone' } })
})

it('of two products of a name that were created here, adds to the one created last, also after the clock was set back', async () => {
  await library.reopen({ clock: { now: () => Date.now() + 365 * 24 * 60 * 60_000 } })
  await library.add(['a.png', 'b.png', 'c.png'], false)
  await library.attach(['a.png'], 'Mug')
  await library.reopen()
  await library.attach(['b.png'], 'Mug', { again: true })
  await library.attach(['c.png'], 'Mug')
  const refs = (await library.client().jobs.list({ operation: 'attach-sources' })).map(
    ({ work }) => 'productRef' in work && work.productRef,
  )
  expect(new Set(refs).size).toBe(2)
  expect(refs[2]).toBe(refs[1])
})

it('a product that is known by its id alone gets pictures and texts by its reference, with and without a workspace', async () => {
  await library.add(['a.png', 'b.png', 'c.png'])
  await library.connect()
  const client = library.client()
  await library.attach(['a.png'], '', { product: { kind: 'id', productId: 'prd_7' }, current: { kind: 'nothing' } })
  await library.start()
  await library.settled()
  const [known] = await client.products.list()
  const ref = known?.ref ?? ''
  expect(known).toMatchObject({ productId: 'prd_7', name: null })
  expect(await attachTo(['b.png'], ref)).toMatchObject({ productRef: ref, productId: 'prd_7' })
  const connectionId = known?.connectionId ?? ''
  const texts = [{ product: { kind: 'ref' as const, ref }, attribute: 'Alt text', text: 'A mug' }]
  expect(await client.texts.send({ what: { kind: 'texts', texts }, unknown: 'replace' })).toMatchObject({ queued: 1 })
  await library.settled()
  await client.workspaces.forget({ connectionId, queue: 'keep' })
  const has = (await client.products.list())[0]?.lists[0]?.sourceIds ?? []
  expect(await attachTo(['c.png'], ref, { kind: 'ids', ids: [...has] })).toMatchObject({ productId: 'prd_7' })
  await library.connect()
  await library.settled()
  expect(createdNames()).toEqual([])
  const [a, b] = [await sourceOf('a.png'), await sourceOf('b.png')]
  expect(lists().slice(0, 2)).toEqual([
    ['prd_7', [a]],
    ['prd_7', [a, b]],
  ])
  // The third waits there for a person: the list was stated without the workspace.
  expect(await client.products.list()).toMatchObject([{ ref, name: null, lists: [{ doubt: 'adopted' }] }])
})
