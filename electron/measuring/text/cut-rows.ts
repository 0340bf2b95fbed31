import sharp, { type Sharp } from 'sharp'
import { countGrey, mapGrey } from './grey-values.ts'
import { findLetterRows, type LetterRow } from './letter-rows.ts'
import { margin, type PreparedPicture, toPrepared } from './prepare-picture.ts'

/** Longest side of the view in which letters are looked for. */
const viewSide = 1100
/** Jags of enlarged letters are read as parts of them. */
const softness = 1
const [leastScale, mostScale] = [0.25, 4]
/** What is cut out beyond the signs of a row, in letters: at either end, where a letter may hang together with something else, and above and below. */
const [beyond, aside] = [1.5, 0.6]
/** The part of a row’s pixels that becomes black, if they differ from what is around by more than these grey values. */
const [blackPart, leastBlack] = [0.08, 16]
/** Grey values of ink are less. */
const darkEnough = 170
/** Above this angle a row may as well be upside down. */
const upright = 40

/** A part of a prepared picture with letters, level, dark on white. `scale`: its pixels for one of the prepared picture. */
export type CutRow = { readonly prepared: PreparedPicture; readonly scale: number }

type Grey = PreparedPicture['grey']

const asPicture = ({ data, width, height }: Grey) => sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')

const toGrey = async (picture: Sharp): Promise<Grey> => {
  const { data, info } = await picture.toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Letter rows in a prepared picture, in its own pixels. */
export const findRows = async ({ grey }: PreparedPicture): Promise<LetterRow[]> => {
  const view = await toGrey(asPicture(grey).resize({ width: viewSide, height: viewSide, fit: 'inside', withoutEnlargement: true }))
  const scale = grey.width / view.width
  return findLetterRows(view).map((row) => ({
    ...row,
    ...{ letter: row.letter * scale, x: row.x * scale, y: row.y * scale, length: row.length * scale, height: row.height * scale },
  }))
}

/** How much darker each place is than what is around it, as dark on white of full contrast; `isLight`: how much lighter. */
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
  const darker = Buffer.alloc(data.length)
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - around) * across, Math.min(height, y + around + 1) * across]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(width, x + around + 1)]
      const sum = (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0)
      const mean = sum / (((below - above) / across) * (right - left))
      const difference = (mean - (data[y * width + x] ?? 0)) * (isLight ? -1 : 1)
      darker[y * width + x] = Math.max(0, difference)
    }
  }
  const counts = countGrey(darker)
  let [black, seen] = [255, 0]
  while (black > leastBlack && seen < data.length * blackPart) seen += counts[black--] ?? 0
  const table = Uint8Array.from({ length: 256 }, (_, difference) => Math.max(0, 255 - (255 * difference) / black))
  return { data: mapGrey(darker, table), width, height }
}

/**
 * A row cut out of a prepared picture, level, its letters of a size that is read well. What is around it shows what is ink and what is ground, and
 * is cut off in the end.
 */
const levelRow = async ({ grey }: PreparedPicture, row: LetterRow, scale: number, turn: number): Promise<Grey> => {
  const [wide, high] = [row.length + 2 * beyond * row.letter, row.height + 2 * (aside + 1) * row.letter]
  const [sin, cos] = [Math.abs(Math.sin((row.angle * Math.PI) / 180)), Math.abs(Math.cos((row.angle * Math.PI) / 180))]
  const [halfX, halfY] = [(wide * cos + high * sin) / 2 + row.letter, (wide * sin + high * cos) / 2 + row.letter]
  const left = Math.max(0, Math.floor(row.x - halfX))
  const top = Math.max(0, Math.floor(row.y - halfY))
  const width = Math.min(grey.width, Math.ceil(row.x + halfX)) - left
  const height = Math.min(grey.height, Math.ceil(row.y + halfY)) - top
  const cut = await toGrey(asPicture(grey).extract({ left, top, width, height }))
  // Never by way of a file format: the image process decodes only what it allows.
  const sized = await toGrey(
    asPicture(cut).resize({ width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), fit: 'fill' }),
  )
  const turned = await toGrey(asPicture(sized).rotate(turn - row.angle, { background: '#808080' }))
  // Where the row's middle is now: turning keeps the middle of the picture.
  const radians = ((turn - row.angle) * Math.PI) / 180
  const [x, y] = [(row.x - left - width / 2) * scale, (row.y - top - height / 2) * scale]
  const middleX = turned.width / 2 + x * Math.cos(radians) - y * Math.sin(radians)
  const middleY = turned.height / 2 + x * Math.sin(radians) + y * Math.cos(radians)
  const flat = flatten(turned, Math.round(row.letter * scale * 1.2), row.isLight)
  const across = Math.min(turned.width, Math.round(wide * scale))
  const down = Math.min(turned.height, Math.round((row.height + 2 * aside * row.letter) * scale))
  const within = (middle: number, size: number, whole: number): number => Math.max(0, Math.min(whole - size, Math.round(middle - size / 2)))
  return toGrey(
    asPicture(flat).extract({
      left: within(middleX, across, flat.width),
      top: within(middleY, down, flat.height),
      width: across,
      height: down,
    }),
  )
}

/** Takes away what hangs together with the sides: other lines, frames, and what the print is on. */
const clearSides = ({ data, width, height }: Grey): Grey => {
  const kept = Buffer.from(data)
  const open: number[] = []
  const take = (place: number): void => {
    if ((kept[place] ?? 255) >= darkEnough) return
    kept[place] = 255
    open.push(place)
  }
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) take(y * width + x)
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) take(y * width + x)
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const x = place % width
    if (x > 0) take(place - 1)
    if (x < width - 1) take(place + 1)
    take(place - width)
    take(place + width)
  }
  return { data: kept, width, height }
}

/** The ways up of a row: above some angle it may as well be upside down. */
export const waysUp = ({ angle }: LetterRow): readonly (0 | 180)[] => (Math.abs(angle) > upright ? [0, 180] : [0])

/** A row as it is read, level, one way up; `letter`: the size of its letters, in pixels. */
export const cutRow = async (prepared: PreparedPicture, row: LetterRow, turn: 0 | 180, letter: number): Promise<CutRow> => {
  const scale = Math.min(mostScale, Math.max(leastScale, letter / row.letter))
  const level = clearSides(await levelRow(prepared, row, scale, turn))
  const sides = { top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' }
  return { prepared: await toPrepared(await toGrey(asPicture(await toGrey(asPicture(level).blur(softness))).extend(sides))), scale }
}
