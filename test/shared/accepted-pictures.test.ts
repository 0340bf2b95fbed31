import { expect, it } from 'vitest'
import { acceptedPictures, pictureExtensions } from '../../shared/accepted-pictures.ts'

it('dialogs for pictures also accept the extensions that browsers and old programs use for a JPEG', () => {
  expect(pictureExtensions).toEqual(['png', 'jpg', 'jpeg', 'jpe', 'jfif'])
  expect(acceptedPictures).toBe('image/png,image/jpeg,.png,.jpg,.jpeg,.jpe,.jfif')
})
