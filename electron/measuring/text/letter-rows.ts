import type { GreyView } from './skew.ts'

/**
 * A row of signs of about one size, as letters stand in a line. `angle`: by which it leans, degrees clockwise, −90 to 90. Lengths are pixels of
 * the view; `letter`: the usual longer side of a sign.
 */
export type LetterRow = {
  readonly angle: number
  readonly isLight: boolean
  readonly letters: number
  readonly letter: number
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Half of the side of the square that tells how light a place is around. */
const around = 14
/** Least difference from that for ink. */
const leastInk = 9
const [leastSide, mostSide] = [6, 140]
const leastPixels = 10
/** More signs than this are a texture; a row is found among fewer as well. */
const mostSigns = 4000
/** Most bend of three signs in a row, in radians; and most difference of directions in it, in degrees. */
const [mostBend, sameDirection] = [0.2, 12]
/** Letters of a row stay this near to its middle line, in letters: signs of a texture stray. */
const mostStray = 0.75
/** Most between the shorter and the longer distance of three neighbours. */
const mostUneven = 2.5
/** Rows that are looked at: those with most letters. */
const mostRows = 8

type Sign = { readonly x: number; readonly y: number; readonly side: number }

/** Sums of all values above and to the left, one row and one column more than the view. */
const sumUp = ({ data, width, height }: GreyView): Float64Array => {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += data[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  return sums
}

/** 1: darker than around, 2: lighter than around. */
const findInk = (view: GreyView): Uint8Array => {
  const { data, width, height } = view
  const sums = sumUp(view)
  const ink = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - around), Math.min(height, y + around + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - around), Math.min(width, x + around + 1)]
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0)
      const difference = (data[y * width + x] ?? 0) - sum / ((bottom - top) * (right - left))
      if (difference < -leastInk) ink[y * width + x] = 1
      else if (difference > leastInk) ink[y * width + x] = 2
    }
  }
  return ink
}

/** What hangs together in one kind of ink and may be a letter by its size. Takes it out of `ink`. */
const takeSigns = (ink: Uint8Array, kind: number, width: number, height: number): Sign[] => {
  const signs: Sign[] = []
  const open: number[] = []
  for (let start = 0; start < ink.length && signs.length < mostSigns; start += 1) {
    if (ink[start] !== kind) continue
    ink[start] = 0
    open.push(start)
    let [pixels, left, top, right, bottom] = [0, width, height, 0, 0]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const x = place % width
      const y = (place - x) / width
      pixels += 1
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x)
      bottom = Math.max(bottom, y)
      for (const next of [x > 0 ? place - 1 : -1, x < width - 1 ? place + 1 : -1, place - width, place + width]) {
        if (next < 0 || ink[next] !== kind) continue
        ink[next] = 0
        open.push(next)
      }
    }
    const side = Math.max(right - left, bottom - top) + 1
    if (pixels >= leastPixels && side >= leastSide && side <= mostSide) signs.push({ x: (left + right) / 2, y: (top + bottom) / 2, side })
  }
  return signs
}

type Triple = { readonly signs: readonly [Sign, Sign, Sign]; readonly angle: number }

/** Farthest neighbour, in the longer side of either. */
const farthest = 1.9
/** Nearest neighbours that are looked at: a letter has two in its line, and few in the lines above and below. */
const mostNeighbours = 6

/** Signs of about the same size beside each; `signs`: from left to right. */
const findNeighbours = (signs: readonly Sign[]): Sign[][] =>
  signs.map((sign, at) => {
    const near: { readonly other: Sign; readonly away: number }[] = []
    const look = (other: Sign): void => {
      const away = Math.hypot(other.x - sign.x, other.y - sign.y)
      if (away <= farthest * Math.max(sign.side, other.side) && other.side < 2 * sign.side && sign.side < 2 * other.side)
        near.push({ other, away })
    }
    // One of twice the size at most, so farther ones are no neighbours.
    const reach = farthest * 2 * sign.side
    for (let index = at + 1; index < signs.length && (signs[index]?.x ?? 0) - sign.x <= reach; index += 1) look(signs[index] ?? sign)
    for (let index = at - 1; index >= 0 && sign.x - (signs[index]?.x ?? 0) <= reach; index -= 1) look(signs[index] ?? sign)
    return near
      .toSorted((a, b) => a.away - b.away)
      .slice(0, mostNeighbours)
      .map(({ other }) => other)
  })

/** The direction of three signs if the second is between the others and they hardly bend; from over −90 to 90 degrees. */
const directionOf = (a: Sign, b: Sign, c: Sign): number | undefined => {
  const [before, after] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)]
  if (Math.max(before, after) > mostUneven * Math.min(before, after)) return undefined
  const [first, second] = [Math.atan2(b.y - a.y, b.x - a.x), Math.atan2(c.y - b.y, c.x - b.x)]
  const bend = Math.abs(Math.atan2(Math.sin(second - first), Math.cos(second - first)))
  if (bend > mostBend) return undefined
  const degrees = (Math.atan2(c.y - a.y, c.x - a.x) * 180) / Math.PI
  return degrees > 90 ? degrees - 180 : degrees <= -90 ? degrees + 180 : degrees
}

const findTriples = (signs: readonly Sign[]): Triple[] => {
  const triples: Triple[] = []
  for (const [at, near] of findNeighbours(signs).entries())
    for (const [index, a] of near.entries())
      for (const c of near.slice(index + 1)) {
        const sign = signs[at] ?? a
        const angle = directionOf(a, sign, c)
        if (angle !== undefined) triples.push({ signs: [a, sign, c], angle })
      }
  return triples
}

const middleOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
/** Between two directions of lines, 0 to 90 degrees. */
const turnBetween = (a: number, b: number): number => Math.min(Math.abs(a - b) % 180, 180 - (Math.abs(a - b) % 180))

const describe = (signs: readonly Sign[], angles: readonly number[], isLight: boolean): LetterRow => {
  // Those near −90 and near 90 degrees are neighbours.
  const first = angles[0] ?? 0
  const together = angles.map((angle) => (angle - first > 90 ? angle - 180 : first - angle > 90 ? angle + 180 : angle))
  return {
    angle: middleOf(together),
    isLight,
    letters: signs.length,
    letter: middleOf(signs.map(({ side }) => side)),
    left: Math.min(...signs.map(({ x, side }) => x - side / 2)),
    top: Math.min(...signs.map(({ y, side }) => y - side / 2)),
    right: Math.max(...signs.map(({ x, side }) => x + side / 2)),
    bottom: Math.max(...signs.map(({ y, side }) => y + side / 2)),
  }
}

/** How far signs are from the middle line of a row, at most. */
const strayOf = (signs: readonly Sign[], angle: number): number => {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const aside = signs.map(({ x, y }) => y * cos - x * sin)
  return (Math.max(...aside) - Math.min(...aside)) / 2
}

/** Triples that share a sign and a direction belong to one row. */
const joinTriples = (triples: readonly Triple[], isLight: boolean): LetterRow[] => {
  const bySign = new Map<Sign, Triple[]>()
  for (const triple of triples)
    for (const sign of triple.signs) {
      const known = bySign.get(sign)
      if (known) known.push(triple)
      else bySign.set(sign, [triple])
    }
  const seen = new Set<Triple>()
  return triples.flatMap((start): LetterRow[] => {
    if (seen.has(start)) return []
    seen.add(start)
    const row = [start]
    for (const triple of row)
      for (const other of triple.signs.flatMap((sign) => bySign.get(sign) ?? []))
        if (!seen.has(other) && turnBetween(other.angle, start.angle) <= sameDirection) {
          seen.add(other)
          row.push(other)
        }
    const inRow = [...new Set(row.flatMap(({ signs }) => signs))]
    const described = describe(
      inRow,
      row.map(({ angle }) => angle),
      isLight,
    )
    return strayOf(inRow, described.angle) <= mostStray * described.letter ? [described] : []
  })
}

/** Where letters may stand, line by line; those with most letters first. `view`: letters of 6 to 140 pixels are seen. */
export const findLetterRows = (view: GreyView): LetterRow[] => {
  const ink = findInk(view)
  return [1, 2]
    .flatMap((kind) => {
      const signs = takeSigns(ink, kind, view.width, view.height).toSorted((a, b) => a.x - b.x)
      return joinTriples(findTriples(signs), kind === 2)
    })
    .toSorted((a, b) => b.letters - a.letters)
    .slice(0, mostRows)
}
