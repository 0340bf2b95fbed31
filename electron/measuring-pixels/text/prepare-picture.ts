import sharp, { type Sharp } from 'sharp'
import { findDetail, type Part } from './find-detail.ts'
import { countGrey, type Grey, inverted, mapGrey, medianOf } from './grey-values.ts'
import { hasLightStrokes } from './light-strokes.ts'
import { measureSkew } from './skew.ts'
import { stretchLightness } from './stretch-lightness.ts'

/** A pack's front at this length has print of 6 to 30 points at about 300 dpi: letters of 20 to 100 pixels. */
const wantedSide = 1800
const mostEnlarged = 3
/** Longest side of the view in which print is looked for: where it is, how it leans, and whether it is light. */
const viewSide = 900

/** Opens the picture from its start, as often as it is called; it need not be upright. */
export type OpenPicture = () => Sharp

const toGrey = async (picture: Sharp): Promise<Grey> => {
  const { data, info } = await picture.toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
const fromGrey = ({ data, width, height }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } })

/** White around it, in pixels: letters that touch the edge are not seen as letters. */
export const margin = 16

const frame = ({ data, width, height }: Grey): Grey => {
  const [across, down] = [width + 2 * margin, height + 2 * margin]
  const framed = Buffer.alloc(across * down, 255)
  for (let row = 0; row < height; row += 1) data.copy(framed, (row + margin) * across + margin, row * width, (row + 1) * width)
  return { data: framed, width: across, height: down }
}

/** Its pixels, and the same as PNG. */
export type PreparedPicture = { readonly grey: Grey; readonly png: Buffer }

type Size = Pick<Grey, 'width' | 'height'>

/** Without the plain ground; `whole`: its size with that. */
export type WholePicture = PreparedPicture & { readonly whole: Size }

/** Not compressed, which takes longer than it saves; of the simplest format, PGM, tesseract takes each pixel by itself. */
export const toPrepared = async (grey: Grey): Promise<PreparedPicture> => ({
  grey,
  png: await fromGrey(grey).toColourspace('b-w').png({ compressionLevel: 0 }).toBuffer(),
})

/** The background for transparent areas: black below light letters, else white. */
export const groundFor = async (open: OpenPicture): Promise<string> => {
  const small = open().resize(64, 64, { fit: 'inside' })
  const { data, info } = await small.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  let [sum, weight] = [0, 0]
  for (let at = 0; at < data.length; at += info.channels) {
    const alpha = data[at + 3] ?? 0
    sum += alpha * ((data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11)
    weight += alpha
  }
  return weight > 0 && sum / weight > 170 ? '#000000' : '#ffffff'
}

const stretch = ({ data, ...size }: Grey, table: Uint8Array): Grey => ({ ...size, data: mapGrey(data, table) })

/** A part of grey values. */
const cut = ({ data, width }: Grey, part: Part): Grey => {
  if (part.width === width) return { ...part, data: data.subarray(part.top * width, (part.top + part.height) * width) }
  const kept = Buffer.allocUnsafe(part.width * part.height)
  for (let row = 0; row < part.height; row += 1) {
    const start = (part.top + row) * width + part.left
    data.copy(kept, row * part.width, start, start + part.width)
  }
  return { ...part, data: kept }
}

/** A part of a view, as a part of what the view is of. */
const enlargePart = ({ left, top, width, height }: Part, view: Grey, whole: Grey): Part => {
  const [across, down] = [whole.width / view.width, whole.height / view.height]
  const [x, y] = [Math.floor(left * across), Math.floor(top * down)]
  return {
    ...{ left: x, top: y, width: Math.min(whole.width, Math.ceil((left + width) * across)) - x },
    height: Math.min(whole.height, Math.ceil((top + height) * down)) - y,
  }
}

/**
 * Makes a decodable picture easy to read: grey, of full contrast, dark on light, level (leaning up to 3.5°), without the plain ground around, of the
 * size at which its longer side would be 1,800 pixels if three times its size reaches that. Throws what sharp throws.
 */
export const preparePicture = async (open: OpenPicture): Promise<WholePicture> => {
  const { width = 1, height = 1, hasAlpha = false } = await open().metadata()
  const side = Math.round(Math.min(wantedSide, Math.max(width, height) * mostEnlarged))
  const upright = open().autoOrient()
  if (hasAlpha) upright.flatten({ background: await groundFor(open) })
  const grey = await toGrey(upright.greyscale().resize({ width: side, height: side, fit: 'inside', kernel: 'lanczos3' }))
  const counts = countGrey(grey.data)
  const stretched = await stretchLightness(counts)
  const view = stretch(
    await toGrey(fromGrey(grey).resize({ width: viewSide, height: viewSide, fit: 'inside', withoutEnlargement: true })),
    stretched,
  )
  const detail = findDetail(view)
  const close = cut(view, detail)
  const isLight = hasLightStrokes(close) ?? (stretched[medianOf(counts)] ?? 0) < 110
  const kept = stretch(cut(grey, enlargePart(detail, view, grey)), isLight ? mapGrey(stretched, inverted) : stretched)
  const angle = measureSkew(close)
  const level = angle === 0 ? kept : await toGrey(fromGrey(kept).rotate(-angle, { background: '#ffffff' }))
  return { ...(await toPrepared(frame(level))), whole: { width: grey.width, height: grey.height } }
}

/** A part of a prepared picture as PNG, with white around it. */
export const cutPrepared = async ({ grey }: PreparedPicture, part: Part): Promise<Buffer> => (await toPrepared(frame(cut(grey, part)))).png

/** A prepared picture with light and dark changed for each other, as PNG. */
export const invertPrepared = async ({ grey }: PreparedPicture): Promise<Buffer> =>
  (await toPrepared({ ...grey, data: mapGrey(grey.data, inverted) })).png
