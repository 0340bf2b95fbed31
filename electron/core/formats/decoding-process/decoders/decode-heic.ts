import { countFrames } from '../../kinds/identify-heif.ts'
import { toWorkerError } from '../decoding-messages.ts'
import { type CropPlan, cropPicture, planCrop, planStated, withoutCrops, withoutSizes } from './crop-heic.ts'
import type { DecodedPicture, DecodingLimits } from './decoded-picture.ts'
import { HeifError, type Libheif, openLibheif } from './libheif.ts'
import { profileOfNclx } from './nclx-profile.ts'

/** Values of libheif’s enumerations (heif_color.h, heif_image.h, heif_error.h). */
const colorspaceRgb = 1
const chroma = { rgb: 10, rgba: 11, rrggbb: 14, rrggbbaa: 15 }
const channelInterleaved = 10
const endOfData = 100
const limitExceeded = 1000
const otherSize = 129

/** Warnings about its description, which say nothing about its pixels: unknown values of an NCLX profile, or two that differ; no `ispe`. */
const harmless: readonly number[] = [133, 134, 135, 137, 152]

/** EXIF or XMP beyond this is left out: it is not kept in a converted picture either. */
const mostMetadata = 1024 * 1024
const mostProfile = 8 * 1024 * 1024

/** Of `heif_security_limits`: places of its fields, for WebAssembly. Total memory comes with its version 2. */
const limitsAt = { version: 0, pixels: 8, tiles: 16, profileBytes: 32, blockBytes: 40, totalBytes: 64 }
/** Of `heif_decoding_options`: `passthrough` comes with its version 10. */
const optionsAt = { version: 0, strict: 21, passthrough: 69 }

/** Tiles of 64 × 64 pixels in the largest picture, and then some. */
const mostTiles = 16_384

const setLimits = ({ call, view }: Libheif, context: number, { maxPixels, maxBytes }: DecodingLimits): void => {
  const at = call('heif_context_get_security_limits', context)
  if (view().getUint8(at + limitsAt.version) < 2) throw new Error('libheif has other limits than expected.')
  const set = (place: number, value: number): void => view().setBigUint64(at + place, BigInt(value), true)
  // Coded pixels may exceed the visible ones by part of a block at each side.
  set(limitsAt.pixels, Math.round(maxPixels * 1.1))
  set(limitsAt.tiles, mostTiles)
  set(limitsAt.blockBytes, maxBytes)
  set(limitsAt.totalBytes, maxBytes)
  view().setUint32(at + limitsAt.profileBytes, mostProfile, true)
}

/** A pointer that a function writes to an address. */
const receive = ({ allocate, view }: Libheif, write: (at: number) => void): number => {
  const at = allocate(4)
  write(at)
  return view().getUint32(at, true)
}

const readProfile = (heif: Libheif, handle: number): Uint8Array | undefined => {
  const bytes = heif.call('heif_image_handle_get_raw_color_profile_size', handle)
  if (bytes <= 0 || bytes > mostProfile) return undefined
  const at = heif.allocate(bytes)
  heif.attempt('heif_image_handle_get_raw_color_profile', handle, at)
  return Uint8Array.from(heif.bytes(at, bytes))
}

/** EXIF begins behind the offset that its first four bytes say (ISO 23008-12, annex A.2.1). */
const withoutOffset = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length < 4) return new Uint8Array()
  return bytes.subarray(4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
}

/** `undefined`: it is too long, or not there. Words about a picture are no reason to refuse it. */
const readBlock = ({ call, attempt, allocate, bytes }: Libheif, handle: number, id: number): Uint8Array | undefined => {
  const length = call('heif_image_handle_get_metadata_size', handle, id)
  if (length <= 0 || length > mostMetadata) return undefined
  const at = allocate(length)
  try {
    attempt('heif_image_handle_get_metadata', handle, id, at)
  } catch (error) {
    if (error instanceof HeifError) return undefined
    throw error
  }
  return Uint8Array.from(bytes(at, length))
}

const readMetadata = (heif: Libheif, handle: number): Pick<DecodedPicture, 'exif' | 'xmp'> => {
  const count = Math.min(16, heif.call('heif_image_handle_get_number_of_metadata_blocks', handle, 0))
  const ids = heif.allocate(4 * count)
  heif.call('heif_image_handle_get_list_of_metadata_block_IDs', handle, 0, ids, count)
  let found: Pick<DecodedPicture, 'exif' | 'xmp'> = {}
  for (let index = 0; index < count; index += 1) {
    const id = heif.view().getUint32(ids + 4 * index, true)
    const kind = heif.readText(heif.call('heif_image_handle_get_metadata_type', handle, id))
    const content = heif.readText(heif.call('heif_image_handle_get_metadata_content_type', handle, id))
    const isExif = kind === 'Exif'
    if (!isExif && content !== 'application/rdf+xml') continue
    const block = readBlock(heif, handle, id)
    if (block) found = { ...found, ...(isExif ? { exif: withoutOffset(block) } : { xmp: block }) }
  }
  return found
}

/** Color primaries and transfer characteristics as `nclx` says them: in a picture's `colr` box (of its handle), or in what was coded. */
const readNclx = (heif: Libheif, of: 'image' | 'image_handle', from: number): readonly [number, number] | undefined => {
  const { call, view, allocate } = heif
  const error = allocate(12)
  const profile = receive(heif, (at) => call(`heif_${of}_get_nclx_color_profile`, error, from, at))
  return view().getInt32(error, true) === 0 ? [view().getInt32(profile + 4, true), view().getInt32(profile + 8, true)] : undefined
}

/** The profile of a picture, or one made from its `nclx` values. */
const readColors = (heif: Libheif, image: number, handle?: number): Pick<DecodedPicture, 'icc'> => {
  const own = handle === undefined ? undefined : readProfile(heif, handle)
  if (own) return { icc: own }
  const said = (handle === undefined ? undefined : readNclx(heif, 'image_handle', handle)) ?? readNclx(heif, 'image', image)
  const icc = said && profileOfNclx(...said)
  return icc ? { icc } : {}
}

/** Throws for warnings that mean that pixels are missing. */
const judgeWarnings = ({ call, view, allocate }: Libheif, image: number): void => {
  const most = 20
  const at = allocate(12 * most)
  const count = call('heif_image_get_decoding_warnings', image, 0, at, most)
  const found = Array.from({ length: Math.min(count, most) }, (_, index) => view().getInt32(at + 12 * index + 4, true))
  if (found.some((sub) => !harmless.includes(sub))) throw toWorkerError({ kind: 'picture-part-missing' })
}

type Form = { readonly hasAlpha: boolean; readonly depth: 8 | 16; readonly bits: number }

const chromaOf = ({ hasAlpha, depth }: Form): number =>
  depth === 8 ? (hasAlpha ? chroma.rgba : chroma.rgb) : hasAlpha ? chroma.rrggbbaa : chroma.rrggbb

/** In its own colors, not in sRGB's; `isStrict`: nothing that is broken is passed over. */
const makeOptions = ({ call, view }: Libheif, isStrict: boolean): number => {
  const options = call('heif_decoding_options_alloc')
  if (view().getUint8(options + optionsAt.version) < 10) throw new Error('libheif has other options than expected.')
  view().setUint8(options + optionsAt.strict, isStrict ? 1 : 0)
  view().setUint8(options + optionsAt.passthrough, 1)
  return options
}

type Decode = (options: number) => number

/** As the standard says; or as far as that goes, if nothing of the picture is missing. */
const decodeGently = (heif: Libheif, decode: Decode): number => {
  try {
    return decode(makeOptions(heif, true))
  } catch (error) {
    if (!(error instanceof HeifError) || error.sub === limitExceeded) throw error
  }
  const image = decode(makeOptions(heif, false))
  judgeWarnings(heif, image)
  return image
}

/** Rows are longer in memory than their pixels: moves them together. */
const packRows = (bytes: Uint8Array, height: number, row: number, stride: number): Uint8Array => {
  if (stride !== row) for (let y = 1; y < height; y += 1) bytes.copyWithin(y * row, y * stride, y * stride + row)
  return bytes.subarray(0, row * height)
}

/** Whole numbers of `bits` bits, spread over 16. */
const spread = (bytes: Uint8Array, bits: number): void => {
  const values = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2)
  const [left, right] = [16 - bits, Math.max(0, 2 * bits - 16)]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? 0
    values[at] = (value << left) | (value >>> right)
  }
}

/** Colors that were multiplied with their opacity, as they were before. */
const divideByAlpha = (values: Uint8Array | Uint16Array, most: number): void => {
  for (let at = 0; at < values.length; at += 4) {
    const alpha = values[at + 3] ?? 0
    if (alpha === 0 || alpha === most) continue
    for (let channel = at; channel < at + 3; channel += 1)
      values[channel] = Math.min(most, Math.round(((values[channel] ?? 0) * most) / alpha))
  }
}

const readPixels = (heif: Libheif, image: number, { hasAlpha, depth }: Form): Pick<DecodedPicture, 'width' | 'height' | 'pixels'> => {
  const { call, view, allocate, bytes } = heif
  const width = call('heif_image_get_width', image, channelInterleaved)
  const height = call('heif_image_get_height', image, channelInterleaved)
  const strideAt = allocate(8)
  const plane = call('heif_image_get_plane_readonly2', image, channelInterleaved, strideAt)
  const stride = view().getUint32(strideAt, true)
  const row = width * (hasAlpha ? 4 : 3) * (depth / 8)
  if (plane === 0 || width <= 0 || height <= 0 || stride < row) throw new Error('libheif gave no pixels')
  const pixels = packRows(bytes(plane, stride * height), height, row, stride)
  const bits = call('heif_image_get_bits_per_pixel_range', image, channelInterleaved)
  if (depth === 16 && bits < 16) spread(pixels, bits)
  if (hasAlpha && call('heif_image_is_premultiplied_alpha', image) !== 0) {
    if (depth === 8) divideByAlpha(pixels, 0xff)
    else divideByAlpha(new Uint16Array(pixels.buffer, pixels.byteOffset, pixels.byteLength / 2), 0xffff)
  }
  return { width, height, pixels }
}

const formOf = ({ call }: Libheif, handle: number, { maxDepth }: DecodingLimits): Form => {
  const bits = call('heif_image_handle_get_luma_bits_per_pixel', handle)
  return { hasAlpha: call('heif_image_handle_has_alpha_channel', handle) !== 0, depth: bits > 8 ? maxDepth : 8, bits }
}

const readingOf = (pages: number, { bits }: Form): Pick<DecodedPicture, 'reading'> => {
  const reading = { ...(pages > 1 ? { pages } : {}), ...(bits > 8 ? { bits } : {}) }
  return Object.keys(reading).length > 0 ? { reading } : {}
}

type Opened = { readonly heif: Libheif; readonly context: number; readonly frames: number; readonly limits: DecodingLimits }

const hasPictures = ({ heif, context }: Opened): boolean => heif.call('heif_context_get_number_of_top_level_images', context) > 0

const primaryOf = (heif: Libheif, context: number): number =>
  receive(heif, (at) => heif.attempt('heif_context_get_primary_image_handle', context, at))

/** The primary picture: turned, mirrored and cropped as its properties say, so its EXIF orientation no longer counts. */
const decodePrimary = ({ heif, context, frames, limits }: Opened): DecodedPicture => {
  const handle = primaryOf(heif, context)
  const form = formOf(heif, handle, limits)
  const image = decodeGently(heif, (options) =>
    receive(heif, (at) => heif.attempt('heif_decode_image', handle, at, colorspaceRgb, chromaOf(form), options)),
  )
  const pictures = heif.call('heif_context_get_number_of_top_level_images', context)
  const facts = { ...readColors(heif, image, handle), ...readMetadata(heif, handle), ...readingOf(Math.max(pictures, frames), form) }
  // The last step: pixels are a view of its memory.
  return { ...facts, ...readPixels(heif, image, form), colors: 'rgb', hasAlpha: form.hasAlpha, depth: form.depth }
}

/** The first frame of a file that has nothing but a sequence. */
const decodeFirstFrame = ({ heif, context, frames }: Opened): DecodedPicture => {
  const track = heif.call('heif_context_get_track', context, 0)
  if (track === 0) throw new Error('There is no picture in the sequence')
  const form: Form = { hasAlpha: false, depth: 8, bits: 8 }
  const image = decodeGently(heif, (options) =>
    receive(heif, (at) => heif.attempt('heif_track_decode_next_image', track, at, colorspaceRgb, chromaOf(form), options)),
  )
  const facts = { ...readColors(heif, image), ...readingOf(frames, form) }
  return { ...facts, ...readPixels(heif, image, form), colors: 'rgb', hasAlpha: form.hasAlpha, depth: form.depth }
}

/** More is coded than the header's size has, which is within the limits: they are narrowed to that. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof HeifError && error.sub === limitExceeded && error.message.includes('Image size')

const toReason = (error: unknown, heif: Libheif): unknown => {
  if (heif.isFull()) return toWorkerError({ kind: 'picture-needs-too-much-memory' }, error)
  if (!(error instanceof HeifError)) return error
  if (error.sub === endOfData) return toWorkerError({ kind: 'picture-cut-off' }, error)
  return isTooLarge(error) ? new Error('it is larger than its header says', { cause: error }) : error
}

const openFile = (heif: Libheif, bytes: Uint8Array, limits: DecodingLimits): Opened => {
  const context = heif.call('heif_context_alloc')
  setLimits(heif, context, limits)
  const file = heif.allocate(bytes.length)
  heif.bytes(file, bytes.length).set(bytes)
  heif.attempt('heif_context_read_from_memory_without_copy', context, file, bytes.length, 0)
  return { heif, context, frames: countFrames(bytes), limits }
}

const decodeOpened = (opened: Opened): DecodedPicture => (hasPictures(opened) ? decodePrimary(opened) : decodeFirstFrame(opened))

/** How the picture is cropped, where that keeps libheif from reading it. */
const findCrop = ({ heif, context }: Opened, error: unknown): CropPlan | undefined =>
  isTooLarge(error) ? planCrop(heif, context, primaryOf(heif, context)) : undefined

/** Decodes the whole picture, and crops it then. */
const decodeCropped = async (bytes: Uint8Array, limits: DecodingLimits, plan: CropPlan): Promise<DecodedPicture> => {
  const heif = await openLibheif(limits.maxBytes)
  try {
    return cropPicture(decodeOpened(openFile(heif, withoutCrops(bytes, plan), limits)), plan)
  } catch (error) {
    throw toReason(error, heif)
  }
}

/** Decodes all that is coded, and leaves out what is beyond the stated size. `reason`: why it is refused otherwise. */
const decodeToStated = async (bytes: Uint8Array, limits: DecodingLimits, reason: unknown, plan: ReturnType<typeof planStated>) => {
  const heif = await openLibheif(limits.maxBytes)
  try {
    const picture = decodeOpened(openFile(heif, withoutSizes(bytes), limits))
    const found = plan(picture)
    if (found) return cropPicture(picture, found)
  } catch (error) {
    if (heif.isFull()) throw toReason(error, heif)
  }
  throw reason
}

/**
 * Reads a HEIC with libheif and libde265 as WebAssembly (the package libheif-js, LGPL-3.0). It works on this thread until it is done: the
 * parent process watches time and memory. Rejects with `damaged-image`.
 */
export const decodeHeic = async (bytes: Uint8Array, limits: DecodingLimits): Promise<DecodedPicture> => {
  const heif = await openLibheif(limits.maxBytes)
  let opened: Opened | undefined
  try {
    opened = openFile(heif, bytes, limits)
    return decodeOpened(opened)
  } catch (error) {
    if (opened && error instanceof HeifError && error.sub === otherSize && hasPictures(opened)) {
      const plan = planStated(heif, primaryOf(heif, opened.context))
      return decodeToStated(bytes, limits, error, plan)
    }
    const plan = opened && findCrop(opened, error)
    if (!plan) throw toReason(error, heif)
    return decodeCropped(bytes, limits, plan)
  }
}
