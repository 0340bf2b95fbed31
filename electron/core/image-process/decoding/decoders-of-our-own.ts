import type { ImageFormat } from '../../../../shared/images.ts'
import type { DecodedPicture } from './decoded-picture.ts'

export type DecodingLimits = {
  /** Pixels of the picture as stored. */
  readonly maxPixels: number
  /** Bytes that a decoder may take beside the file and the pixels it gives. */
  readonly maxBytes: number
}

/**
 * Reads the one picture of a file that counts. Its size was checked in the header before. Rejects with a failure of the image process
 * (image-worker-messages.ts), or with any other error, whose words are shown as the decoder's.
 */
export type Decoder = (bytes: Uint8Array, limits: DecodingLimits) => Promise<DecodedPicture>

/** Decoders of formats that sharp has none for. Each is loaded with the first picture that needs it. */
export const decodersOfOurOwn: Readonly<Partial<Record<ImageFormat, Decoder>>> = {
  heic: async (bytes, limits) => (await import('./decode-heic.ts')).decodeHeic(bytes, limits),
}

export const hasOwnDecoder = (format: ImageFormat): boolean => decodersOfOurOwn[format] !== undefined
