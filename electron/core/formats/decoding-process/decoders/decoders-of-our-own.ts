import type { ImageFormat } from '../../../../../shared/pictures/pictures.ts'
import type { Decoder } from './decoded-picture.ts'

/** Decoders of formats that sharp has none for. Each is loaded with the first picture that needs it. */
export const decodersOfOurOwn: Readonly<Partial<Record<ImageFormat, Decoder>>> = {
  heic: async (bytes, limits) => (await import('./decode-heic.ts')).decodeHeic(bytes, limits),
  bmp: async (bytes) => (await import('./decode-bmp.ts')).decodeBmp(bytes),
  psd: async (bytes) => (await import('./decode-psd.ts')).decodePsd(bytes),
  jxl: async (bytes, limits) => (await import('./decode-jxl.ts')).decodeJxl(bytes, limits),
  jp2: async (bytes, limits) => (await import('./decode-jp2.ts')).decodeJp2(bytes, limits),
  raw: async (bytes) => (await import('./decode-raw.ts')).decodeRaw(bytes),
}
