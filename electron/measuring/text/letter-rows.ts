import { findSigns, type Sign } from './signs.ts'
import type { GreyView } from './skew.ts'

/**
 * A row of signs of about one size, as letters stand in a line. `angle`: by which it leans, degrees clockwise, −90 to 90. Lengths are pixels of
 * the view; `x`, `y`: its middle; `length`, `height`: of the box around it that leans as it does; `letter`: the usual longer side of a sign.
 */
export type LetterRow = {
  readonly angle: number
  readonly isLight: boolean
  readonly letters: number
  readonly letter: number
  readonly x: number
  readonly y: number
  readonly length: number
  readonly height: number
  /** How many letters it has, less where they differ in size and shade as the signs of a texture do. */
  readonly likeness: number
}

/** Most bend of three signs in a row, in radians; and most difference of directions in it, in degrees. */
const [mostBend, sameDirection] = [0.2, 12]
/** Letters of a row stay this near to its middle line, in letters: signs of a texture stray. */
const mostStray = 0.75
/** Most between the shorter and the longer distance of three neighbours. */
const mostUneven = 2.5
/** How much it counts that signs differ in size, and in shade; and the contrast of print that noise hasn’t. */
const [bySize, byShade, clear] = [2, 1.5, 40]
/** Rows that are looked at: those most like print. */
const mostRows = 10

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

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const deviationOf = (values: readonly number[]): number => {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/** The direction along which signs stand, degrees, from over −90 to 90: that in which their places vary most. */
const mainDirection = (signs: readonly Sign[]): number => {
  const [x, y] = [meanOf(signs.map((sign) => sign.x)), meanOf(signs.map((sign) => sign.y))]
  const across = meanOf(signs.map((sign) => (sign.x - x) ** 2 - (sign.y - y) ** 2))
  const both = meanOf(signs.map((sign) => 2 * (sign.x - x) * (sign.y - y)))
  return (Math.atan2(both, across) * 90) / Math.PI
}

/** Signs of a row that tell how it leans, at most. */
const mostCompared = 60

/** The same, where a few that stick out don’t count: usual among the directions between signs that are far apart. */
const leanOf = (signs: readonly Sign[]): number => {
  const first = mainDirection(signs)
  const [sin, cos] = [Math.sin((first * Math.PI) / 180), Math.cos((first * Math.PI) / 180)]
  const step = Math.ceil(signs.length / mostCompared)
  const placed = signs
    .filter((_, at) => at % step === 0)
    .map(({ x, y }) => ({ along: x * cos + y * sin, aside: y * cos - x * sin }))
    .toSorted((a, b) => a.along - b.along)
  const apart = Math.ceil(placed.length / 2)
  const leans = placed.flatMap((one, at) =>
    placed.slice(at + apart).map((other) => Math.atan2(other.aside - one.aside, other.along - one.along)),
  )
  const angle = first + (middleOf(leans) * 180) / Math.PI
  return angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle
}

/** What signs that stand in a row make, unless they stray from its middle line. */
const describe = (signs: readonly Sign[], isLight: boolean): LetterRow | undefined => {
  const angle = leanOf(signs)
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const placed = signs.map(({ x, y, side }) => ({ along: x * cos + y * sin, aside: y * cos - x * sin, half: side / 2 }))
  const aside = placed.map((one) => one.aside)
  const sides = signs.map(({ side }) => side)
  const letter = middleOf(sides)
  if ((Math.max(...aside) - Math.min(...aside)) / 2 > mostStray * letter) return undefined
  const left = Math.min(...placed.map(({ along, half }) => along - half))
  const right = Math.max(...placed.map(({ along, half }) => along + half))
  const top = Math.min(...placed.map((one) => one.aside - one.half))
  const bottom = Math.max(...placed.map((one) => one.aside + one.half))
  const [along, down] = [(left + right) / 2, (top + bottom) / 2]
  const contrast = meanOf(signs.map((sign) => sign.contrast))
  const unlike = (bySize * deviationOf(sides)) / meanOf(sides) + (byShade * deviationOf(signs.map(({ grey }) => grey))) / contrast
  return {
    ...{ angle, isLight, letters: signs.length, letter },
    ...{ x: along * cos - down * sin, y: along * sin + down * cos, length: right - left, height: bottom - top },
    likeness: signs.length * Math.exp(-unlike) * Math.sqrt(Math.min(1, contrast / clear)),
  }
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
    const described = describe([...new Set(row.flatMap(({ signs }) => signs))], isLight)
    return described ? [described] : []
  })
}

/** Where letters may stand, line by line; those most like print first. `view`: letters of 6 to 140 pixels are seen. */
export const findLetterRows = (view: GreyView): LetterRow[] => {
  const { dark, light } = findSigns(view)
  return [...joinTriples(findTriples(dark), false), ...joinTriples(findTriples(light), true)]
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, mostRows)
}
