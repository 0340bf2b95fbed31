import sharp from 'sharp'
import { findLetterRows, type LetterRow } from './letter-rows.ts'
import { margin, type PreparedPicture, toPrepared } from './prepare-picture.ts'

/** Longest side of the view in which letters are looked for. */
const viewSide = 900
/** Letters are read best at about this size, in pixels. */
const wantedLetter = 40
const [leastScale, mostScale] = [0.25, 2]
/** Differences from what is around that stay white, and by how much greater ones are darkened: print of little contrast is as dark as any. */
const [faintest, gain] = [6, 8]
/** Above this angle a row may as well be upside down. */
const upright = 45

/** A part of a prepared picture with letters, level, dark on white. `scale`: its pixels for one of the prepared picture. */
export type CutRow = { readonly prepared: PreparedPicture; readonly scale: number }

type Grey = PreparedPicture['grey']

const asPicture = ({ data, width, height }: Grey) => sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')

/** Letter rows in a prepared picture, in its own pixels. */
export const findRows = async ({ grey }: PreparedPicture): Promise<LetterRow[]> => {
  const { data, info } = await asPicture(grey)
    .resize({ width: viewSide, height: viewSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const scale = grey.width / info.width
  return findLetterRows({ data, width: info.width, height: info.height }).map((row) => ({
    ...row,
    letter: row.letter * scale,
    ...{ left: row.left * scale, top: row.top * scale, right: row.right * scale, bottom: row.bottom * scale },
  }))
}

/** How much darker each place is than what is around it, as dark on white; `isLight`: how much lighter. */
const flatten = ({ data, width, height }: Grey, around: number, isLight: boolean): Grey => {
  const across = width + 1
  const sums = new Float64Array(across * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0
      sums[(y + 1) * across + x + 1] = (sums[y * across + x + 1] ?? 0) + row
    }
  }
  const flat = Buffer.alloc(data.length)
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - around) * across, Math.min(height, y + around + 1) * across]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(width, x + around + 1)]
      const sum = (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0)
      const mean = sum / (((below - above) / across) * (right - left))
      const darker = (mean - (data[y * width + x] ?? 0)) * (isLight ? -1 : 1)
      flat[y * width + x] = Math.max(0, Math.min(255, 255 - (darker - faintest) * gain))
    }
  }
  return { data: flat, width, height }
}

const cutOut = async ({ grey }: PreparedPicture, row: LetterRow): Promise<Grey> => {
  const left = Math.max(0, Math.floor(row.left - row.letter))
  const top = Math.max(0, Math.floor(row.top - row.letter))
  const width = Math.min(grey.width, Math.ceil(row.right + row.letter)) - left
  const height = Math.min(grey.height, Math.ceil(row.bottom + row.letter)) - top
  const { data } = await asPicture(grey)
    .extract({ left, top, width, height })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width, height }
}

/** A row as it is read, one way up after the other. */
export const cutRow = async function* (prepared: PreparedPicture, row: LetterRow): AsyncGenerator<CutRow> {
  const cut = await cutOut(prepared, row)
  const flat = flatten(cut, Math.round(row.letter * 1.2), row.isLight)
  const scale = Math.min(mostScale, Math.max(leastScale, wantedLetter / row.letter))
  const sized = await asPicture(flat)
    .resize({ width: Math.max(1, Math.round(flat.width * scale)), height: Math.max(1, Math.round(flat.height * scale)), fit: 'fill' })
    .toColourspace('b-w')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  for (const turn of Math.abs(row.angle) > upright ? [0, 180] : [0]) {
    const sides = { top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' }
    // Never by way of a file format: the image process decodes only what it allows.
    const { data, info } = await asPicture({ data: sized.data, width: sized.info.width, height: sized.info.height })
      .rotate(turn - row.angle, { background: '#ffffff' })
      .extend(sides)
      .toColourspace('b-w')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
    yield { prepared: await toPrepared({ data, width: info.width, height: info.height }), scale }
  }
}
