import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mimeTypes } from '../../../../shared/pictures/accepted-pictures.ts'
import { getsNewPixels, sendingChanges } from '../../../../shared/service/sending.ts'
import type { Files } from '../../base/platform/files.ts'
import { readFirstByte } from '../../base/platform/read-whole.ts'
import { asItCame } from './conversion-settings.ts'
import { thumbnailPath } from './original-path.ts'
import { imageIdOf } from './picture-id.ts'
import type { ImageStore, StoredImage } from './picture-store.ts'
import type { SentFiles } from './sent-files.ts'
import type { ShownConversion } from './shown-conversion.ts'

/** An absolute path, a MIME type, and of which version it is. `sentAs`: with which settings it was converted; absent: it was not. */
export type ImageFile = { readonly path: string; readonly type: string; readonly version: number; readonly sentAs?: string }
/** The stored files of a picture. */
export type ImageFiles = Readonly<Record<'thumbnail' | 'original', ImageFile>>

type Ports = {
  readonly images: Pick<ImageStore, 'get'>
  readonly dataFolder: string
  readonly files: Pick<Files, 'facts'>
  /** Checks a picture next, and makes its thumbnail. */
  readonly show: (imageId: string) => Promise<void>
  readonly sentFiles: Pick<SentFiles, 'get'>
  readonly shownConversion: ShownConversion
}

/**
 * The paths of a picture's files, for a host that shows them by id; `undefined`: not in the library. A window never gets a picture that
 * is not checked: this waits for its check. Of a picture that is converted it gets what is sent, as it may not know the format; asked for
 * `original`, the same pixels without loss.
 */
export const createImageLocator =
  ({ images, dataFolder, files, show, sentFiles, shownConversion }: Ports) =>
  async (
    imageId: string,
    part: keyof ImageFiles,
    _version: number | null = null,
    sentAs: string | null = null,
  ): Promise<ImageFile | undefined> => {
    const isReady = async (image: StoredImage): Promise<boolean> => {
      if (image.check !== 'passed') return false
      // A power failure may take one, or leave an empty file: thumbnails are not flushed.
      return (
        part === 'original' ||
        files.facts(join(dataFolder, thumbnailPath(image.sha256))).then(
          ({ size }) => size > 0,
          () => false,
        )
      )
    }
    const found = images.get(imageId)
    if (!found) return undefined
    if (!(await isReady(found))) await show(imageId)
    const image = images.get(imageId)
    if (image?.check !== 'passed') return undefined
    const { version, hasAlpha } = image
    const thumbnail = { path: join(dataFolder, thumbnailPath(image.sha256)), type: hasAlpha ? mimeTypes.png : mimeTypes.jpeg, version }
    if (part === 'thumbnail') return thumbnail
    const { settings } = shownConversion(imageId)
    // A picture that only loses metadata looks the same.
    const looksTheSame = !getsNewPixels(sendingChanges(image, settings))
    const sent = await sentFiles.get(image, sentAs === 'original' || looksTheSame ? asItCame : settings).catch(() => undefined)
    // As for an original that is gone.
    if (!sent) return { ...thumbnail, path: '' }
    return { path: sent.path, type: mimeTypes[sent.format], version, ...(sent.settings === '' ? {} : { sentAs: sent.settings }) }
  }

const isPng = (path: string): boolean => readFirstByte(path) === 0x89

/** The thumbnail of a picture's first version, found by file name only, for a window that shows its last content before the library is open. */
export const findThumbnail = (dataFolder: string, imageId: string): ImageFile | undefined => {
  const start = imageId.slice(imageIdOf('').length)
  const folder = join(dataFolder, dirname(thumbnailPath(start)))
  try {
    const name = readdirSync(folder).find((one) => one.startsWith(start))
    if (name === undefined) return undefined
    const path = join(folder, name)
    return { path, type: isPng(path) ? mimeTypes.png : mimeTypes.jpeg, version: 1 }
  } catch {
    return undefined
  }
}
