import { AppError, type ErrorCode } from '../../../../shared/base/errors.ts'
import type { ImageFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { HeaderFailure } from '../../../../shared/pictures/pictures-failures.ts'

/** The largest accepted picture. */
export const maxPixels = 100_000_000

/** Progressive JPEGs, interlaced PNGs, AVIFs, HEICs, GIFs, PSDs, JPEG XLs and JPEG 2000s have to be held in memory as a whole while they are decoded. */
export const maxProgressivePixels = 50_000_000

/** A JPEG XL with a profile takes more than fifty bytes a pixel while it is decoded. */
export const maxJxlPixels = 25_000_000

export type Identified =
  | {
      readonly kind: 'image'
      readonly format: ImageFormat
      /** Pixels as stored, before any orientation. */
      readonly width: number
      readonly height: number
      /** A progressive JPEG or an interlaced PNG. */
      readonly progressive: boolean
    }
  | { readonly kind: 'refused'; readonly error: AppError }
  /** Call again with the first `bytes` bytes of the file: more than were given, at most its size. */
  | { readonly kind: 'need-more'; readonly bytes: number }
  /** Call again with this part of the file, besides its first bytes. */
  | { readonly kind: 'need-part'; readonly at: number; readonly bytes: number }

/** The characters of bytes, one each. */
export const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Bytes from `at` in the file. */
export type FilePart = { readonly at: number; readonly bytes: Uint8Array }

export const refuse = (code: ErrorCode, failure: HeaderFailure): Identified => ({ kind: 'refused', error: new AppError(code, failure) })

const heldWhole = ['avif', 'gif', 'heic', 'psd', 'jxl', 'jp2'] as const

const formOf = (format: ImageFormat, progressive: boolean): Extract<HeaderFailure, { kind: 'too-many-pixels' }>['form'] => {
  const whole = heldWhole.find((one) => one === format)
  if (whole) return whole
  return !progressive ? 'usual' : format === 'png' ? 'interlaced-png' : 'progressive-jpeg'
}

const limitOf = (form: ReturnType<typeof formOf>): number =>
  form === 'usual' ? maxPixels : form === 'jxl-with-profile' ? maxJxlPixels : maxProgressivePixels

/** The most pixels of a picture of this format, where it is not progressive. */
export const pixelLimitOf = (format: ImageFormat): number => limitOf(formOf(format, false))

/** The caps on pixels, checked before anything is decoded. */
export const acceptSize = (format: ImageFormat, width: number, height: number, progressive = false): Identified =>
  acceptForm(format, width, height, formOf(format, progressive), progressive)

/** The same of a form that its format alone doesn't tell. */
export const acceptForm = (
  format: ImageFormat,
  width: number,
  height: number,
  form: ReturnType<typeof formOf>,
  progressive = false,
): Identified => {
  if (width === 0 || height === 0) return refuse('damaged-image', { kind: 'header-without-pixels', width, height })
  const limit = limitOf(form)
  if (width * height <= limit) return { kind: 'image', format, width, height, progressive }
  return refuse('too-many-pixels', { kind: 'too-many-pixels', width, height, limit, form })
}
