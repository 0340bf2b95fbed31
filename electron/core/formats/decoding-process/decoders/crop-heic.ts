import { findProperties } from '../../kinds/identify-heif.ts'
import type { DecodedPicture } from './decoded-picture.ts'
import type { Libheif } from './libheif.ts'

// libheif 1.23.2 takes a picture's size after its crop (`clap`) for the size of what is coded, and refuses one that is cropped by more than a
// part of a block. Such a picture is decoded whole, and cropped here. So is one of which more is coded than its size says, as far as that is the rest
// of a block; where it is turned or cropped as well, it is refused.

type Size = { readonly width: number; readonly height: number }
type Crop = { readonly left: number; readonly top: number } & Size
/** A crop in the picture as it is shown, the size of that without it, and the size of what is coded. */
export type CropPlan = { readonly crop: Crop; readonly whole: Size; readonly coded: Size }

const kinds = { clap: 0x63_6c_61_70, irot: 0x69_72_6f_74, imir: 0x69_6d_69_72 }
const mostProperties = 16

/** Where something is after the picture around it was turned once against the clock. */
const turn = ({ left, top, width, height }: Crop, whole: Size): Crop => ({
  left: top,
  top: whole.width - left - width,
  width: height,
  height: width,
})

const statedSize = ({ call }: Libheif, handle: number): Size => ({
  width: call('heif_image_handle_get_ispe_width', handle),
  height: call('heif_image_handle_get_ispe_height', handle),
})

/** The crop of a picture, after all that its other properties say; `undefined`: it has none, or one that is not inside. */
export const planCrop = (heif: Libheif, context: number, handle: number): CropPlan | undefined => {
  const { call, allocate, view } = heif
  const item = call('heif_image_handle_get_item_id', handle)
  const coded = statedSize(heif, handle)
  const ids = allocate(4 * mostProperties)
  const count = Math.min(mostProperties, call('heif_item_get_transformation_properties', context, item, ids, mostProperties))
  const borders = allocate(16)
  let whole: Size = coded
  let crop: Crop | undefined
  for (let index = 0; index < count; index += 1) {
    const id = view().getUint32(ids + 4 * index, true)
    const kind = call('heif_item_get_property_type', context, item, id)
    if (kind === kinds.clap) {
      const places = [borders, borders + 4, borders + 8, borders + 12] as const
      call('heif_item_get_property_transform_crop_borders', context, item, id, whole.width, whole.height, ...places)
      const [left = 0, top = 0, right = 0, bottom = 0] = places.map((at) => view().getInt32(at, true))
      crop = { left, top, width: whole.width - left - right, height: whole.height - top - bottom }
    } else if (kind === kinds.irot) {
      for (let quarters = call('heif_item_get_property_transform_rotation_ccw', context, item, id) / 90; quarters > 0; quarters -= 1) {
        crop = crop && turn(crop, whole)
        whole = { width: whole.height, height: whole.width }
      }
    } else if (kind === kinds.imir && crop) {
      const isUpsideDown = call('heif_item_get_property_transform_mirror', context, item, id) === 0
      crop = isUpsideDown
        ? { ...crop, top: whole.height - crop.top - crop.height }
        : { ...crop, left: whole.width - crop.left - crop.width }
    }
  }
  const isInside =
    crop && crop.left >= 0 && crop.top >= 0 && crop.left + crop.width <= whole.width && crop.top + crop.height <= whole.height
  return crop && isInside && crop.width > 0 && crop.height > 0 ? { crop, whole, coded } : undefined
}

/** HEVC’s largest block. */
const blockEdge = 64

/** The part of a picture that its size states, once what is coded is known; `undefined`: that is smaller, or larger by more than a block. */
export const planStated = (heif: Libheif, handle: number): ((coded: Size) => CropPlan | undefined) => {
  const stated = statedSize(heif, handle)
  return ({ width, height }) => {
    const [columns, rows] = [width - stated.width, height - stated.height]
    if (columns < 0 || rows < 0 || columns >= blockEdge || rows >= blockEdge) return undefined
    const coded = { width, height }
    return { crop: { left: 0, top: 0, ...stated }, whole: coded, coded }
  }
}

/** A copy of a file that states no size of its pictures (ISO 23008-12, section 6.5.3: `ImageSpatialExtentsProperty`). Turning needs one. */
export const withoutSizes = (file: Uint8Array): Uint8Array => {
  const copy = Uint8Array.from(file)
  // The name is before the content.
  for (const at of findProperties(file, 'ispe')) copy.set(otherName, at - 4)
  return copy
}
const otherName = Buffer.from('skip', 'latin1')

/** A copy of a file whose crops leave everything in (ISO 14496-12, section 12.1.4: `CleanApertureBox`). */
export const withoutCrops = (file: Uint8Array, { coded: { width, height } }: CropPlan): Uint8Array => {
  const copy = Uint8Array.from(file)
  const view = new DataView(copy.buffer)
  for (const at of findProperties(file, 'clap'))
    for (const [index, value] of [width, 1, height, 1, 0, 1, 0, 1].entries())
      if (at + 4 * index + 4 <= copy.length) view.setUint32(at + 4 * index, value)
  return copy
}

/** The part of a picture, its pixels moved together where they are. */
export const cropPicture = (picture: DecodedPicture, { crop: { left, top, width, height }, whole: wanted }: CropPlan): DecodedPicture => {
  if (picture.width !== wanted.width || picture.height !== wanted.height) throw new Error('its size is another than its header says')
  const pixelBytes = (picture.hasAlpha ? 4 : 3) * (picture.depth / 8)
  const [row, whole] = [width * pixelBytes, picture.width * pixelBytes]
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * whole + left * pixelBytes
    picture.pixels.copyWithin(y * row, from, from + row)
  }
  return { ...picture, width, height, pixels: picture.pixels.subarray(0, row * height) }
}
