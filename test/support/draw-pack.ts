import { toBuffer } from '@bwip-js/node'
import sharp from 'sharp'
import type { CodeFormat } from '../../shared/pictures/picture-codes.ts'

/** How a pack was photographed. Lengths are in pixels of the photo. */
export type Shot = {
  readonly seed: number
  /** Width of the barcode's narrowest bar, or of a QR code's module, where nothing is tilted. */
  readonly moduleWidth: number
  /** In the plane of the picture, degrees. */
  readonly turn: number
  /** How far the pack leans back, about its width and its height; degrees. */
  readonly tilt: readonly [number, number]
  /** Standard deviation of the blur. */
  readonly blur: number
  /** How white the reflection beside and over the barcode is, 0 to 1. */
  readonly glare: number
  /** Standard deviation of the sensor's noise, of 255. */
  readonly noise: number
}

export type PrintedCode = { readonly format: CodeFormat; readonly text: string }

export const plainShot: Shot = { seed: 1, moduleWidth: 3, turn: 0, tilt: [0, 0], blur: 0, glare: 0, noise: 0 }

const symbologies: Readonly<Record<CodeFormat, string>> = {
  'ean-13': 'ean13',
  'ean-8': 'ean8',
  'upc-a': 'upca',
  'code-128': 'code128',
  qr: 'qrcode',
}

/** Always the same numbers from 0 to 1 for the same seed (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Pixels of a module as it is printed on the flat pack. */
const printed = 6

/** The barcode with its quiet zone (at least 10 modules, ISO/IEC 15420), black on white. */
const drawCode = async ({ format, text }: PrintedCode): Promise<Buffer> => {
  const isSquare = format === 'qr'
  return toBuffer({
    bcid: symbologies[format],
    text,
    // A module of a matrix is drawn two units wide, one of a linear code one.
    ...(isSquare ? { scale: printed / 2 } : { scale: printed, height: 18, includetext: true, textxalign: 'center' as const }),
    paddingwidth: isSquare ? 8 : 10,
    paddingheight: isSquare ? 8 : 4,
    backgroundcolor: 'ffffff',
  })
}

const colors = ['#c8442e', '#2b6f8f', '#e9b949', '#5d7f3a', '#7c4a8c', '#3c3c44', '#d98ba3', '#f2efe6']

/** The flat pack: a colored box with a name, some text, a picture of sorts and the barcode. */
const drawPack = async (
  code: PrintedCode,
  random: () => number,
): Promise<{ data: Buffer; width: number; height: number; scale: number }> => {
  const symbol = await drawCode(code)
  const { width: codeWidth = 0, height: codeHeight = 0 } = await sharp(symbol).metadata()
  const width = Math.round(codeWidth * (1.25 + random() * 0.5))
  const height = Math.round(Math.max(codeHeight * 2.4, width * (0.7 + random() * 0.5)))
  const pick = (): string => colors[Math.floor(random() * colors.length)] ?? '#888888'
  const lines = Array.from({ length: 6 }, (_, at) => {
    const y = height * (0.3 + at * 0.04)
    return `<rect x="${width * 0.08}" y="${y}" width="${width * (0.3 + random() * 0.5)}" height="${height * 0.015}" fill="#222" opacity="0.7"/>`
  })
  const art = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${pick()}"/>
    <circle cx="${width * random()}" cy="${height * 0.2 * random()}" r="${width * 0.25}" fill="${pick()}" opacity="0.8"/>
    <rect x="${width * 0.08}" y="${height * 0.08}" width="${width * 0.6}" height="${height * 0.12}" fill="#fff" opacity="0.85"/>
    ${lines.join('')}</svg>`)
  const left = Math.round((width - codeWidth) * (0.2 + random() * 0.6))
  const top = Math.round(height - codeHeight - (height * 0.4 - codeHeight) * random() * 0.5 - height * 0.03)
  const data = await sharp(art)
    .composite([{ input: symbol, left, top: Math.min(height - codeHeight, Math.max(0, top)) }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { data, width, height, scale: printed }
}

type Camera = { readonly toPack: (x: number, y: number) => readonly [number, number]; readonly width: number; readonly height: number }

/** Where the pack is in the photo: turned, tilted, seen from a distance of some of its widths. */
const placeCamera = (pack: { width: number; height: number; scale: number }, { turn, tilt, moduleWidth }: Shot): Camera => {
  const [a, b, c] = [tilt[0], tilt[1], turn].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const distance = Math.max(pack.width, pack.height) * 2.5
  // Columns of the rotation for the pack's two axes: about x, then y, then z.
  const across = [Math.cos(b) * Math.cos(c), Math.cos(b) * Math.sin(c), -Math.sin(b)] as const
  const down = [
    Math.sin(a) * Math.sin(b) * Math.cos(c) - Math.cos(a) * Math.sin(c),
    Math.sin(a) * Math.sin(b) * Math.sin(c) + Math.cos(a) * Math.cos(c),
    Math.sin(a) * Math.cos(b),
  ] as const
  const zoom = (moduleWidth / pack.scale) * distance
  const project = (u: number, v: number): readonly [number, number] => {
    const depth = distance + across[2] * u + down[2] * v
    return [(zoom * (across[0] * u + down[0] * v)) / depth, (zoom * (across[1] * u + down[1] * v)) / depth]
  }
  const [w, h] = [pack.width / 2, pack.height / 2]
  const corners = [project(-w, -h), project(w, -h), project(w, h), project(-w, h)]
  const reach = (at: 0 | 1): number => Math.max(...corners.map((corner) => Math.abs(corner[at])))
  const [width, height] = [Math.ceil(reach(0) * 2.2), Math.ceil(reach(1) * 2.2)]
  return {
    width,
    height,
    // The two equations of `project`, solved for the place on the pack.
    toPack: (x, y) => {
      const [px, py] = [(x - width / 2) / zoom, (y - height / 2) / zoom]
      const [a1, b1, c1] = [across[0] - px * across[2], down[0] - px * down[2], px * distance]
      const [a2, b2, c2] = [across[1] - py * across[2], down[1] - py * down[2], py * distance]
      const determinant = a1 * b2 - a2 * b1
      return [(c1 * b2 - c2 * b1) / determinant + w, (a1 * c2 - a2 * c1) / determinant + h]
    },
  }
}

const clamp = (value: number): number => Math.max(0, Math.min(255, value))

/** Rays for each pixel: four, in a grid. */
const rays = [-0.25, 0.25].flatMap((x) => [-0.25, 0.25].map((y) => [x, y] as const))

const photograph = (pack: { data: Buffer; width: number; height: number; scale: number }, shot: Shot, random: () => number) => {
  const { toPack, width, height } = placeCamera(pack, shot)
  const table = [200 + random() * 40, 195 + random() * 40, 190 + random() * 40]
  const pixels = Buffer.alloc(width * height * 3)
  const [glareX, glareY] = [width * (0.35 + random() * 0.3), height * (0.45 + random() * 0.35)]
  const glareSize = Math.min(width, height) * 0.22
  const gauss = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum = [0, 0, 0]
      for (const [dx, dy] of rays) {
        const [u, v] = toPack(x + dx, y + dy)
        const isOn = u >= 0 && v >= 0 && u < pack.width && v < pack.height
        const at = (Math.floor(v) * pack.width + Math.floor(u)) * 3
        for (let channel = 0; channel < 3; channel++)
          sum[channel] = (sum[channel] ?? 0) + ((isOn ? pack.data[at + channel] : table[channel]) ?? 0)
      }
      const light = shot.glare * Math.exp(-(((x - glareX) / glareSize) ** 2 + ((y - glareY) / (glareSize * 0.5)) ** 2))
      const grain = shot.noise > 0 ? gauss() * shot.noise : 0
      for (let channel = 0; channel < 3; channel++) {
        const color = (sum[channel] ?? 0) / rays.length
        pixels[(y * width + x) * 3 + channel] = clamp(color + (255 - color) * light + grain)
      }
    }
  }
  return { pixels, width, height }
}

/** A photo of a pack with this barcode, as JPEG. Nothing of it is shared with what reads barcodes. */
export const photographPack = async (code: PrintedCode, shot: Shot): Promise<Buffer> => {
  const random = createRandom(shot.seed)
  const { pixels, width, height } = photograph(await drawPack(code, random), shot, random)
  const photo = sharp(pixels, { raw: { width, height, channels: 3 } })
  return (shot.blur >= 0.3 ? photo.blur(shot.blur) : photo).jpeg({ quality: 82 }).toBuffer()
}
