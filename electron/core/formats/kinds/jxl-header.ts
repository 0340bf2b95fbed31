// The beginning of a JPEG XL codestream (ISO/IEC 18181-1, annex D), as far as the colors that it is in.

/** Bits of a codestream, from the lowest of each byte on, behind the two bytes that it begins with. */
const openBits = (codestream: Uint8Array) => {
  let at = 16
  const bits = (count: number): number => {
    let value = 0
    for (let index = 0; index < count; index++, at++) value += (((codestream[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** index
    return value
  }
  return { bits, isBeyond: () => at > codestream.length * 8 }
}
type Bits = ReturnType<typeof openBits>['bits']

/** A number in one of four forms (section B.2.2): `[least, bits]`. */
type Forms = readonly [Form, Form, Form, Form]
type Form = readonly [least: number, count: number]
const readOneOf = (bits: Bits, forms: Forms): number => {
  const [least, count] = forms[bits(2) as 0 | 1 | 2 | 3]
  return least + bits(count)
}
const readFlag = (bits: Bits): boolean => bits(1) === 1
const enumForms: Forms = [
  [0, 0],
  [1, 0],
  [2, 4],
  [18, 6],
]

/** Of width to height, by number; 0: the width is stated. */
const ratios: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
]

type Sides = readonly [width: number, height: number]

const readSides = (bits: Bits, eighths: () => number, pixels: () => number): Sides => {
  const side = readFlag(bits) ? () => eighths() * 8 : pixels
  const height = side()
  const [across, down] = ratios[bits(3)] ?? [0, 0]
  return [across === 0 ? side() : Math.floor((height * across) / down), height]
}

/** The bundle `SizeHeader` (section D.2). */
const readSize = (bits: Bits): Sides =>
  readSides(
    bits,
    () => bits(5) + 1,
    () =>
      readOneOf(bits, [
        [1, 9],
        [1, 13],
        [1, 18],
        [1, 30],
      ]),
  )

/** `PreviewHeader` */
const skipPreview = (bits: Bits): void => {
  readSides(
    bits,
    () =>
      readOneOf(bits, [
        [16, 0],
        [32, 0],
        [1, 5],
        [33, 9],
      ]),
    () =>
      readOneOf(bits, [
        [1, 6],
        [65, 8],
        [321, 10],
        [1345, 12],
      ]),
  )
}

/** `AnimationHeader` */
const skipAnimation = (bits: Bits): void => {
  bits([0, 0, 10, 30][bits(2)] ?? 0)
  bits([0, 0, 8, 10][bits(2)] ?? 0)
  bits([0, 3, 16, 32][bits(2)] ?? 0)
  bits(1)
}

type Depth = { readonly bits: number; readonly isFloat: boolean }

/** `BitDepth` */
const readDepth = (bits: Bits): Depth => {
  if (!readFlag(bits)) {
    return {
      bits: readOneOf(bits, [
        [8, 0],
        [10, 0],
        [12, 0],
        [1, 6],
      ]),
      isFloat: false,
    }
  }
  const depth = readOneOf(bits, [
    [32, 0],
    [16, 0],
    [24, 0],
    [1, 6],
  ])
  bits(4)
  return { bits: depth, isFloat: true }
}

/** Kinds of `ExtraChannelInfo`. */
const channelKinds = { alpha: 0, spot: 2, black: 4, filter: 5 }

/** `isMultiplied`: colors were multiplied with the opacity. */
type Channel = { readonly kind: number; readonly isMultiplied: boolean }

const readChannel = (bits: Bits): Channel => {
  if (readFlag(bits)) return { kind: channelKinds.alpha, isMultiplied: false }
  const kind = readOneOf(bits, enumForms)
  readDepth(bits)
  readOneOf(bits, [
    [0, 0],
    [3, 0],
    [4, 0],
    [1, 3],
  ])
  const name = readOneOf(bits, [
    [0, 0],
    [0, 4],
    [16, 5],
    [48, 10],
  ])
  for (let left = name; left > 0; left--) bits(8)
  const isMultiplied = kind === channelKinds.alpha && readFlag(bits)
  if (kind === channelKinds.spot) bits(64)
  if (kind === channelKinds.filter) {
    readOneOf(bits, [
      [1, 0],
      [0, 2],
      [3, 4],
      [19, 8],
    ])
  }
  return { kind, isMultiplied }
}

/** Numbers of ITU-T H.273, tables 2 and 3. */
export type JxlColors = { readonly primaries: number; readonly transfer: number }
const srgb: JxlColors = { primaries: 1, transfer: 13 }

const [rgbSpace, graySpace] = [0, 1]
const daylight = 1
const customPrimaries = 2

/** x and y of red, green and blue, in millionths, of primaries that have a number. */
const knownPrimaries: readonly (readonly [number: number, values: readonly number[]])[] = [
  [1, [640_000, 330_000, 300_000, 600_000, 150_000, 60_000]],
  [9, [708_000, 292_000, 170_000, 797_000, 131_000, 46_000]],
  [11, [680_000, 320_000, 265_000, 690_000, 150_000, 60_000]],
]
/** Profiles round them, and an encoder reads them from a profile: nobody sees such a difference. */
const nearlyTheSame = 2_000

/** `Customxy`, one of its two numbers: even ones are not negative. */
const readMillionths = (bits: Bits): number => {
  const packed = readOneOf(bits, [
    [0, 19],
    [524_288, 19],
    [1_048_576, 20],
    [2_097_152, 21],
  ])
  return packed % 2 === 0 ? packed / 2 : -(packed + 1) / 2
}

/** The number of primaries, also where they are stated; `customPrimaries`: none has these. */
const readPrimaries = (bits: Bits): number => {
  const stated = readOneOf(bits, enumForms)
  if (stated !== customPrimaries) return stated
  const values = Array.from({ length: 6 }, () => readMillionths(bits))
  const found = knownPrimaries.find(([, known]) => known.every((one, index) => Math.abs(one - (values[index] ?? 0)) <= nearlyTheSame))
  return found?.[0] ?? customPrimaries
}

/** `ColourEncoding`, if it has usual numbers: an ICC profile, and colors in numbers of their own, are not read. */
const readColors = (bits: Bits): JxlColors | undefined => {
  if (readFlag(bits)) return srgb
  const isProfile = readFlag(bits)
  const space = readOneOf(bits, enumForms)
  if (isProfile || (space !== rgbSpace && space !== graySpace)) return undefined
  if (readOneOf(bits, enumForms) !== daylight) return undefined
  const primaries = space === graySpace ? srgb.primaries : readPrimaries(bits)
  if (primaries === customPrimaries || readFlag(bits)) return undefined
  return { primaries, transfer: readOneOf(bits, enumForms) }
}

export type JxlHeader = {
  readonly width: number
  readonly height: number
  readonly depth: Depth
  readonly isAnimation: boolean
  readonly hasAlpha: boolean
  readonly isAlphaMultiplied: boolean
  /** One of the channels is black ink. */
  readonly isInk: boolean
  /** Undefined: an ICC profile, or something unusual. */
  readonly colors?: JxlColors
}

/** More channels than this have no place in a picture. */
const mostChannels = 64

type Metadata = Omit<JxlHeader, 'width' | 'height'>

/** Undefined: too many. */
const readChannels = (bits: Bits): readonly Channel[] | undefined => {
  const count = readOneOf(bits, [
    [0, 0],
    [1, 0],
    [2, 4],
    [1, 12],
  ])
  return count > mostChannels ? undefined : Array.from({ length: count }, () => readChannel(bits))
}

/** The bundle `ImageMetadata` (section D.3). */
const readMetadata = (bits: Bits): Metadata => {
  const plain = { hasAlpha: false, isAlphaMultiplied: false, isInk: false }
  if (readFlag(bits)) return { depth: { bits: 8, isFloat: false }, isAnimation: false, ...plain, colors: srgb }
  let isAnimation = false
  if (readFlag(bits)) {
    bits(3)
    if (readFlag(bits)) readSize(bits)
    if (readFlag(bits)) skipPreview(bits)
    isAnimation = readFlag(bits)
    if (isAnimation) skipAnimation(bits)
  }
  const depth = readDepth(bits)
  bits(1)
  const channels = readChannels(bits)
  if (!channels) return { depth, isAnimation, ...plain }
  bits(1)
  const colors = readColors(bits)
  const alpha = channels.find(({ kind }) => kind === channelKinds.alpha)
  return {
    depth,
    isAnimation,
    hasAlpha: alpha !== undefined,
    isAlphaMultiplied: alpha?.isMultiplied === true,
    isInk: channels.some(({ kind }) => kind === channelKinds.black),
    ...(colors ? { colors } : {}),
  }
}

const [sameAsSrgb, linear, pq, hlg] = [13, 8, 16, 18]
const namedPrimaries: readonly number[] = [1, 9, 11]

/** Its values can be used as they are stored, with a profile of our own: whole numbers of colors that have a name, with straight opacity. */
export const hasUsualColors = ({ colors, depth, isAlphaMultiplied, isInk }: JxlHeader): boolean =>
  colors !== undefined &&
  namedPrimaries.includes(colors.primaries) &&
  [sameAsSrgb, linear, pq, hlg].includes(colors.transfer) &&
  !depth.isFloat &&
  depth.bits <= 16 &&
  !isAlphaMultiplied &&
  !isInk

/** The size alone. Undefined: the codestream ends before. */
export const readJxlSize = (codestream: Uint8Array): Sides | undefined => {
  const { bits, isBeyond } = openBits(codestream)
  const sides = readSize(bits)
  return isBeyond() ? undefined : sides
}

/** Undefined: the codestream ends before its colors. */
export const readJxlCodestream = (codestream: Uint8Array): JxlHeader | undefined => {
  const { bits, isBeyond } = openBits(codestream)
  const [width, height] = readSize(bits)
  const metadata = readMetadata(bits)
  return isBeyond() ? undefined : { width, height, ...metadata }
}
