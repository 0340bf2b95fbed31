/** One value for each pixel, row by row. */
export type Plane = { readonly data: Float32Array; readonly width: number; readonly height: number }

const kernelOf = (sigma: number): Float32Array => {
  const radius = Math.max(1, Math.ceil(2.5 * sigma))
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, at) => Math.exp(-((at - radius) ** 2) / (2 * sigma * sigma)))
  const sum = kernel.reduce((total, value) => total + value, 0)
  return kernel.map((value) => value / sum)
}

/** One row or column; what is outside of the picture is like its border. */
const blurLine = (line: Float32Array, length: number, kernel: Float32Array, out: Float32Array): void => {
  const radius = (kernel.length - 1) / 2
  const first = line[0] as number
  const last = line[length - 1] as number
  for (let at = 0; at < length; at++) {
    let sum = 0
    if (at >= radius && at + radius < length) {
      const from = at - radius
      for (let tap = 0; tap < kernel.length; tap++) sum += (kernel[tap] as number) * (line[from + tap] as number)
    } else
      for (let tap = 0; tap < kernel.length; tap++) {
        const place = at + tap - radius
        sum += (kernel[tap] as number) * (place < 0 ? first : place >= length ? last : (line[place] as number))
      }
    out[at] = sum
  }
}

/** Gaussian blur by `sigma` pixels. */
export const blur = ({ data, width, height }: Plane, sigma: number): Plane => {
  const kernel = kernelOf(sigma)
  const across = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    blurLine(data.subarray(y * width, (y + 1) * width), width, kernel, across.subarray(y * width, (y + 1) * width))
  const result = new Float32Array(data.length)
  const radius = (kernel.length - 1) / 2
  // Row by row: a walk along columns misses the processor's cache.
  for (let y = 0; y < height; y++) {
    const row = result.subarray(y * width, (y + 1) * width)
    for (let tap = 0; tap < kernel.length; tap++) {
      const from = Math.min(height - 1, Math.max(0, y + tap - radius)) * width
      const weight = kernel[tap] as number
      for (let x = 0; x < width; x++) row[x] = (row[x] as number) + weight * (across[from + x] as number)
    }
  }
  return { data: result, width, height }
}

/** Every second pixel of every second row. */
export const halve = ({ data, width, height }: Plane): Plane => {
  const across = width >> 1
  const down = height >> 1
  const half = new Float32Array(across * down)
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) half[y * across + x] = data[2 * y * width + 2 * x] as number
  return { data: half, width: across, height: down }
}

/** The value at a place between pixels; outside of the picture, that of its border. */
export const sample = ({ data, width, height }: Plane, x: number, y: number): number => {
  const left = Math.min(width - 1, Math.max(0, x))
  const top = Math.min(height - 1, Math.max(0, y))
  const column = Math.min(width - 2, Math.floor(left))
  const row = Math.min(height - 2, Math.floor(top))
  const right = left - column
  const below = top - row
  const at = row * width + column
  const upper = (data[at] as number) * (1 - right) + (data[at + 1] as number) * right
  const lower = (data[at + width] as number) * (1 - right) + (data[at + width + 1] as number) * right
  return upper * (1 - below) + lower * below
}
