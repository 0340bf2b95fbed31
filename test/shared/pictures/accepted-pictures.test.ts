import { expect, it } from 'vitest'
import { acceptedPictures, pictureExtensions } from '../../../shared/pictures/accepted-pictures.ts'

it('dialogs for pictures also accept the extensions that browsers and old programs use', () => {
  for (const end of ['jpe', 'jfif', 'tif', 'heif', 'hif', 'dib', 'psb', 'jxl', 'j2k', 'jpf', 'dng', 'cr2'])
    expect(pictureExtensions).toContain(end)
  expect(new Set(pictureExtensions).size).toBe(pictureExtensions.length)
  const accepted = acceptedPictures.split(',')
  for (const one of ['image/png', 'image/jpeg', 'image/heic', 'image/bmp', '.png', '.jfif', '.tiff', '.dib'])
    expect(accepted).toContain(one)
  expect(accepted.every((one) => /^(?:image\/[a-z0-9.-]+|\.[a-z0-9]+)$/.test(one))).toBe(true)
})
