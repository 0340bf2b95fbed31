import type { ImageFormat } from './images.ts'

// A file of its own: the window's host needs it before it has read the schemas.
export const mimeTypes: Readonly<Record<ImageFormat, string>> = { png: 'image/png', jpeg: 'image/jpeg' }
