import type { GreyView } from './skew.ts'

/** A part of a picture, in its pixels. */
export type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** Least difference of grey values from a pixel to the next but one. Faint print has more, the shades and the noise of a studio's ground have less. */
const leastStep = 10
/** Side of the squares that are looked at, and how many of its pixels make one more than noise: a small letter has as many. */
const [square, leastSteps] = [16, 12]

/**
 * The smallest part of a view that holds everything but a ground that is plain or shades off softly: print can only be there. A square more is kept
 * on each side, for the ends of letters. All of it, if nothing stands out.
 */
export const findDetail = ({ data, width, height }: GreyView): Part => {
  const columns = Math.ceil(width / square)
  const steps = new Uint16Array(columns * Math.ceil(height / square))
  for (let y = 2; y < height; y += 1) {
    const row = Math.floor(y / square) * columns
    for (let x = 2, at = y * width + 2; x < width; x += 1, at += 1) {
      const grey = data[at] ?? 0
      if (Math.abs(grey - (data[at - 2] ?? 0)) < leastStep && Math.abs(grey - (data[at - 2 * width] ?? 0)) < leastStep) continue
      const cell = row + Math.floor(x / square)
      steps[cell] = (steps[cell] ?? 0) + 1
    }
  }
  const found = Array.from(steps.keys()).filter((cell) => (steps[cell] ?? 0) >= leastSteps)
  if (found.length === 0) return { left: 0, top: 0, width, height }
  const rows = found.map((cell) => Math.floor(cell / columns))
  const across = found.map((cell) => cell % columns)
  const left = Math.max(0, (Math.min(...across) - 1) * square)
  const top = Math.max(0, (Math.min(...rows) - 1) * square)
  const right = Math.min(width, (Math.max(...across) + 2) * square)
  const bottom = Math.min(height, (Math.max(...rows) + 2) * square)
  return { left, top, width: right - left, height: bottom - top }
}
