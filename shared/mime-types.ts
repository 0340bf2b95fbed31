import type { ImageFormat } from './images.ts'

// A file of its own: the window's host needs it before it has read the schemas.
export const mimeTypes: Readonly<Record<ImageFormat, string>> = { png: 'image/png', jpeg: 'image/jpeg' }

/** How their files' names end. Systems know `.jfif` (saved by browsers on Windows) and `.jpe` as JPEG or as nothing. */
export const pictureExtensions: readonly string[] = ['png', 'jpg', 'jpeg', 'jpe', 'jfif']

/** For a page's file input. */
export const acceptedPictures: string = [...Object.values(mimeTypes), ...pictureExtensions.map((end) => `.${end}`)].join(',')
