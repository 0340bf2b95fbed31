import sharp from 'sharp'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'

/** Of what a decoder of our own read (decoders/decoded-picture.ts). */
const ofOurTiff = 'VipsForeignLoadTiffBuffer'

/** From files, but for those that a decoder of our own reads. */
const loaders: Readonly<Record<ImageFormat, string>> = {
  png: 'VipsForeignLoadPngFile',
  jpeg: 'VipsForeignLoadJpegFile',
  webp: 'VipsForeignLoadWebpFile',
  avif: 'VipsForeignLoadHeifFile',
  tiff: 'VipsForeignLoadTiffFile',
  gif: 'VipsForeignLoadNsgifFile',
  heic: ofOurTiff,
  bmp: ofOurTiff,
  psd: ofOurTiff,
  jxl: ofOurTiff,
  jp2: ofOurTiff,
  raw: ofOurTiff,
}

/**
 * Loaders of what is read in memory: most JPEGs and PNGs are (open-picture.ts), a raw file has a JPEG in it, of a TIFF in Lab we read the values, and
 * of animated WebPs, GIFs and AVIFs we may take the first frame.
 */
const onTheWay: Readonly<Partial<Record<ImageFormat, string>>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  raw: 'VipsForeignLoadJpegBuffer',
  tiff: ofOurTiff,
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
  gif: 'VipsForeignLoadNsgifBuffer',
}

let allowed: ImageFormat | undefined

const lockAll = (): void => {
  allowed = undefined
  sharp.block({ operation: ['VipsForeignLoad'] })
}

/** Locks every decoder. One thread a process, and nothing cached: pictures are seen once. */
export const lockDecoders = (): void => {
  lockAll()
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Locks every decoder but that of one format, so that an SVG or an Ultra HDR file that slipped through is not decoded. */
export const allowDecoder = (format: ImageFormat): void => {
  if (format === allowed) return
  lockAll()
  const also = onTheWay[format]
  sharp.unblock({ operation: also ? [loaders[format], also] : [loaders[format]] })
  allowed = format
}
