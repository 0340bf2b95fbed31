export type Sharpness = {
  /** Variance of the Laplacian (0–255 scale) where the picture has most detail; a flat background does not count against it. */
  readonly variance: number
  /** `flat`: there is no edge to judge by. */
  readonly verdict: 'sharp' | 'soft' | 'blurred' | 'flat'
}

/** Fitted on product pictures at the size that `measurePicture` looks at. */
const sharpFrom = 250
const softFrom = 60
/** A tile whose grey values differ by less has no edge: a plain ground or a soft gradient. */
const edgeContrast = 24
const tiles = 8

/** The first place of each tile along a side, and the place after the last; the outermost pixels have no neighbours on one side. */
const tileStarts = (side: number): number[] => [
  ...Array.from({ length: tiles }, (_, tile) => Math.max(1, Math.ceil((tile * side) / tiles))),
  side - 1,
]

/** Judges grey values, row by row. The picture is cut in 8 × 8 tiles; the tiles with most detail decide. */
export const judgeSharpness = (grey: Uint8Array, width: number, height: number): Sharpness => {
  const sums = new Float64Array(tiles * tiles)
  const squares = new Float64Array(tiles * tiles)
  const counts = new Float64Array(tiles * tiles)
  const darkest = new Uint8Array(tiles * tiles).fill(255)
  const lightest = new Uint8Array(tiles * tiles)
  const starts = tileStarts(width)
  for (let y = 1; y < height - 1; y += 1)
    for (let column = 0; column < tiles; column += 1) {
      const [first, after] = [starts[column] ?? 0, Math.min(starts[column + 1] ?? 0, width - 1)]
      if (first >= after) continue
      const tile = Math.floor((y * tiles) / height) * tiles + column
      let [sum, square, dark, light] = [0, 0, 255, 0]
      for (let at = y * width + first; at < y * width + after; at += 1) {
        const value = grey[at] ?? 0
        const laplacian = 4 * value - (grey[at - 1] ?? 0) - (grey[at + 1] ?? 0) - (grey[at - width] ?? 0) - (grey[at + width] ?? 0)
        sum += laplacian
        square += laplacian * laplacian
        if (value < dark) dark = value
        if (value > light) light = value
      }
      sums[tile] = (sums[tile] ?? 0) + sum
      squares[tile] = (squares[tile] ?? 0) + square
      counts[tile] = (counts[tile] ?? 0) + after - first
      if (dark < (darkest[tile] ?? 0)) darkest[tile] = dark
      if (light > (lightest[tile] ?? 0)) lightest[tile] = light
    }
  const variances = [...counts]
    .map((count, tile) => (count === 0 ? 0 : (squares[tile] ?? 0) / count - ((sums[tile] ?? 0) / count) ** 2))
    .sort((a, b) => b - a)
  const variance = variances[Math.floor(variances.length * 0.05)] ?? 0
  const hasEdge = lightest.some((light, tile) => light - (darkest[tile] ?? 0) >= edgeContrast)
  const verdict = !hasEdge ? 'flat' : variance >= sharpFrom ? 'sharp' : variance >= softFrom ? 'soft' : 'blurred'
  return { variance, verdict }
}

/** Pixels on either side of an edge in which it goes from dark to light. */
const reach = 6
/** Least difference across an edge, in any channel; noise has less. */
const leastEdge = 40
/** Of that difference, the part from one pixel to the next at a crisp edge, and at one that counts at all. */
const [crispStep, softestStep] = [0.35, 0.2]
/** Least number of pixels with a crisp edge along rows and along columns together: fewer may be dust. */
const leastCrisp = 40
/** Least number along either: a picture that was moved while it was taken keeps crisp edges in the direction in which it moved. */
const leastEitherWay = 10
/** Least part of the places near an edge: a few crisp lights and reflections are in blurred pictures, too. */
const leastPart = 0.01

/**
 * Whether edges are crisp, however little they stand out: the variance of the Laplacian takes a crisp edge between similar grays for a soft one. A
 * view's pixels, RGBA.
 */
export const hasCrispEdges = (data: Uint8Array, width: number, height: number): boolean => {
  /** The difference within reach of a place, if there is an edge; 0: there is none. */
  const edgeAt = (at: number, step: number): number => {
    let [least, most] = [255, 0]
    for (let away = -reach; away <= reach + 1; away += 1) {
      const value = data[at + away * step * 4] ?? 0
      if (value < least) least = value
      if (value > most) most = value
    }
    return most - least >= leastEdge ? most - least : 0
  }
  let edges = 0
  /** Crisp places along a line of pixels, `step` apart. */
  const countAlong = (start: number, step: number, length: number): number => {
    let crisp = 0
    for (let index = reach; index < length - reach - 1; index += 1)
      for (let channel = 0; channel < 3; channel += 1) {
        const at = (start + index * step) * 4 + channel
        const jump = Math.abs((data[at + step * 4] ?? 0) - (data[at] ?? 0))
        if (jump < leastEdge * softestStep) continue
        const edge = edgeAt(at, step)
        if (edge === 0) continue
        edges += 1
        if (jump >= edge * crispStep) crisp += 1
        break
      }
    return crisp
  }
  let [across, down] = [0, 0]
  for (let y = 0; y < height; y += 1) across += countAlong(y * width, 1, width)
  for (let x = 0; x < width; x += 1) down += countAlong(x, width, height)
  return across + down >= Math.max(leastCrisp, leastPart * edges) && Math.min(across, down) >= leastEitherWay
}
