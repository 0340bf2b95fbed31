import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isNotFirst, usualOrder } from '../../../../../electron/core/products/matching/names/usual-order.ts'
import { isDoubtfulMain } from '../../../../../shared/products/doubtful-main.ts'

const order = (...names: string[]): readonly string[] => usualOrder(names.map((name) => ({ imageId: name, name, folder: null })))

it('puts the main picture first, then numbers, then views as shops show them', () => {
  expect(order('cup_back.jpg', 'cup_front.jpg', 'cup_detail.jpg')).toEqual(['cup_front.jpg', 'cup_back.jpg', 'cup_detail.jpg'])
  expect(order('cup_back.jpg', 'cup.jpg', 'cup_2.jpg')).toEqual(['cup.jpg', 'cup_2.jpg', 'cup_back.jpg'])
  expect(order('SKU-10_10.jpg', 'SKU-10_2.jpg', 'SKU-10_1.jpg')).toEqual(['SKU-10_1.jpg', 'SKU-10_2.jpg', 'SKU-10_10.jpg'])
  expect(order('b.png', 'a.png', 'a10.png', 'a9.png')).toEqual(['a.png', 'a9.png', 'a10.png', 'b.png'])
  expect(order('IMG_0012.jpg', 'IMG_0003.jpg')).toEqual(['IMG_0003.jpg', 'IMG_0012.jpg'])
})

it('is the same whatever order the pictures come in, and loses none', () => {
  const name = fc.constantFrom('cup', 'cup_1', 'cup_2', 'cup back', 'cup-front', 'Tasse_hinten', 'mug 10', 'a', '')
  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      const once = order(...names)
      expect([...once].toSorted()).toEqual([...names].toSorted())
      expect(order(...names.toReversed())).toEqual(once)
    }),
  )
})

it('knows by its name a picture that isn’t the first one', () => {
  for (const name of ['cup_2.jpg', 'SKU-10_3.png', 'cup back.jpg', 'Tasse_hinten.jpg', 'cup (2).jpg'])
    expect(isNotFirst(name), name).toBe(true)
  for (const name of ['cup.jpg', 'cup_1.jpg', 'cup_front.jpg', 'SKU-150.jpg', '2.jpg', 'back.jpg', 'cup_main.jpg'])
    expect(isNotFirst(name), name).toBe(false)
})

it('takes no number of the product itself for a position', () => {
  const picture = { name: 'SKU-15.jpg', isNotFirst: isNotFirst('SKU-15.jpg') }
  expect(isDoubtfulMain(picture, ['SKU-15', 'Cup'])).toBe(false)
  expect(isDoubtfulMain(picture, ['sku 15', null])).toBe(false)
  expect(isDoubtfulMain({ name: 'SKU-15_2.jpg', isNotFirst: isNotFirst('SKU-15_2.jpg') }, ['SKU-15'])).toBe(true)
})
