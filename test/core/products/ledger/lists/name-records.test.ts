import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readList } from '../../../../../electron/core/products/catalogue/read-list.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary({ readList })

const importList = async (text: string): Promise<void> => {
  const path = join(library.folder(), 'list.csv')
  writeFileSync(path, text)
  await library.client().catalogue.importFile({ path, columns: {}, dryRun: false })
}

const attach = (product: { kind: 'id'; productId: string } | { kind: 'ref'; ref: string }, current: { kind: 'nothing' } | null = null) =>
  library.client().products.attach({ images: { kind: 'some', images: ['a.png'] }, product, attribute: 'Images', current, again: false })

const namesEverywhere = async (productRef: string) => {
  const { jobs, actions, library: pictures, products } = library.client()
  const [job] = (await jobs.page({ offset: 0, limit: 10, states: [], operation: 'attach-sources' })).rows
  const [action] = (await actions.page({ offset: 0, limit: 10 })).rows
  const { history } = await pictures.details({ imageId: (await library.row('a.png')).id })
  const product = await products.find({ by: 'ref', ref: productRef })
  return [
    job?.productName,
    action?.productName,
    history.find(({ work }) => work.operation === 'attach-sources')?.productName,
    product?.listed ? `${product.name} (${product.listed.sku})` : product?.name,
  ]
}

it('names a product that was attached to by its ID as the imported list does, wherever it is named', async () => {
  await library.add(['a.png'], false)
  await importList('Product ID,SKU,Name\nprd_0005,SKU-10,Olive oil 500 ml\n')
  const { productRef } = await attach({ kind: 'id', productId: 'prd_0005' }, { kind: 'nothing' })
  expect(await namesEverywhere(productRef)).toEqual(Array.from({ length: 4 }, () => 'Olive oil 500 ml (SKU-10)'))
  await importList('Product ID,SKU,Name\nprd_0005,SKU-10,Olive oil 0.5 l\n')
  expect(await namesEverywhere(productRef)).toEqual(Array.from({ length: 4 }, () => 'Olive oil 0.5 l (SKU-10)'))
})

it('names a product that is created for an entry of the list without an ID', async () => {
  await library.add(['a.png'], false)
  await importList('SKU,Name\nSKU-100,Penne 500 g\nSKU-101,Penne 500 g\n')
  const { rows } = await library.client().products.page({ offset: 0, limit: 10, text: 'SKU-101', listed: true })
  const { productRef } = await attach({ kind: 'ref', ref: rows[0]?.ref ?? '' })
  expect(await namesEverywhere(productRef)).toEqual(Array.from({ length: 4 }, () => 'Penne 500 g (SKU-101)'))
})

it('names a product by its ID only if nothing else is known of it', async () => {
  await library.add(['a.png'], false)
  const { productRef } = await attach({ kind: 'id', productId: 'prd_7' }, { kind: 'nothing' })
  expect((await namesEverywhere(productRef)).slice(0, 3)).toEqual(['prd_7', 'prd_7', 'prd_7'])
  await importList('Product ID,SKU\nprd_7,SKU-7\n')
  expect((await namesEverywhere(productRef)).slice(0, 3)).toEqual(['SKU-7', 'SKU-7', 'SKU-7'])
})

it('names it in what goes wrong, and in the name of what was asked for', async () => {
  await library.add(['a.png'], false)
  await library.connect()
  await importList('Product ID,SKU,Name\nprd_0005,SKU-10,Olive oil 500 ml\n')
  await attach({ kind: 'id', productId: 'prd_0005' }, { kind: 'nothing' })
  const contradiction = { kind: 'ids' as const, ids: [], removed: [] }
  await library.start()
  await library.settled()
  await expect(
    library.client().products.replaceList({
      productRef: (await library.client().products.find({ by: 'id', productId: 'prd_0005' }))?.ref ?? '',
      attribute: 'Images',
      sourceIds: [],
      current: contradiction,
    }),
  ).rejects.toThrow('Olive oil 500 ml (SKU-10)')
})
