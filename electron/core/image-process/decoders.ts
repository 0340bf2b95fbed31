import sharp from 'sharp'
import type { ImageFormat } from '../../../shared/images.ts'

/** From files: nothing else is read here. */
const loaders: Readonly<Record<ImageFormat, string>> = {
  png: 'VipsForeignLoadPngFile',
  jpeg: 'VipsForeignLoadJpegFile',
  webp: 'VipsForeignLoadWebpFile',
  avif: 'VipsForeignLoadHeifFile',
  tiff: 'VipsForeignLoadTiffFile',
  gif: 'VipsForeignLoadNsgifFile',
}

const lockAll = (): void => sharp.block({ operation: ['VipsForeignLoad'] })

/** Locks every decoder. One thread a process, and nothing cached: pictures are seen once. */
export const lockDecoders = (): void => {
  lockAll()
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Locks every decoder but that of one format, so that an SVG or an Ultra HDR file that slipped through is not decoded. */
export const allowDecoder = (format: ImageFormat): void => {
  lockAll()
  sharp.unblock({ operation: [loaders[format]] })
}
