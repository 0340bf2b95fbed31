import sharp, { type Region, type Sharp } from 'sharp'
import { countGrey, inverted, mapGrey, medianOf } from './grey-values.ts'
import { measureSkew } from './skew.ts'
import { stretchLightness } from './stretch-lightness.ts'

/** A pack's front at this length has print of 6 to 30 points at about 300 dpi: letters of 20 to 100 pixels. */
const wantedSide = 1800
const mostEnlarged = 3
/** Longest side on which the angle is measured. */
const skewSide = 900

/** Opens the picture from its start, as often as it is called; it need not be upright. */
export type OpenPicture = () => Sharp

type Grey = { readonly data: Buffer; readonly width: number; readonly height: number }

const toGrey = async (picture: Sharp): Promise<Grey> => {
  const { data, info } = await picture.toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
const fromGrey = ({ data, width, height }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } })

/** White around it, in pixels: letters that touch the edge are not seen as letters. */
export const margin = 16

const framed = (picture: Sharp): Sharp =>
  picture.extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' })

/** Its pixels, and the same as PNG. */
export type PreparedPicture = { readonly grey: Grey; readonly png: Buffer }

/** Not compressed, which takes longer than it saves; of the simplest format, PGM, tesseract takes each pixel by itself. */
export const toPrepared = async (grey: Grey): Promise<PreparedPicture> => ({
  grey,
  png: await fromGrey(grey).toColourspace('b-w').png({ compressionLevel: 0 }).toBuffer(),
})

/** Of full contrast, dark on light. */
const makeReadable = async ({ data, width, height }: Grey): Promise<Grey> => {
  const counts = countGrey(data)
  const stretched = await stretchLightness(counts)
  const isDark = (stretched[medianOf(counts)] ?? 0) < 110
  return { data: mapGrey(data, isDark ? mapGrey(stretched, inverted) : stretched), width, height }
}

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

/**
 * Makes a decodable picture easy to read: grey, of full contrast, dark on light, level (leaning up to 3.5°), its longer side 1,800 pixels
 * if three times its size reaches that. Throws what sharp throws.
 */
export const preparePicture = async (open: OpenPicture): Promise<PreparedPicture> => {
  const { width = 1, height = 1, hasAlpha = false } = await open().metadata()
  const side = Math.round(Math.min(wantedSide, Math.max(width, height) * mostEnlarged))
  const upright = open().autoOrient()
  if (hasAlpha) upright.flatten({ background: await groundFor(open) })
  const sized = upright.greyscale().resize({ width: side, height: side, fit: 'inside', kernel: 'lanczos3' })
  const light = await makeReadable(await toGrey(sized))
  const angle = measureSkew(
    await toGrey(fromGrey(light).resize({ width: skewSide, height: skewSide, fit: 'inside', withoutEnlargement: true })),
  )
  const level = angle === 0 ? fromGrey(light) : fromGrey(light).rotate(-angle, { background: '#ffffff' })
  return toPrepared(await toGrey(framed(level)))
}

/** A part of a prepared picture as PNG, with white around it. */
export const cutPrepared = async ({ grey }: PreparedPicture, part: Region): Promise<Buffer> =>
  (await toPrepared(await toGrey(framed(fromGrey(grey).extract(part))))).png

/** A prepared picture with light and dark changed for each other, as PNG. */
export const invertPrepared = async ({ grey }: PreparedPicture): Promise<Buffer> =>
  (await toPrepared({ ...grey, data: mapGrey(grey.data, inverted) })).png
