import type { PictureBackground } from '../../shared/checks/measurements.ts'
import type { View } from './look-at-pixels.ts'

type Color = readonly [number, number, number]

/** Opacity from which a pixel is seen. */
const seenFrom = 128
/** Width of the frame along the edges that tells the ground, as a share of the shorter side. */
const frameShare = 0.02
/** The frame is looked at in so many pieces; a few of them may show something else, such as a product that is cut off or a shadow. */
const pieces = 24
const mostOtherPieces = 4
/** Most difference in a channel between pieces of an even ground. */
const evenWithin = 8
/** Least share of the frame that has the ground's color. */
const leastPlain = 0.7
/** What is not the ground belongs to a few pieces where a thing is cut off: a pattern is in most of them, by more than this share. */
const [mostSpoiled, spoiledFrom] = [pieces / 2, 0.1]
/** Pixels of the ground differ from its color by at least this much, and at most by that, in a channel: what noise asks for. */
const [leastTolerance, mostTolerance] = [6, 14]

/** The frame's ground: nothing is seen of it, it has one color, or neither. */
export type FrameGround =
  | { readonly kind: 'transparent' }
  | { readonly kind: 'plain'; readonly color: Color; readonly tolerance: number }
  | { readonly kind: 'uneven' }

const medianOf = (counts: Uint32Array, total: number): number => {
  let seen = 0
  return counts.findIndex((count) => {
    seen += count
    return seen * 2 >= total
  })
}

/** Median of each channel of these pixels (places in the view); those that are not seen don't count. */
const usualColor = ({ data }: View, places: readonly number[]): Color | undefined => {
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const
  let total = 0
  for (const place of places) {
    if ((data[place * 4 + 3] ?? 0) < seenFrom) continue
    total += 1
    for (const channel of [0, 1, 2] as const) {
      const value = data[place * 4 + channel] ?? 0
      counts[channel][value] = (counts[channel][value] ?? 0) + 1
    }
  }
  if (total * 2 < places.length || total === 0) return undefined
  return [medianOf(counts[0], total), medianOf(counts[1], total), medianOf(counts[2], total)]
}

const distance = (a: Color, b: Color): number => Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))

const colorAt = ({ data }: View, place: number): Color => [data[place * 4] ?? 0, data[place * 4 + 1] ?? 0, data[place * 4 + 2] ?? 0]

/** Places of the frame, cut into pieces once around: each starts where the one before ended. */
const cutFrame = ({ width, height }: View): readonly (readonly number[])[] => {
  const frame = Math.max(1, Math.round(Math.min(width, height) * frameShare))
  const all = Array.from({ length: pieces }, (): number[] => [])
  const [right, bottom] = [width - 1, height - 1]
  const around = 2 * (width + height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (x >= frame && x < width - frame && y >= frame && y < height - frame) continue
      const nearest = Math.min(y, right - x, bottom - y, x)
      const along =
        nearest === y ? x : nearest === right - x ? width + y : nearest === bottom - y ? width + height + (right - x) : around - 1 - y
      all[Math.min(pieces - 1, Math.floor((along * pieces) / around))]?.push(y * width + x)
    }
  return all.filter((places) => places.length > 0)
}

/** Of the pieces but for a few that differ most, the largest difference of two in a channel. */
const spreadOf = (colors: readonly Color[], usual: Color): number => {
  const kept = colors
    .toSorted((a, b) => distance(a, usual) - distance(b, usual))
    .slice(0, Math.max(1, colors.length - Math.floor((colors.length * mostOtherPieces) / pieces)))
  return Math.max(
    ...([0, 1, 2] as const).map((channel) => {
      const values = kept.map((color) => color[channel])
      return Math.max(...values) - Math.min(...values)
    }),
  )
}

/** What the frame along the picture's edges shows. */
export const findFrameGround = (view: View): FrameGround => {
  const cut = cutFrame(view)
  const places = cut.flat()
  const seen = places.filter((place) => (view.data[place * 4 + 3] ?? 0) >= seenFrom)
  if (seen.length * 2 < places.length) return { kind: 'transparent' }
  const color = usualColor(view, seen)
  if (!color) return { kind: 'uneven' }
  const colors = cut.map((piece) => usualColor(view, piece)).filter((one) => one !== undefined)
  if (colors.length * 2 < cut.length || spreadOf(colors, color) > evenWithin) return { kind: 'uneven' }
  const distances = seen.map((place) => distance(colorAt(view, place), color)).toSorted((a, b) => a - b)
  const usual = distances[Math.floor(distances.length * 0.6)] ?? 0
  const tolerance = Math.min(mostTolerance, Math.max(leastTolerance, 3 * usual))
  const plain = distances.filter((value) => value <= tolerance).length
  const isSpoiled = (piece: readonly number[]): boolean => {
    const other = piece.filter((place) => (view.data[place * 4 + 3] ?? 0) >= seenFrom && distance(colorAt(view, place), color) > tolerance)
    return other.length > spoiledFrom * piece.length
  }
  if (plain < leastPlain * places.length || cut.filter(isSpoiled).length > mostSpoiled) return { kind: 'uneven' }
  return { kind: 'plain', color, tolerance }
}

/** What a view's pixels belong to: its thing, the plain ground, or a soft shadow on that. */
export const [thing, plainGround, shadowOnGround] = [0, 1, 2] as const

/** The darkest shadow, as a share of the ground's lightness. */
const darkestShadow = 0.62
/** Most change between neighbours in a soft shadow. */
const softStep = 5
/** A shadow has the ground's hue: so much more or less in a channel. */
const shadowTint = 9

const isShadow = (color: Color, ground: Color): boolean => {
  const lightness = (color[0] + color[1] + color[2]) / (ground[0] + ground[1] + ground[2])
  return (
    lightness >= darkestShadow &&
    lightness <= 1.02 &&
    distance(color, [ground[0] * lightness, ground[1] * lightness, ground[2] * lightness]) <= shadowTint
  )
}

/** Spreads from the edges over the ground. `overShadows`: also over soft shadows that it leads to. */
export const spreadGround = (view: View, ground: Exclude<FrameGround, { kind: 'uneven' }>, overShadows: boolean): Uint8Array => {
  const { data, width, height } = view
  const parts = new Uint8Array(width * height)
  const open: number[] = []
  const isPlain = (place: number): boolean => {
    const isSeen = (data[place * 4 + 3] ?? 0) >= seenFrom
    return ground.kind === 'transparent' ? !isSeen : !isSeen || distance(colorAt(view, place), ground.color) <= ground.tolerance
  }
  const take = (place: number, from: number): void => {
    if (parts[place] !== thing) return
    if (isPlain(place)) parts[place] = plainGround
    else if (
      overShadows &&
      ground.kind === 'plain' &&
      distance(colorAt(view, place), colorAt(view, from)) <= softStep &&
      isShadow(colorAt(view, place), ground.color)
    )
      parts[place] = shadowOnGround
    else return
    open.push(place)
  }
  for (let x = 0; x < width; x += 1) for (const place of [x, (height - 1) * width + x]) if (isPlain(place)) take(place, place)
  for (let y = 0; y < height; y += 1) for (const place of [y * width, y * width + width - 1]) if (isPlain(place)) take(place, place)
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const x = place % width
    if (x > 0) take(place - 1, place)
    if (x < width - 1) take(place + 1, place)
    if (place >= width) take(place - width, place)
    if (place < width * (height - 1)) take(place + width, place)
  }
  return parts
}

/** Places of the plain ground with so many pixels of it around. */
const listInner = (parts: Uint8Array, width: number, height: number, rim: number): number[] => {
  // Distance along rows and columns, there and back.
  const near = new Uint8Array(parts.length).fill(rim)
  const reach = (place: number, from: number): void => {
    near[place] = Math.min(near[place] ?? 0, (near[from] ?? 0) + 1)
  }
  for (let place = 0; place < parts.length; place += 1) {
    if (parts[place] !== plainGround) near[place] = 0
    if (place % width > 0) reach(place, place - 1)
    if (place >= width) reach(place, place - width)
  }
  for (let place = parts.length - 1; place >= 0; place -= 1) {
    if (place % width < width - 1) reach(place, place + 1)
    if (place < width * (height - 1)) reach(place, place + width)
  }
  const clean: number[] = []
  for (let place = 0; place < parts.length; place += 1) if ((near[place] ?? 0) >= rim) clean.push(place)
  return clean
}

/** Compression changes the ground beside a thing, a block of 16 pixels of the picture at most; scaling does it a few pixels of the view far. */
const [changedPixels, blurredPixels] = [16, 4]
/** Fewer places say too little; then those nearer to the thing count, too. */
const enoughPlaces = 200

/** Places of the plain ground that nothing beside it has changed. `scale`: pixels of the picture to one of the view. */
export const listCleanGround = (parts: Uint8Array, { width, height }: Pick<View, 'width' | 'height'>, scale: number): number[] => {
  const rims = [Math.max(blurredPixels, Math.ceil(changedPixels / scale)), blurredPixels, 1]
  for (const rim of rims) {
    const places = listInner(parts, width, height, rim)
    if (places.length >= enoughPlaces || rim === 1) return places
  }
  return []
}

/** The ground as it is told, `pureWhiteShare` aside. */
export const describeGround = (ground: FrameGround): Omit<PictureBackground, 'pureWhiteShare'> => ({
  color: ground.kind === 'plain' ? ground.color : null,
  even: ground.kind !== 'uneven',
})
