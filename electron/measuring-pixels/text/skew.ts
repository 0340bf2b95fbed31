/** Grey values row by row, text dark on light. */
export type GreyView = { readonly data: Uint8Array; readonly width: number; readonly height: number }

const most = 3.5
const degree = Math.PI / 180
/** More ink than this changes nothing but the time. */
const mostPoints = 20_000

/** Where the picture is dark and lighter above: the upper edges of letters, which line up along a line of text. */
const findEdges = ({ data, width, height }: GreyView): { readonly xs: Float32Array; readonly ys: Float32Array } => {
  const points: number[] = []
  for (let y = 2; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      if (Math.abs((data[at] ?? 0) - (data[at - 2 * width] ?? 0)) > 60) points.push(at)
    }
  const step = Math.max(1, Math.floor(points.length / mostPoints))
  const kept = points.filter((_, index) => index % step === 0)
  return { xs: Float32Array.from(kept, (at) => at % width), ys: Float32Array.from(kept, (at) => Math.floor(at / width)) }
}

/**
 * The angle in degrees, clockwise positive, by which lines of text lean, between −3.5 and 3.5; 0 where nothing lines up clearly better
 * than as it is. By projection: the rows onto which edges fall are fewest, and fullest, along the text.
 */
export const measureSkew = (view: GreyView): number => {
  const { xs, ys } = findEdges(view)
  if (xs.length < 200) return 0
  const rows = new Float64Array(view.height + 2 * Math.ceil(view.width * Math.tan(most * degree)) + 4)
  const offset = Math.ceil(view.width * Math.tan(most * degree)) + 1
  const score = (angle: number): number => {
    rows.fill(0)
    const slope = Math.tan(angle * degree)
    for (let index = 0; index < xs.length; index += 1) {
      const row = Math.round((ys[index] ?? 0) - (xs[index] ?? 0) * slope) + offset
      rows[row] = (rows[row] ?? 0) + 1
    }
    let sum = 0
    for (const count of rows) sum += count * count
    return sum
  }
  const bestAmong = (from: number, to: number, step: number): number => {
    let [best, highest] = [0, -1]
    for (let angle = from; angle <= to + 1e-9; angle += step) {
      const value = score(angle)
      if (value > highest) [best, highest] = [angle, value]
    }
    return best
  }
  const coarse = bestAmong(-most, most, 0.25)
  const fine = bestAmong(Math.max(-most, coarse - 0.2), Math.min(most, coarse + 0.2), 0.05)
  return Math.abs(fine) < 0.15 || score(fine) < score(0) * 1.03 ? 0 : fine
}
