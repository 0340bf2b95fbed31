import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mimeTypes } from '../../../shared/mime-types.ts'
import { readFirstByte } from '../platform/read-whole.ts'
import { type ImageStore, imageIdOf } from './image-store.ts'
import { thumbnailPath } from './originals.ts'

/** An absolute path and a MIME type. */
export type ImageFile = { readonly path: string; readonly type: string }
/** The stored files of a picture. */
export type ImageFiles = Readonly<Record<'thumbnail' | 'original', ImageFile>>

/** The paths of a picture's files, for a host that shows them by id; `undefined`: not in the library. */
export const createImageLocator =
  (images: Pick<ImageStore, 'get'>, dataFolder: string) =>
  (imageId: string): ImageFiles | undefined => {
    const image = images.get(imageId)
    if (!image) return undefined
    return {
      thumbnail: { path: join(dataFolder, thumbnailPath(image.sha256)), type: image.hasAlpha ? mimeTypes.png : mimeTypes.jpeg },
      original: { path: join(dataFolder, image.staged), type: mimeTypes[image.format] },
    }
  }

const isPng = (path: string): boolean => readFirstByte(path) === 0x89

/** A picture's thumbnail, found by file name only, for a window that shows its last content before the library is open. */
export const findThumbnail = (dataFolder: string, imageId: string): ImageFile | undefined => {
  const start = imageId.slice(imageIdOf('').length)
  const folder = join(dataFolder, dirname(thumbnailPath(start)))
  try {
    const name = readdirSync(folder).find((one) => one.startsWith(start))
    if (name === undefined) return undefined
    const path = join(folder, name)
    return { path, type: isPng(path) ? mimeTypes.png : mimeTypes.jpeg }
  } catch {
    return undefined
  }
}
