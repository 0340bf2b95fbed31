import { expect, it } from 'vitest'
import { compareNames, comparePictures } from '../../shared/natural-order.ts'

it('counts like people: 2 before 10, whatever the case, and equal names keep one order', () => {
  const names = ['IMG_10.jpg', 'img_2.jpg', 'IMG_1.jpg', 'Übung.jpg', 'zebra.jpg', 'ubung.jpg']
  expect(names.toSorted(compareNames)).toEqual(['IMG_1.jpg', 'img_2.jpg', 'IMG_10.jpg', 'ubung.jpg', 'Übung.jpg', 'zebra.jpg'])
  expect(names.toReversed().toSorted(compareNames)).toEqual(names.toSorted(compareNames))
})

it('puts a folder’s pictures together, before comparing their names', () => {
  const pictures = [
    { folder: 'shoot/SKU-10', name: '1.jpg' },
    { folder: 'shoot/SKU-2', name: '2.jpg' },
    { folder: null, name: '9.jpg' },
    { folder: 'shoot/SKU-2', name: '1.jpg' },
  ]
  expect(pictures.toSorted(comparePictures).map(({ folder, name }) => `${folder}/${name}`)).toEqual([
    'null/9.jpg',
    'shoot/SKU-2/1.jpg',
    'shoot/SKU-2/2.jpg',
    'shoot/SKU-10/1.jpg',
  ])
})
