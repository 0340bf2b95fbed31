import { expect, it } from 'vitest'
import { describeProductRow } from '../../../../../shared/products/product-state-words.ts'
import type { ProductRow } from '../../../../../shared/products/products.ts'
import { prepareTestLibrary } from '../../../../support/open-test-library.ts'

const library = prepareTestLibrary()

const row = async (): Promise<ProductRow> => {
  const { rows } = await library.client().products.page({ offset: 0, limit: 10, withWork: true })
  if (!rows[0]) throw new Error('There is no product.')
  return rows[0]
}
const says = async (): Promise<string> => describeProductRow(await row())

it('a product says how many pictures it has and will have, which answers are missing, and whether its main picture is uploaded', async () => {
  await library.connect()
  await library.client().queue.pause()
  await library.start()
  await library.add(['one.png', 'two.png', 'three.png'])
  await library.attach(['two.png', 'one.png'])
  expect((await row()).work).toEqual({ coming: 2, notUploaded: 2, questions: 0, answers: 0, main: 'not-uploaded' })
  expect(await says()).toBe('Not created yet · 2 pictures to attach · main picture not uploaded yet')
  await library.ask(['one.png', 'two.png', 'three.png'], 'White?')
  expect(await says()).toBe('Not created yet · 2 pictures to attach · 0 of 2 answers · main picture not uploaded yet')
  await library.client().queue.resume()
  await library.settled()
  expect((await row()).work).toEqual({ coming: 0, notUploaded: 0, questions: 2, answers: 2, main: 'uploaded' })
  expect(await says()).toBe('2 pictures · 2 answers')
  await library.client().queue.pause()
  await library.attach(['three.png'])
  await library.ask(['one.png'], 'Round?')
  expect(await says()).toBe('2 pictures · 1 more to attach · 3 of 4 answers')
  // Only where it is asked for: it is a look at each picture.
  expect((await library.client().products.page({ offset: 0, limit: 10 })).rows[0]?.work).toBeUndefined()
})

it('a product of the imported list that nothing is known of says so', () => {
  const work = { coming: 0, notUploaded: 0, questions: 0, answers: 0, main: null }
  const listed = { sku: 'SKU-1', gtin: null, isMissing: true }
  const product = { ref: 'entry_1', productId: 'p1', name: 'Cup', connectionId: null, createdByUs: false, pictures: 0, coverId: null }
  expect(describeProductRow({ ...product, listed, work })).toBe('SKU-1 · no pictures yet · missing in the list')
})
