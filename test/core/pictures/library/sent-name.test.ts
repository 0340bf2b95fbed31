import { expect, it } from 'vitest'
import { sentName } from '../../../../electron/core/pictures/library/sent-name.ts'

it('a sent file has the end of its format in place of the original’s, and keeps all else of the name', () => {
  expect(sentName('mug.tif', 'jpeg')).toBe('mug.jpg')
  expect(sentName('IMG_1.HEIC', 'png')).toBe('IMG_1.png')
  expect(sentName('front.bmp', 'jpeg')).toBe('front.jpg')
  expect(sentName('shoot 2026.11', 'jpeg')).toBe('shoot 2026.11.jpg')
  expect(sentName('.bmp', 'jpeg')).toBe('.bmp.jpg')
  expect(sentName('a.tar.bmp', 'jpeg')).toBe('a.tar.jpg')
})
