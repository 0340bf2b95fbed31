/** Chromaticities x and y of red, green, blue and white. */
type Primaries = readonly [
  red: readonly [number, number],
  green: readonly [number, number],
  blue: readonly [number, number],
  white: readonly [number, number],
]

/** White of sRGB and Adobe RGB. */
const d65 = [0.3127, 0.329] as const

/** ITU-T H.273, table 2. */
const primariesOf: Readonly<Record<number, Primaries>> = {
  1: [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], d65],
  5: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], d65],
  6: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], d65],
  7: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], d65],
  9: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], d65],
  11: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
    [0.314, 0.351],
  ],
  12: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], d65],
  22: [[0.63, 0.34], [0.295, 0.605], [0.155, 0.077], d65],
}
const bt709 = 1

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

const times = ([a, b, c]: Matrix, [x, y, z]: Vector): Vector => {
  const dot = ([p, q, r]: Vector): number => p * x + q * y + r * z
  return [dot(a), dot(b), dot(c)]
}
const transpose = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => [
  [a, d, g],
  [b, e, h],
  [c, f, i],
]
const product = (left: Matrix, right: Matrix): Matrix => {
  const [a, b, c] = transpose(right)
  return transpose([times(left, a), times(left, b), times(left, c)])
}
const inverse = ([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix => {
  const by = 1 / (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g))
  return [
    [(e * i - f * h) * by, (c * h - b * i) * by, (b * f - c * e) * by],
    [(f * g - d * i) * by, (a * i - c * g) * by, (c * d - a * f) * by],
    [(d * h - e * g) * by, (b * g - a * h) * by, (a * e - b * d) * by],
  ]
}
const diagonal = ([x, y, z]: Vector): Matrix => [
  [x, 0, 0],
  [0, y, 0],
  [0, 0, z],
]

const toXyz = ([x, y]: readonly [number, number]): Vector => [x / y, 1, (1 - x - y) / y]

/** The white of a profile’s connection space (ICC.1:2022, section 7.2.16). */
const d50: Vector = [0.9642, 1, 0.8249]
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** From colors under one white to those under D50 (ICC.1:2022, annex E). */
const adapt = (white: Vector): Matrix => {
  const [from, to] = [times(bradford, white), times(bradford, d50)]
  return product(inverse(bradford), product(diagonal([to[0] / from[0], to[1] / from[1], to[2] / from[2]]), bradford))
}

/** Colorants in columns, under D50, and how they came there. */
const toColorants = ([red, green, blue, white]: Primaries): { readonly colorants: Matrix; readonly adaptation: Matrix } => {
  const columns = transpose([toXyz(red), toXyz(green), toXyz(blue)])
  const whole = product(columns, diagonal(times(inverse(columns), toXyz(white))))
  const adaptation = adapt(toXyz(white))
  return { colorants: product(adaptation, whole), adaptation }
}

/** Numbers of ICC profiles: s15Fixed16Number. */
const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index)
  return bytes
}
const typed = (type: string, ...content: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...content])
const uint16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}
const uint32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

const srgbCurve = typed('para', uint16(3, 0), fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))
const gamma = (value: number): Buffer => typed('para', uint16(0, 0), fixed([value]))

/** White of a page beside pictures of high dynamic range, in candela per square meter (ITU-R BT.2408). */
const referenceWhite = 203
/** Up to here nothing is changed; what is brighter is fitted in above. */
const shoulder = 0.75

/** Light beyond white, fitted below it; 1 is white. */
const dim = (light: number): number => {
  if (light <= shoulder) return light
  const over = (light - shoulder) / (1 - shoulder)
  return shoulder + (1 - shoulder) * (over / (1 + over))
}

/** SMPTE ST 2084: light of a value, in candela per square meter. */
const pq = (value: number): number => {
  const root = value ** (1 / 78.84375)
  return 10_000 * (Math.max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
}
/** ARIB STD-B67 on a screen of 1,000 candela per square meter. */
const hlg = (value: number): number =>
  1_000 * (value <= 0.5 ? (value * value) / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12) ** 1.2

const sampled = (light: (value: number) => number): Buffer => {
  const points = 4096
  const values = Array.from({ length: points }, (_, at) => Math.round(65_535 * Math.min(1, dim(light(at / (points - 1)) / referenceWhite))))
  return typed('curv', uint32(points), uint16(...values))
}

/** ITU-T H.273, table 3. Others are shown like sRGB, BT.709’s too, as browsers do. */
const curveOf = (transfer: number): Buffer | undefined => {
  switch (transfer) {
    case 4:
      return gamma(2.2)
    case 5:
      return gamma(2.8)
    case 8:
      return gamma(1)
    case 16:
      return sampled(pq)
    case 18:
      return sampled(hlg)
    default:
      return undefined
  }
}

/** `multiLocalizedUnicodeType` with one text. */
const text = (words: string): Buffer =>
  typed('mluc', uint32(1, 12), Buffer.from('enUS', 'latin1'), uint32(2 * words.length, 28), Buffer.from(words, 'utf16le').swap16())

const toProfile = (tags: readonly (readonly [name: string, content: Buffer])[]): Uint8Array => {
  const begin = 128 + 4 + 12 * tags.length
  const places = new Map<Buffer, number>()
  const parts: Buffer[] = []
  let end = begin
  for (const [, content] of tags) {
    if (places.has(content)) continue
    places.set(content, end)
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)])
    parts.push(padded)
    end += padded.length
  }
  const header = Buffer.alloc(128)
  header.writeUInt32BE(end, 0)
  header.writeUInt32BE(0x0430_0000, 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  // Any date does, as long as it is always the same.
  uint16(2020, 1, 1, 0, 0, 0).copy(header, 24)
  header.write('acsp', 36, 'latin1')
  fixed(d50).copy(header, 68)
  const table = tags.map(([name, content]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), uint32(places.get(content) ?? 0, content.length)]),
  )
  return Buffer.concat([header, uint32(tags.length), ...table, ...parts])
}

/** Usual names of what H.273 numbers. */
const primariesNames: Readonly<Record<number, string>> = { 1: 'BT.709', 9: 'BT.2020', 11: 'DCI-P3', 12: 'Display P3' }
const transferNames: Readonly<Record<number, string>> = { 16: 'PQ', 18: 'HLG' }

const nameOf = (primaries: number, transfer: number): string =>
  [primariesNames[primaries] ?? 'video colors', transferNames[transfer]].filter((one) => one !== undefined).join(' ')

const describeColors = (name: string, primaries: Primaries, shape: Buffer): Uint8Array => {
  const { colorants, adaptation } = toColorants(primaries)
  const [red, green, blue] = transpose(colorants).map((column) => typed('XYZ ', fixed(column))) as [Buffer, Buffer, Buffer]
  return toProfile([
    ['desc', text(name)],
    ['cprt', text('Public domain')],
    ['wtpt', typed('XYZ ', fixed(d50))],
    ['rXYZ', red],
    ['gXYZ', green],
    ['bXYZ', blue],
    ['rTRC', shape],
    ['gTRC', shape],
    ['bTRC', shape],
    ['chad', typed('sf32', fixed(adaptation.flat()))],
  ])
}

/**
 * An ICC profile (ICC.1:2022) of what `nclx` says with ITU-T H.273's numbers of color primaries and transfer characteristics; `undefined`: its
 * colors are sRGB's, or unknown, which is taken for it. What is brighter than white is fitted in.
 */
export const profileOfNclx = (primaries: number, transfer: number): Uint8Array | undefined => {
  const known = primariesOf[primaries]
  const curve = curveOf(transfer)
  if (!curve && (!known || primaries === bt709)) return undefined
  return describeColors(nameOf(primaries, transfer), known ?? (primariesOf[bt709] as Primaries), curve ?? srgbCurve)
}

/** Adobe RGB (1998), section 4.3. */
export const adobeRgbProfile = (): Uint8Array =>
  describeColors('Adobe RGB (1998)', [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06], d65], gamma(563 / 256))
