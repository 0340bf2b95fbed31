import { join } from 'node:path'
import { mimeTypes } from '../../../shared/images.ts'
import type { ImageStore } from './image-store.ts'
import { thumbnailPath } from './originals.ts'

/** Absolute paths and MIME types of what is kept of a picture. */
export type ImageFiles = Readonly<Record<'thumbnail' | 'original', { readonly path: string; readonly type: string }>>

/** Where a picture's files are, for a host that shows them by id; `undefined`: it is not in the library. */
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
