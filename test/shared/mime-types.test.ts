import { expect, it } from 'vitest'
import { acceptedPictures, pictureExtensions } from '../../shared/mime-types.ts'

it('dialogs show what browsers and old programs call a JPEG, too', () => {
  expect(pictureExtensions).toEqual(['png', 'jpg', 'jpeg', 'jpe', 'jfif'])
  expect(acceptedPictures).toBe('image/png,image/jpeg,.png,.jpg,.jpeg,.jpe,.jfif')
})
