import { expect, it } from 'vitest'
import { shownPlace, wholePath } from '../../../shared/pictures/picture-place.ts'

it('a place is the last folder and the name, on each system; the whole path keeps its separators', () => {
  const places = [
    ['/home/mira/Shoot/SKU-1004', 'SKU-1004/01.jpg', '/home/mira/Shoot/SKU-1004/01.jpg'],
    ['C:\\Pictures\\SKU-1004', 'SKU-1004/01.jpg', 'C:\\Pictures\\SKU-1004\\01.jpg'],
    ['\\\\server\\share', 'share/01.jpg', '\\\\server\\share\\01.jpg'],
    ['C:\\', 'C:/01.jpg', 'C:\\01.jpg'],
    ['/', '//01.jpg', '/01.jpg'],
    [null, '01.jpg', '01.jpg'],
  ] as const
  for (const [folder, shown, whole] of places) {
    expect(shownPlace({ folder, name: '01.jpg' })).toBe(shown)
    expect(wholePath({ folder, name: '01.jpg' })).toBe(whole)
  }
})
