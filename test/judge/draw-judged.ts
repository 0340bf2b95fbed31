import sharp from 'sharp'
import { drawPrint, type Print } from './draw-print.ts'

/** What a drawn picture shows: the truth that measurements are judged by. */
export type DrawnTruth = {
  readonly ground: 'white' | 'nearly white' | 'colored' | 'gradient' | 'transparent'
  /** Of a plain ground. */
  readonly color: readonly [number, number, number] | null
  readonly width: number
  readonly height: number
  /** Of what stands on the ground, edges blurred or not. */
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly isBlurred: boolean
  readonly words: readonly string[]
}
export type DrawnPicture = { readonly name: string; readonly truth: DrawnTruth; readonly bytes: Buffer; readonly format: 'jpeg' | 'png' }

export type Random = () => number
export type Color = readonly [number, number, number]

/** The same numbers for the same seed (mulberry32). */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const between = (random: Random, from: number, to: number): number => from + random() * (to - from)
export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
/** About normal, of variance 1. */
const noiseOf = (random: Random): number => (random() + random() + random() + random() - 2) * Math.sqrt(3)

/** Whether a place of the unit square is inside; each shape touches all four sides. */
const shapes: readonly ((u: number, v: number) => boolean)[] = [
  (u, v) => (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25,
  () => true,
  (u, v) => v >= 0.3 || Math.abs(u - 0.5) <= 0.16 + 0.34 * Math.max(0, (v - 0.2) / 0.1) * (v > 0.2 ? 1 : 0),
  (u, v) => Math.abs(u - 0.5) <= 0.5 * (0.25 + 0.75 * v),
  (u, v) => (v <= 0.3 ? true : Math.abs(u - 0.5) <= 0.3) && (v >= 0.05 || Math.abs(u - 0.5) >= 0.1),
  (u, v) => {
    const [x, y] = [Math.max(0, Math.abs(u - 0.5) - 0.35) / 0.15, Math.max(0, Math.abs(v - 0.5) - 0.35) / 0.15]
    return x * x + y * y <= 1
  },
]

const things: readonly Color[] = [
  [192, 24, 24],
  [31, 111, 58],
  [30, 58, 138],
  [34, 34, 34],
  [176, 96, 20],
  [110, 70, 34],
  [96, 96, 104],
  [120, 30, 110],
  [20, 110, 120],
]
const grounds: readonly Color[] = [
  [240, 150, 60],
  [120, 180, 220],
  [200, 200, 200],
  [235, 215, 190],
  [70, 120, 90],
  [222, 184, 200],
  [40, 44, 52],
]
const texts: readonly (readonly string[])[] = [
  ['SALE'],
  ['NEW', 'SEASON'],
  ['ORGANIC', 'COFFEE'],
  ['GREEN', 'TEA', '100 g'],
  ['Limited', 'Edition'],
  ['HAND', 'MADE'],
  ['WATER', 'PROOF'],
  ['FREE', 'SHIPPING'],
]

const apart = (a: Color, b: Color): number => Math.max(...a.map((value, channel) => Math.abs(value - (b[channel] ?? 0))))

export type Plan = DrawnTruth & {
  readonly print: Print | null
  readonly seed: number
  readonly shape: number
  readonly thing: Color
  readonly pattern: number
  readonly hasShadow: boolean
  readonly noise: number
  readonly quality: number | null
  readonly isTurned: boolean
}

/** Well seen on a thing of this color. */
export const inkOn = (thing: Color): Color => (thing[0] + thing[1] + thing[2] > 330 ? [20, 20, 20] : [245, 245, 245])

/** Large, in the middle of the thing. */
const printOnThing = (lines: readonly string[], box: DrawnTruth['box'], ink: Color): Print => {
  const longest = Math.max(...lines.map(({ length }) => length))
  const size = Math.min((box.height * 0.4) / lines.length, (box.width * 0.5) / (longest * 0.62))
  const [x, y] = [box.left + box.width / 2, box.top + box.height * 0.62 - size * 0.35]
  return { ...{ lines, size, x, y, ink }, font: 'DejaVu Sans', angle: 0, isOver: false, badge: null, opacity: 1 }
}

const kinds = ['white', 'white', 'nearly white', 'nearly white', 'colored', 'colored', 'gradient', 'transparent'] as const

export const planOne = (index: number, random: Random): Plan => {
  const ground = kinds[index % kinds.length] ?? 'white'
  const long = Math.round(between(random, 600, 1100))
  const ratio = pick(random, [1, 1, 4 / 5, 5 / 4, 3 / 4, 4 / 3, 2 / 3])
  const [width, height] = ratio >= 1 ? [long, Math.round(long / ratio)] : [Math.round(long * ratio), long]
  // Clear of 85 %, which requirements draw the line at.
  const share = random() < 0.5 ? between(random, 0.35, 0.81) : between(random, 0.89, 0.96)
  const narrow = between(random, 0.45, 1)
  const isWide = random() < 0.5
  const [across, down] = isWide ? [share, Math.min(share, share * narrow)] : [Math.min(share, share * narrow), share]
  const [w, h] = [Math.round(across * width), Math.round(down * height)]
  const [left, top] = [Math.round((width - w) * between(random, 0.35, 0.65)), Math.round((height - h) * between(random, 0.35, 0.65))]
  const thing = pick(random, things)
  const base = Math.round(between(random, 241, 251))
  const tint = () => base - Math.round(between(random, 0, 4))
  const color: Color | null =
    ground === 'white'
      ? [255, 255, 255]
      : ground === 'nearly white'
        ? [tint(), tint(), tint()]
        : ground === 'colored'
          ? pick(
              random,
              grounds.filter((one) => apart(one, thing) >= 70),
            )
          : null
  const isBlurred = index % 5 === 3
  const hasText = !isBlurred && random() < 0.5 && w > 250 && h > 200
  const seed = Math.floor(random() * 2 ** 31)
  const box = { left, top, width: w, height: h }
  const words = hasText ? pick(random, texts) : []
  return {
    ...{ ground, color, width, height, box, isBlurred, thing, seed, words },
    print: words.length > 0 ? printOnThing(words, box, inkOn(thing)) : null,
    shape: Math.floor(random() * shapes.length),
    pattern: Math.floor(random() * 3),
    hasShadow: ground !== 'transparent' && ground !== 'gradient' && share < 0.8 && random() < 0.4,
    noise: ground === 'transparent' ? 0 : between(random, 0, 2),
    quality: ground === 'transparent' || random() < 0.3 ? null : Math.round(between(random, 80, 95)),
    isTurned: random() < 0.15,
  }
}

/** Blurs one channel along rows, then columns: three times a mean of neighbours is about a Gaussian. */
const blurPlane = (plane: Float32Array, width: number, height: number, sigma: number): void => {
  const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  const line = new Float32Array(Math.max(width, height))
  const mean = (start: number, step: number, length: number): void => {
    const at = (index: number): number => plane[start + Math.min(length - 1, Math.max(0, index)) * step] ?? 0
    let sum = 0
    for (let index = -radius; index <= radius; index++) sum += at(index)
    for (let index = 0; index < length; index++) {
      line[index] = sum / (2 * radius + 1)
      sum += at(index + radius + 1) - at(index - radius)
    }
    for (let index = 0; index < length; index++) plane[start + index * step] = line[index] ?? 0
  }
  for (let pass = 0; pass < 3; pass++) {
    for (let y = 0; y < height; y++) mean(y * width, 1, width)
    for (let x = 0; x < width; x++) mean(x, width, height)
  }
}

/** Share of a pixel that the thing covers, of 16 places in it. */
const coverOf = (plan: Plan, x: number, y: number): number => {
  const { box, shape } = plan
  if (x < box.left - 1 || y < box.top - 1 || x > box.left + box.width || y > box.top + box.height) return 0
  const inside = shapes[shape] ?? (() => true)
  const isIn = (column: number, row: number): boolean => {
    const [u, v] = [(x + column - box.left) / box.width, (y + row - box.top) / box.height]
    return u >= 0 && u <= 1 && v >= 0 && v <= 1 && inside(u, v)
  }
  const corners = [isIn(0, 0), isIn(1, 0), isIn(0, 1), isIn(1, 1)].filter(Boolean).length
  if (corners === 4) return 1
  let hits = 0
  for (let row = 0; row < 4; row++) for (let column = 0; column < 4; column++) if (isIn((column + 0.5) / 4, (row + 0.5) / 4)) hits++
  return hits / 16
}

const groundAt = ({ ground, color, seed, width, height }: Plan, x: number, y: number): Color => {
  if (ground !== 'gradient') return color ?? [0, 0, 0]
  const range = 28 + (seed % 60)
  const along = seed % 3 === 0 ? x / width : seed % 3 === 1 ? y / height : Math.hypot(x / width - 0.5, y / height - 0.5) / 0.71
  const value = 252 - range * along
  return [value, value - (seed % 4), value - (seed % 7)]
}

/** What is on the thing, at a place of its box’s unit square: three for every judge, and more without words that may look like some. */
export const patterns: readonly ((u: number, v: number) => boolean)[] = [
  (_, v) => v > 0.28 && v < 0.34,
  (u, v) => Math.floor(u * 9) % 3 === 1 && v < 0.3,
  (u, v) => Math.hypot(u - 0.5, v - 0.2) < 0.07,
  (u) => Math.floor(u * 40) % 2 === 0,
  (u, v) => (Math.floor(u * 14) + Math.floor(v * 14)) % 2 === 0,
  (u, v) => Math.hypot(((u * 12) % 1) - 0.5, ((v * 12) % 1) - 0.5) < 0.25,
  // Stitches along seams.
  (u, v) => [0.15, 0.5, 0.85].some((seam) => Math.abs(v - seam) < 0.008) && (u * 30) % 1 < 0.6,
  // A zip.
  (u, v) => Math.abs(u - 0.5) < 0.03 && (v * 45) % 1 < 0.5,
  (u, v) => Math.floor(u * 10 + 0.4 * Math.sin(v * 20)) % 2 === 0,
  // Buttons.
  (u, v) => [0.2, 0.4, 0.6, 0.8].some((at) => Math.hypot(u - 0.5, v - at) < 0.025),
]

const surfaceAt = ({ box, thing, pattern }: Plan, x: number, y: number): Color => {
  const [u, v] = [(x - box.left) / box.width, (y - box.top) / box.height]
  const light = 0.85 + 0.2 * Math.cos((u - 0.35) * 2.4)
  const isMarked = (patterns[pattern] ?? (() => false))(u, v)
  return thing.map((value) => (isMarked ? value * 0.55 : value) * light) as unknown as Color
}

export const drawPlan = async (plan: Plan): Promise<Buffer> => {
  const { width, height, box, ground, hasShadow, noise, isBlurred, print } = plan
  const random = createRandom(plan.seed)
  const layer = print && (await drawPrint(print, width, height))
  const planes = [0, 1, 2, 3].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array, Float32Array]
  const shadow = { x: box.left + box.width * 0.5, y: box.top + box.height * 0.985, a: box.width * 0.42, b: box.height * 0.05 + 6 }
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const cover = coverOf(plan, x, y)
      const below = groundAt(plan, x, y)
      const away = Math.hypot((x - shadow.x) / shadow.a, (y - shadow.y) / shadow.b)
      const shade = hasShadow ? 1 - 0.3 * Math.exp(-away * away * 1.2) : 1
      const surface = cover > 0 ? surfaceAt(plan, x, y) : below
      const printed = layer ? ((layer[at * 4 + 3] ?? 0) / 255) * (print?.isOver ? 1 : cover) : 0
      for (const channel of [0, 1, 2] as const) {
        const plain = ground === 'transparent' ? surface[channel] : below[channel] * shade * (1 - cover) + surface[channel] * cover
        planes[channel][at] = plain * (1 - printed) + (layer?.[at * 4 + channel] ?? 0) * printed
      }
      planes[3][at] = ground === 'transparent' ? Math.max(cover, printed) * 255 : 255
    }
  const sigma = isBlurred ? (Math.max(width, height) / 1024) * between(random, 4.5, 8) : 0
  if (sigma > 0) for (const plane of planes) blurPlane(plane, width, height, sigma)
  const channels = ground === 'transparent' ? 4 : 3
  const pixels = Buffer.alloc(width * height * channels)
  // A camera that shows the ground as pure white is exposed a little beyond it.
  const beyond = ground === 'white' ? 6 : 0
  for (let at = 0; at < width * height; at++)
    for (let channel = 0; channel < channels; channel++) {
      const value = planes[channel as 0 | 1 | 2 | 3][at] ?? 0
      const lifted = channel < 3 ? value + (value > 200 ? beyond : 0) + noiseOf(random) * noise : value
      pixels[at * channels + channel] = Math.max(0, Math.min(255, Math.round(lifted)))
    }
  const whole = sharp(pixels, { raw: { width, height, channels } })
  const turned = plan.isTurned && plan.quality !== null ? whole.rotate(270).withMetadata({ orientation: 6 }) : whole
  return plan.quality === null ? whole.png({ compressionLevel: 3 }).toBuffer() : turned.jpeg({ quality: plan.quality }).toBuffer()
}

/** So many pictures with known truth, the same for the same seed. */
export const drawJudged = async function* (count: number, seed: number): AsyncGenerator<DrawnPicture> {
  const random = createRandom(seed)
  for (let index = 0; index < count; index++) {
    const plan = planOne(index, random)
    yield { name: `${index} ${plan.ground}`, truth: plan, bytes: await drawPlan(plan), format: plan.quality === null ? 'png' : 'jpeg' }
  }
}
