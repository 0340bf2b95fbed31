import type { Placement } from '../../../../../shared/pictures/likeness.ts'
import { type Alignment, alignPictures } from './align-pictures.ts'
import type { Pixels } from './make-likeness.ts'

/**
 * Of 255, for large pictures and for small ones: compression, another format and another size change less. Each pixel of a small picture is a mean of
 * many, and was made so in one of several ways.
 */
const limits = {
  /** How far a value is from all values around the same place in the other picture: of a small square, on average. */
  square: { large: 7.5, small: 18 },
  /** The mean color of a larger square, per channel. */
  color: { large: 7.5, small: 11 },
  /** The mean color of a sixteenth of what both show, per channel. */
  tone: { large: 2.5, small: 4.5 },
} as const
/** The longer side of what both show, in pixels. */
const largeSide = 480
const smallSide = 128

/** Between those of large and small pictures. */
const limitOf = (kind: keyof typeof limits, side: number): number => {
  const share = Math.min(1, Math.max(0, (side - smallSide) / (largeSide - smallSide)))
  return limits[kind].small + share * (limits[kind].large - limits[kind].small)
}

const squareSide = 6
/** Of the difference between the values around a place. */
const edgeLeeway = 0.2
const colorSide = 16
/** At the border of what both show, values come from outside. */
const margin = 2
/** A crop shows all of itself in the other picture, but for this. */
const leastCommon = 0.93
/** What a crop keeps of the picture at least, without its plain ground. */
const leastKept = 0.4
/** Shorter common parts show too little. */
const leastSide = 48
/** A color this far from the ground is not the ground. */
const groundLeeway = 20
/** The share of the border that has the ground’s color, if it is a plain ground. */
const leastGround = 0.9

export type Comparison = {
  readonly isSame: boolean
  /** What it was decided by; for the tests that set the limits. */
  readonly measured: {
    readonly common: number
    readonly kept: number
    readonly square: number
    readonly color: number
    readonly tone: number
  }
}

type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Both pictures on one grid, three values for each pixel. */
type Common = { readonly one: Float32Array; readonly other: Float32Array; readonly width: number; readonly height: number }

/** Mean of each pixel’s area: one line after the other, `scale` values for one, from `start`. */
const shrinkLines = (
  data: ArrayLike<number>,
  lines: { readonly count: number; readonly length: number; readonly step: number; readonly lineStep: number },
  to: { readonly start: number; readonly scale: number; readonly length: number },
  out: Float32Array,
  places: { readonly step: number; readonly lineStep: number },
): void => {
  for (let at = 0; at < to.length; at++) {
    const from = to.start + at * to.scale
    const first = Math.max(0, Math.floor(from))
    const last = Math.min(lines.length - 1, Math.ceil(from + to.scale) - 1)
    for (let line = 0; line < lines.count; line++)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0
        let weight = 0
        for (let place = first; place <= last; place++) {
          const part = Math.min(place + 1, from + to.scale) - Math.max(place, from)
          if (part <= 0) continue
          sum += part * (data[line * lines.lineStep + place * lines.step + channel] as number)
          weight += part
        }
        out[line * places.lineStep + at * places.step + channel] = weight > 0 ? sum / weight : 0
      }
  }
}

/** A part of a picture, with a pixel for each `scale` of its own. */
const cut = (
  { data, width, height }: Pixels,
  from: { readonly left: number; readonly top: number; readonly across: number; readonly down: number },
  size: { readonly width: number; readonly height: number },
): Float32Array => {
  const narrow = new Float32Array(size.width * height * 3)
  shrinkLines(
    data,
    { count: height, length: width, step: 3, lineStep: 3 * width },
    { start: from.left, scale: from.across, length: size.width },
    narrow,
    { step: 3, lineStep: 3 * size.width },
  )
  const result = new Float32Array(size.width * size.height * 3)
  shrinkLines(
    narrow,
    { count: size.width, length: height, step: 3 * size.width, lineStep: 3 },
    { start: from.top, scale: from.down, length: size.height },
    result,
    { step: 3 * size.width, lineStep: 3 },
  )
  return result
}

/** How far values of `one` are from all values around their place in `other`, summed for each small square; the largest mean. */
const worstSquare = (one: Float32Array, other: Float32Array, width: number, height: number): number => {
  const across = Math.ceil(width / squareSide)
  const sums = new Float32Array(across * Math.ceil(height / squareSide))
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) {
      let worst = 0
      for (let channel = 0; channel < 3; channel++) {
        const value = one[3 * (y * width + x) + channel] as number
        let least = 255
        let most = 0
        for (let row = y - 1; row <= y + 1; row++)
          for (let column = x - 1; column <= x + 1; column++) {
            const near = other[3 * (row * width + column) + channel] as number
            if (near < least) least = near
            if (near > most) most = near
          }
        // Another way of resizing sharpens edges more or less.
        const sharpening = edgeLeeway * (most - least)
        worst = Math.max(worst, value - most - sharpening, least - value - sharpening)
      }
      const square = Math.floor(y / squareSide) * across + Math.floor(x / squareSide)
      sums[square] = (sums[square] as number) + worst
    }
  return sums.reduce((most, sum) => Math.max(most, sum), 0) / squareSide ** 2
}

/** The largest difference of mean colors between squares at the same place. */
const worstColor = ({ one, other, width, height }: Common): number => {
  let worst = 0
  for (let top = margin; top + colorSide <= height - margin; top += colorSide / 2)
    for (let left = margin; left + colorSide <= width - margin; left += colorSide / 2)
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0
        for (let y = top; y < top + colorSide; y++)
          for (let x = left; x < left + colorSide; x++) {
            const at = 3 * (y * width + x) + channel
            sum += (one[at] as number) - (other[at] as number)
          }
        worst = Math.max(worst, Math.abs(sum) / colorSide ** 2)
      }
  return worst
}

/** The largest difference of mean colors between sixteenths. */
const worstTone = ({ one, other, width, height }: Common): number => {
  const sums = new Float64Array(3 * 16)
  const counts = new Uint32Array(16)
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) {
      const cell = Math.floor((4 * y) / height) * 4 + Math.floor((4 * x) / width)
      const at = 3 * (y * width + x)
      counts[cell] = (counts[cell] as number) + 1
      for (let channel = 0; channel < 3; channel++)
        sums[3 * cell + channel] = (sums[3 * cell + channel] as number) + (one[at + channel] as number) - (other[at + channel] as number)
    }
  return sums.reduce((worst, sum, at) => Math.max(worst, Math.abs(sum) / Math.max(1, counts[Math.floor(at / 3)] as number)), 0)
}

const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** The color of a plain ground, as the border has it. */
const groundOf = ({ data, width, height }: Pixels): readonly number[] | undefined => {
  const border: number[] = []
  for (let x = 0; x < width; x++) border.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) border.push(y * width, y * width + width - 1)
  const color = [0, 1, 2].map((channel) => median(border.map((at) => data[3 * at + channel] as number)))
  const alike = border.filter((at) => color.every((value, channel) => Math.abs((data[3 * at + channel] as number) - value) <= groundLeeway))
  return alike.length >= leastGround * border.length ? color : undefined
}

/** The share of a picture’s pixels that are inside of a part; of those that are not its plain ground, if it has one. */
const keptIn = (pixels: Pixels, { left, top, right, bottom }: Box): number => {
  const { data, width, height } = pixels
  const ground = groundOf(pixels)
  let all = 0
  let inside = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x)
      if (ground?.every((value, channel) => Math.abs((data[at + channel] as number) - value) <= groundLeeway)) continue
      all++
      if (x >= left - 1 && x < right + 1 && y >= top - 1 && y < bottom + 1) inside++
    }
  return all === 0 ? 0 : inside / all
}

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top)

/** Whether every small part is alike where `found` puts the one picture in the other, and one of them has nearly all of it. */
const compareAt = (one: Pixels, other: Pixels, found: Alignment): Comparison => {
  const inOne: Box = {
    left: Math.max(0, -found.left / found.across),
    top: Math.max(0, -found.top / found.down),
    right: Math.min(one.width, (other.width - found.left) / found.across),
    bottom: Math.min(one.height, (other.height - found.top) / found.down),
  }
  const area = areaOf(inOne)
  const common = Math.max(area / (one.width * one.height), (area * found.across * found.down) / (other.width * other.height))
  const left = Math.ceil(inOne.left)
  const top = Math.ceil(inOne.top)
  const width = Math.floor(inOne.right) - left
  const height = Math.floor(inOne.bottom) - top
  const nothing = { isSame: false, measured: { common, kept: 0, square: 255, color: 255, tone: 255 } }
  if (common < leastCommon || width < leastSide || height < leastSide) return nothing
  const inOther: Box = {
    left: inOne.left * found.across + found.left,
    top: inOne.top * found.down + found.top,
    right: inOne.right * found.across + found.left,
    bottom: inOne.bottom * found.down + found.top,
  }
  const kept = Math.min(keptIn(one, inOne), keptIn(other, inOther))
  if (kept < leastKept) return { ...nothing, measured: { ...nothing.measured, kept } }
  const both: Common = {
    one: cut(one, { left, top, across: 1, down: 1 }, { width, height }),
    other: cut(
      other,
      { left: left * found.across + found.left, top: top * found.down + found.top, across: found.across, down: found.down },
      { width, height },
    ),
    width,
    height,
  }
  const side = Math.max(width, height)
  const measured = { ...nothing.measured, kept }
  // The quickest first.
  const tone = worstTone(both)
  if (tone > limitOf('tone', side)) return { isSame: false, measured: { ...measured, tone } }
  const color = worstColor(both)
  if (color > limitOf('color', side)) return { isSame: false, measured: { ...measured, tone, color } }
  const square = Math.max(worstSquare(both.one, both.other, width, height), worstSquare(both.other, both.one, width, height))
  return { isSame: square <= limitOf('square', side), measured: { common, kept, square, color, tone } }
}

/** Sides are rounded when a picture is made smaller. */
const sideLeeway = 1.5

/** Where `one` is in `other` if neither of them is a crop; `undefined`: one must be, as their sides have another ratio. */
const wholeInWhole = (one: Pixels, other: Pixels): Alignment | undefined => {
  const [across, down] = [other.width / one.width, other.height / one.height]
  return Math.abs(across - down) * Math.min(one.width, one.height) <= sideLeeway * Math.max(across, down)
    ? { across, down, left: 0, top: 0 }
    : undefined
}

/**
 * Whether two pictures show the same in another size, format or crop: every small part of what both show is alike, in color too, and one of them
 * has nearly all of it. `placement` is roughly where `one` is in `other`, both in shares of their longer side.
 */
export const comparePictures = (one: Pixels, other: Pixels, placement: Placement): Comparison => {
  const longer = (pixels: Pixels): number => Math.max(pixels.width, pixels.height)
  const scale = (placement.scale * longer(other)) / longer(one)
  // The one with fewer pixels for the same thing is the grid.
  if (scale < 1) {
    const back = { scale: 1 / placement.scale, left: -placement.left / placement.scale, top: -placement.top / placement.scale }
    return comparePictures(other, one, back)
  }
  const place = { scale, left: placement.left * longer(other), top: placement.top * longer(other) }
  const aligned = compareAt(one, other, alignPictures(one, other, place))
  // Flat areas have few edges that a search could be led by.
  const whole = aligned.isSame ? undefined : wholeInWhole(one, other)
  const unmoved = whole && compareAt(one, other, whole)
  return unmoved?.isSame ? unmoved : aligned
}
