/** Pixels of a map whose values are this or more belong to text, and a box of less on average is none. */
const [partOfText, leastMean] = [0.3, 0.5]
const leastPixels = 12
/** The network marks the middle of lines: a box is grown by this, as a part of its area by its perimeter. */
const growth = 1.6
/** Directions in which the smallest box is looked for, in degrees. */
const step = 3

/** `angle`: of the longer side, degrees clockwise, −90 to 90; `x`, `y`: the middle. Lengths are pixels. */
export type TextBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly angle: number }

/** `odds`: how likely its pixels are text, 0 to 1, on average. */
export type MarkedBox = TextBox & { readonly odds: number }

/** How likely each pixel is part of a line of text, 0 to 1. */
export type TextMap = { readonly data: Float32Array; readonly width: number; readonly height: number }

type Rectangle = TextBox & { readonly area: number }

/** Around points (x, y, x, y, …), in one direction; `undefined`: another direction makes it the longer side. */
const boxAlong = (points: readonly number[], angle: number): Rectangle | undefined => {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] ?? 0, points[at + 1] ?? 0]
    const [along, down] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, down)
    bottom = Math.max(bottom, down)
  }
  const [width, height] = [right - left + 1, bottom - top + 1]
  if (width < height * 0.99) return undefined
  const [along, down] = [(left + right) / 2, (top + bottom) / 2]
  return { ...{ x: along * cos - down * sin + 0.5, y: along * sin + down * cos + 0.5 }, ...{ width, height, angle, area: width * height } }
}

/** The smallest of them; level ones first. */
const smallestBox = (points: readonly number[]): Rectangle | undefined => {
  let smallest: Rectangle | undefined
  const cost = ({ area, angle }: Rectangle): number => area * (1 + Math.abs(angle) * 1e-4)
  for (let angle = -90; angle < 90; angle += step) {
    const box = boxAlong(points, angle)
    if (box && (!smallest || cost(box) < cost(smallest))) smallest = box
  }
  return smallest
}

/** What hangs together from a place on; its places are taken out of `open`. */
const takeRegion = ({ data, width, height }: TextMap, start: number, open: Uint8Array): { points: number[]; sum: number } => {
  const points: number[] = []
  let sum = 0
  const waiting = [start]
  open[start] = 0
  const look = (place: number): void => {
    if (open[place] !== 1) return
    open[place] = 0
    waiting.push(place)
  }
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const x = place % width
    const y = (place - x) / width
    points.push(x, y)
    sum += data[place] ?? 0
    if (x > 0) look(place - 1)
    if (x < width - 1) look(place + 1)
    if (y > 0) look(place - width)
    if (y < height - 1) look(place + width)
  }
  return { points, sum }
}

/** Boxes around lines of text, in pixels of the map: large and certain ones first. */
export const findTextBoxes = (map: TextMap): MarkedBox[] => {
  const open = Uint8Array.from(map.data, (value) => (value >= partOfText ? 1 : 0))
  const found: { readonly box: MarkedBox; readonly weight: number }[] = []
  for (let start = open.indexOf(1); start >= 0; start = open.indexOf(1, start + 1)) {
    const { points, sum } = takeRegion(map, start, open)
    const pixels = points.length / 2
    if (pixels < leastPixels || sum / pixels <= leastMean) continue
    const box = smallestBox(points)
    if (!box) continue
    const grown = (pixels * growth) / (box.width + box.height)
    found.push({
      box: { ...box, width: box.width + grown, height: box.height + grown, odds: sum / pixels },
      weight: sum / Math.sqrt(pixels),
    })
  }
  return found.toSorted((a, b) => b.weight - a.weight).map(({ box }) => box)
}
