/** The look of a picture's edges and of the smooth area connected to them. Gray values are 0 to 255. */
export type Ground = {
  /** Share of the border's pixels that are visible and without colour. */
  readonly neutral: number
  /** Grey values that 5 % and 95 % of the border's visible pixels stay below. */
  readonly dark: number
  readonly light: number
  /** The usual step between neighbours along the border: small where it is plain or shades off evenly. */
  readonly step: number
  /** How much colour the border has on average: the distance between its strongest and weakest channel. */
  readonly chroma: number
  /** Share of the white ground that darkens softly: a shadow, on the ground or of the thing. */
  readonly shadow: number
}

/** Cells along the longer side: enough for shadows, which are soft. */
const grid = 256
const neutralChroma = 14
const whiteFrom = 245
const shadowBelow = 236
const darkestShadow = 90
const softStep = 20

type Cells = { readonly grey: Int16Array; readonly chroma: Uint8Array; readonly columns: number; readonly rows: number }

/** Invisible cells have grey −1. */
const sample = (data: Uint8Array, width: number, height: number): Cells => {
  const stride = Math.max(1, Math.ceil(Math.max(width, height) / grid))
  const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)]
  const grey = new Int16Array(columns * rows)
  const chroma = new Uint8Array(columns * rows)
  for (let row = 0, cell = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const at = (row * stride * width + column * stride) * 4
      const [r, g, b, alpha] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0]
      grey[cell] = alpha < 128 ? -1 : (r * 77 + g * 151 + b * 28) >> 8
      chroma[cell] = Math.max(r, g, b) - Math.min(r, g, b)
    }
  return { grey, chroma, columns, rows }
}

/** The outermost cells, once around. */
const walkAround = ({ columns, rows }: Cells): number[] => {
  const across = Array.from({ length: columns }, (_, column) => column)
  const down = Array.from({ length: rows }, (_, row) => row)
  return [
    ...across,
    ...down.map((row) => row * columns + columns - 1),
    ...across.toReversed().map((column) => (rows - 1) * columns + column),
    ...down.toReversed().map((row) => row * columns),
  ]
}

/** Spreads from the border's white cells over neutral, softly changing cells. */
const measureShadow = ({ grey, chroma, columns, rows }: Cells, border: readonly number[]): number => {
  const seen = new Uint8Array(grey.length)
  const open = border.filter((cell) => (grey[cell] ?? 0) >= whiteFrom && (chroma[cell] ?? 0) <= neutralChroma)
  for (const cell of open) seen[cell] = 1
  let [ground, shadow] = [0, 0]
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const own = grey[cell] ?? 0
    ground += 1
    if (own < shadowBelow) shadow += 1
    const column = cell % columns
    const row = (cell - column) / columns
    for (const [next, isInside] of [
      [cell - 1, column > 0],
      [cell + 1, column < columns - 1],
      [cell - columns, row > 0],
      [cell + columns, row < rows - 1],
    ] as const) {
      const other = grey[next] ?? -1
      if (!isInside || seen[next] === 1 || other < darkestShadow) continue
      if ((chroma[next] ?? 255) > neutralChroma || Math.abs(other - own) > softStep) continue
      seen[next] = 1
      open.push(next)
    }
  }
  return ground === 0 ? 0 : shadow / ground
}

/** Looks at a decoded picture (RGBA). */
export const lookAtGround = (data: Uint8Array, width: number, height: number): Ground => {
  const cells = sample(data, width, height)
  const border = walkAround(cells)
  const visible = border.filter((cell) => (cells.grey[cell] ?? -1) >= 0)
  const greys = visible.map((cell) => cells.grey[cell] ?? 0)
  const sorted = greys.toSorted((a, b) => a - b)
  const steps = greys.slice(1).map((value, index) => Math.abs(value - (greys[index] ?? 0)))
  const chromas = visible.map((cell) => cells.chroma[cell] ?? 0)
  const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length)
  return {
    neutral: chromas.filter((chroma) => chroma <= neutralChroma).length / border.length,
    dark: sorted[Math.floor(sorted.length * 0.05)] ?? 0,
    light: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    step: mean(steps),
    chroma: mean(chromas),
    shadow: measureShadow(cells, border),
  }
}
