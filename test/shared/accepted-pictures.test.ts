import { expect, it } from 'vitest'
import { acceptedPictures, pictureExtensions } from '../../shared/accepted-pictures.ts'

it('dialogs for pictures also accept the extensions that browsers and old programs use for a JPEG or TIFF', () => {
  expect(pictureExtensions).toEqual(['png', 'jpg', 'jpeg', 'jpe', 'jfif', 'webp', 'avif', 'tif', 'tiff', 'gif', 'heic', 'heif', 'hif'])
  expect(acceptedPictures).toBe(
    'image/png,image/jpeg,image/webp,image/avif,image/tiff,image/gif,image/heic,.png,.jpg,.jpeg,.jpe,.jfif,.webp,.avif,.tif,.tiff,.gif,.heic,.heif,.hif',
  )
})
