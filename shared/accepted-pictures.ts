import type { ImageFormat } from './images.ts'

// A separate file, because the window's host needs it before the schemas are loaded.
export const mimeTypes: Readonly<Record<ImageFormat, string>> = { png: 'image/png', jpeg: 'image/jpeg' }

/** Their file extensions. Systems map `.jfif` (saved by browsers on Windows) and `.jpe` to JPEG or to nothing. */
export const pictureExtensions: readonly string[] = ['png', 'jpg', 'jpeg', 'jpe', 'jfif']

/** For a page's file input. */
export const acceptedPictures: string = [...Object.values(mimeTypes), ...pictureExtensions.map((end) => `.${end}`)].join(',')
