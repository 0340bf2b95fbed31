import { expect, it } from 'vitest'
import { nameKey, placeKey } from '../../../../electron/core/pictures/library/natural-key.ts'

const sortBy = (names: readonly string[], keyOf: (name: string) => string): string[] =>
  [...names].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

it('orders names as a person counts, whatever the case and however long a number is', () => {
  const ordered = [
    '9.jpg',
    '10.jpg',
    'DSC_0099.JPG',
    'dsc_100.jpg',
    'IMG_2.jpg',
    'img_02b.jpg',
    'IMG_10.jpg',
    'IMG_99999999.jpg',
    'IMG_100000000.jpg',
    'IMG_20260101120000000.jpg',
    'IMG_100000000000000000000000.jpg',
    'SKU-100.jpg',
    'SKU-100-2.jpg',
    'SKU-100-10.jpg',
    'Süd 3.png',
    'Sud 4.png',
  ]
  expect(sortBy(ordered.toReversed(), nameKey)).toEqual(ordered)
})

it('orders folders like names, and a folder’s own files before those of its subfolders', () => {
  const ordered = ['Shoot/z.jpg', 'Shoot/SKU-2/1.jpg', 'Shoot/SKU-2/2.jpg', 'Shoot/SKU-2 b/1.jpg', 'Shoot/SKU-10/1.jpg', 'Shoot 2/1.jpg']
  const keyOf = (path: string): string => placeKey(path.split('/').slice(0, -1), path.split('/').at(-1) ?? '')
  expect(sortBy(ordered.toReversed(), keyOf)).toEqual(ordered)
})

it('takes time in proportion to a name', () => {
  const long = '0'.repeat(200_000)
  expect(nameKey(`${long}1${long}.jpg`).length).toBeGreaterThan(200_000)
  expect(nameKey(`${long}7`)).toBe(nameKey('7'))
})
