import type { GreyView } from './skew.ts'

/** Half of the side of the square that tells how light a place is around. */
const around = 16
/** Least difference from that for ink, and as a part of how much the place varies: the blur between letters of much contrast is none. */
const [leastInk, partOfVariation] = [9, 0.7]
const [leastSide, mostSide] = [6, 140]
const leastPixels = 10
/** More signs than this are a texture; a row is found among fewer as well. */
const mostSigns = 4000

/** `grey`: its usual value; `contrast`: its difference from what is around. */
export type Sign = { readonly x: number; readonly y: number; readonly side: number; readonly grey: number; readonly contrast: number }

/** Sums of all values, and of their squares, above and to the left; one row and one column more than the view. */
const sumUp = ({ data, width, height }: GreyView): { readonly sums: Float64Array; readonly squares: Float64Array } => {
  const sums = new Float64Array((width + 1) * (height + 1))
  const squares = new Float64Array(sums.length)
  for (let y = 0; y < height; y += 1) {
    let [row, rowOfSquares] = [0, 0]
    for (let x = 0; x < width; x += 1) {
      const grey = data[y * width + x] ?? 0
      const at = (y + 1) * (width + 1) + x + 1
      row += grey
      rowOfSquares += grey * grey
      sums[at] = (sums[at - width - 1] ?? 0) + row
      squares[at] = (squares[at - width - 1] ?? 0) + rowOfSquares
    }
  }
  return { sums, squares }
}

/** Differences from what is around: less than 0 where it is darker, 0 where there is no ink. */
const findInk = (view: GreyView): Int16Array => {
  const { data, width, height } = view
  const { sums, squares } = sumUp(view)
  const ink = new Int16Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - around) * (width + 1), Math.min(height, y + around + 1) * (width + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(width, x + around + 1)]
      const pixels = ((below - above) / (width + 1)) * (right - left)
      const mean =
        ((sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0)) / pixels
      const difference = (data[y * width + x] ?? 0) - mean
      if (difference <= leastInk && difference >= -leastInk) continue
      const square =
        ((squares[below + right] ?? 0) - (squares[above + right] ?? 0) - (squares[below + left] ?? 0) + (squares[above + left] ?? 0)) /
        pixels
      if (difference * difference <= partOfVariation * partOfVariation * (square - mean * mean)) continue
      ink[y * width + x] = Math.round(difference)
    }
  }
  return ink
}

/** What hangs together in dark or light ink and may be a letter by its size. Takes it out of `ink`. */
const takeSigns = (ink: Int16Array, isLight: boolean, { data, width, height }: GreyView): Sign[] => {
  const signs: Sign[] = []
  const open: number[] = []
  const isInk = (place: number): boolean => (isLight ? (ink[place] ?? 0) > 0 : (ink[place] ?? 0) < 0)
  let [pixels, grey, contrast] = [0, 0, 0]
  const take = (place: number): void => {
    pixels += 1
    grey += data[place] ?? 0
    contrast += Math.abs(ink[place] ?? 0)
    ink[place] = 0
    open.push(place)
  }
  for (let start = 0; start < ink.length && signs.length < mostSigns; start += 1) {
    if (!isInk(start)) continue
    ;[pixels, grey, contrast] = [0, 0, 0]
    let [left, top, right, bottom] = [width, height, 0, 0]
    take(start)
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const x = place % width
      const y = (place - x) / width
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
      if (x > 0 && isInk(place - 1)) take(place - 1)
      if (x < width - 1 && isInk(place + 1)) take(place + 1)
      if (isInk(place - width)) take(place - width)
      if (isInk(place + width)) take(place + width)
    }
    const side = Math.max(right - left, bottom - top) + 1
    if (pixels >= leastPixels && side >= leastSide && side <= mostSide)
      signs.push({ ...{ x: (left + right) / 2, y: (top + bottom) / 2, side }, grey: grey / pixels, contrast: contrast / pixels })
  }
  return signs
}

/** What may be a letter by its size, dark and light, each from left to right. */
export const findSigns = (view: GreyView): { readonly dark: readonly Sign[]; readonly light: readonly Sign[] } => {
  const ink = findInk(view)
  const fromLeft = (isLight: boolean): Sign[] => takeSigns(ink, isLight, view).toSorted((a, b) => a.x - b.x)
  return { dark: fromLeft(false), light: fromLeft(true) }
}
