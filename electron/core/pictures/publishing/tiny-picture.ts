import { createHash } from 'node:crypto'

/** A plain red PNG of 64 × 64 pixels: used to test a bucket, and to test whether a workspace accepts `data:`. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==',
  'base64',
)
export const tinyPictureHash = createHash('sha256').update(tinyPicture).digest('hex')
