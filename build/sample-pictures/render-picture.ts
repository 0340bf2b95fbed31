import sharp, { type Sharp } from 'sharp'
import { ground, sharedDefinitions } from './drawing.ts'
import type { Backdrop, SamplePicture } from './sample-pictures.ts'

const drawBackdrop = (backdrop: Backdrop, width: number, height: number, tableTop: number): string => {
  const all = `width="${width}" height="${height}"`
  if (backdrop.kind === 'none') return ''
  if (backdrop.kind === 'plain') return `<rect ${all} fill="${backdrop.color}"/>`
  const { wall, table } = backdrop
  return `<defs><linearGradient id="sweep" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/>
      <stop offset="${tableTop - 0.16}" stop-color="${wall}"/><stop offset="${tableTop + 0.1}" stop-color="${table}"/><stop offset="1" stop-color="${table}"/></linearGradient>
    <radialGradient id="lamp" cx=".36" cy=".28" r=".95"><stop offset="0" stop-color="#fff" stop-opacity=".42"/>
      <stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient></defs>
    <rect ${all} fill="url(#sweep)"/><rect ${all} fill="url(#lamp)"/>`
}

/** The whole picture as SVG: the square of the product fills the shorter side. */
const drawPicture = ({ width, height, backdrop, product }: SamplePicture): string => {
  const side = Math.min(width, height)
  const scale = (side / 1000) * 1.28
  const [left, top] = [(width - scale * 1000) / 2, (height - scale * 1000) / 2 - height * 0.03]
  const tableTop = (top + scale * (ground - 90)) / height
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${sharedDefinitions}</defs>
    ${drawBackdrop(backdrop, width, height, tableTop)}<g transform="translate(${left} ${top}) scale(${scale})">${product}</g></svg>`
}

const grainSide = 256

/** A tile of sensor noise around middle grey, the same every time. */
const makeGrain = (): Buffer => {
  const tile = Buffer.alloc(grainSide * grainSide * 4)
  let state = 12_345
  for (let index = 0; index < tile.length; index += 4) {
    // A sum of four draws is near enough to a bell curve.
    let sum = 0
    for (let draw = 0; draw < 4; draw += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      sum += state >>> 24
    }
    tile.fill(Math.round(128 + (sum - 510) / 14), index, index + 3)
    tile[index + 3] = 255
  }
  return tile
}
const grain = { input: makeGrain(), raw: { width: grainSide, height: grainSide, channels: 4 }, tile: true, blend: 'soft-light' } as const

/** Turns the pixels so that a viewer that obeys the orientation shows them upright. Only 1 (as is) and 6 (a quarter turn) are used. */
const storeTurned = (picture: Sharp, { orientation, position }: SamplePicture): Sharp => {
  const exif = {
    IFD0: { Make: 'Packshot', Model: 'Sample camera' },
    ...(position && {
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: position.latitude, GPSLongitudeRef: 'E', GPSLongitude: position.longitude },
    }),
  }
  if (orientation === 6) return picture.rotate(270).withExif(exif).withMetadata({ orientation })
  return position ? picture.withExif(exif) : picture
}

/** The picture as the bytes of a PNG or JPEG file: small, because it is checked in and packaged. */
export const renderPicture = async (picture: SamplePicture): Promise<Buffer> => {
  const drawn = sharp(Buffer.from(drawPicture(picture)))
  // Grain would dull white, show around cut-outs, and make a PNG ten times as large.
  const isPhotographed = picture.backdrop.kind === 'sweep' && picture.format === 'jpeg'
  const grained = isPhotographed ? drawn.composite([grain]) : drawn
  const flat = picture.backdrop.kind === 'none' ? grained : grained.flatten().removeAlpha()
  const pixels = await flat.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = pixels.info
  const turned = storeTurned(sharp(pixels.data, { raw: { width, height, channels } }), picture)
  return picture.format === 'png' ? turned.png({ compressionLevel: 9 }).toBuffer() : turned.jpeg({ quality: 85, mozjpeg: true }).toBuffer()
}
