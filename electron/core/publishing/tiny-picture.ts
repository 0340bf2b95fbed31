import { createHash } from 'node:crypto'

/** A plain red PNG of 64 × 64 pixels: what is put into a bucket for a test, and sent as `data:` to see whether a workspace takes that. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==',
  'base64',
)
export const tinyPictureHash = createHash('sha256').update(tinyPicture).digest('hex')
