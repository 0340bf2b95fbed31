import type { ImageFormat, SentFormat } from './picture-formats.ts'

// A separate file, because the window's host needs it before the schemas are loaded.
export const mimeTypes: Readonly<Record<ImageFormat, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  tiff: 'image/tiff',
  gif: 'image/gif',
  heic: 'image/heic',
  bmp: 'image/bmp',
  psd: 'image/vnd.adobe.photoshop',
  jxl: 'image/jxl',
  jp2: 'image/jp2',
  raw: 'image/x-adobe-dng',
}

/** Their file extensions. Systems map `.jfif` (saved by browsers on Windows) and `.jpe` to JPEG or to nothing. */
export const pictureExtensions: readonly string[] = [
  ...['png', 'jpg', 'jpeg', 'jpe', 'jfif', 'webp', 'avif', 'tif', 'tiff', 'gif'],
  ...['heic', 'heif', 'hif', 'bmp', 'dib', 'psd', 'psb', 'jxl', 'jp2', 'j2k', 'jpf', 'jpx', 'j2c', 'jpc'],
  // Raw files that are TIFFs inside.
  ...['dng', 'cr2', 'nef', 'nrw', 'arw', 'pef', 'srw', '3fr'],
]

/** For a page's file input. */
export const acceptedPictures: string = [...Object.values(mimeTypes), ...pictureExtensions.map((end) => `.${end}`)].join(',')

/** A file's name without an end that says a picture's format; another end is a part of the name. */
export const withoutPictureExtension = (name: string): string => {
  const at = name.lastIndexOf('.')
  return at > 0 && pictureExtensions.includes(name.slice(at + 1).toLowerCase()) ? name.slice(0, at) : name
}

/** Whether pictures of this format can be sent as they are. */
export const isSentFormat = (format: ImageFormat): format is SentFormat => format === 'png' || format === 'jpeg'

/** The quality of converted JPEGs where a workspace has no other (workspace-settings.ts). */
export const defaultJpegQuality = 90
