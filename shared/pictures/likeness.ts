/**
 * What a picture is recognized by in another size, format or crop: its outline as a whole, and points in it with their surroundings. Made by
 * the image process from a thumbnail; kept as bytes.
 */
export type Likeness = {
  /** Of the thumbnail as it was looked at, in pixels; the longer side is at most `likenessSide`. */
  readonly width: number
  readonly height: number
  /** Signs of the lowest frequencies of the whole picture: two halves of 32 bits. */
  readonly outline: readonly [number, number]
  /** Mean colors of 4 × 4 cells, RGB. */
  readonly cells: Uint8Array
  readonly points: readonly LikenessPoint[]
}

/** A spot that is found again in another size and crop. */
export type LikenessPoint = {
  readonly x: number
  readonly y: number
  /** Its size, in pixels. */
  readonly size: number
  readonly red: number
  readonly green: number
  readonly blue: number
  /** Signs of the lowest frequencies around it: two halves of 32 bits. */
  readonly first: number
  readonly second: number
}

/** Another number: pictures are looked at again. */
export const likenessVersion = 1
/** The longer side of what is looked at, in pixels. */
export const likenessSide = 256
export const mostPoints = 40
export const cellsPerSide = 4

const cellBytes = cellsPerSide * cellsPerSide * 3
const headBytes = 1 + 2 + 2 + 8 + cellBytes + 1
const pointBytes = 14
/** The largest number of bytes of a likeness. */
export const mostLikenessBytes = headBytes + mostPoints * pointBytes
/** Sizes are kept as steps of an eighth of an octave. */
const stepsPerOctave = 8

export const writeLikeness = ({ width, height, outline, cells, points }: Likeness): Uint8Array => {
  const bytes = new Uint8Array(headBytes + points.length * pointBytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, likenessVersion)
  view.setUint16(1, width)
  view.setUint16(3, height)
  view.setUint32(5, outline[0] >>> 0)
  view.setUint32(9, outline[1] >>> 0)
  bytes.set(cells, 13)
  view.setUint8(headBytes - 1, points.length)
  for (const [index, point] of points.entries()) {
    const at = headBytes + index * pointBytes
    view.setUint8(at, Math.min(255, Math.round(point.x)))
    view.setUint8(at + 1, Math.min(255, Math.round(point.y)))
    view.setUint8(at + 2, Math.max(0, Math.min(255, Math.round(Math.log2(point.size) * stepsPerOctave))))
    view.setUint8(at + 3, point.red)
    view.setUint8(at + 4, point.green)
    view.setUint8(at + 5, point.blue)
    view.setUint32(at + 6, point.first >>> 0)
    view.setUint32(at + 10, point.second >>> 0)
  }
  return bytes
}

/** `undefined`: the bytes are those of another version, or no likeness. */
export const readLikeness = (bytes: Uint8Array): Likeness | undefined => {
  if (bytes.length < headBytes || bytes[0] !== likenessVersion) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint8(headBytes - 1)
  if (count > mostPoints || bytes.length !== headBytes + count * pointBytes) return undefined
  const points = Array.from({ length: count }, (_, index): LikenessPoint => {
    const at = headBytes + index * pointBytes
    return {
      x: view.getUint8(at),
      y: view.getUint8(at + 1),
      size: 2 ** (view.getUint8(at + 2) / stepsPerOctave),
      red: view.getUint8(at + 3),
      green: view.getUint8(at + 4),
      blue: view.getUint8(at + 5),
      first: view.getUint32(at + 6),
      second: view.getUint32(at + 10),
    }
  })
  return {
    width: view.getUint16(1),
    height: view.getUint16(3),
    outline: [view.getUint32(5), view.getUint32(9)],
    cells: bytes.slice(13, 13 + cellBytes),
    points,
  }
}

/** Where the points of one picture are in another: `x · scale + left`, `y · scale + top`. */
export type Placement = { readonly scale: number; readonly left: number; readonly top: number }
