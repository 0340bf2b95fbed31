import { acceptSize, type Identified, latin, refuse } from './identified.ts'

/** Of the rows: as they are, or runs of equal pixels. */
export type BmpPacking = 'none' | 'runs-8' | 'runs-4'

export type BmpHeader = {
  readonly width: number
  readonly height: number
  readonly isFromTop: boolean
  readonly bits: number
  readonly packing: BmpPacking
  /** Which bits of a pixel are red, green, blue and its opacity; of 16 and 32 bits. */
  readonly masks: readonly [number, number, number, number]
  readonly palette: { readonly at: number; readonly entries: number; readonly entryBytes: 3 | 4 }
  readonly pixelsAt: number
  /** An ICC profile, as the header says. */
  readonly profile?: { readonly at: number; readonly bytes: number }
}

/** By the length of the header: OS/2 1 and 2, Windows 3, with color masks, Windows 4 and 5. */
const headerLengths: readonly number[] = [12, 16, 40, 52, 56, 64, 108, 124]

/** The two letters are how a text may begin, too: the header's length is looked at. */
export const isBmp = (head: Uint8Array): boolean =>
  latin(head, 0, 2) === 'BM' && headerLengths.includes((head[14] ?? 0) + ((head[15] ?? 0) << 8)) && head[16] === 0 && head[17] === 0

const packings: Readonly<Record<number, BmpPacking>> = { 0: 'none', 1: 'runs-8', 2: 'runs-4', 3: 'none', 6: 'none' }
const bitsOf: Readonly<Record<BmpPacking, readonly number[]>> = { none: [1, 4, 8, 16, 24, 32], 'runs-8': [8], 'runs-4': [4] }

const [bitfields, alphaBitfields] = [3, 6]

/** Those of 16 and 32 bits without masks of their own: five bits for each color, or eight. */
const usualMasks = (bits: number): BmpHeader['masks'] => (bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0])

const readMasks = (view: DataView, length: number, compression: number, bits: number): BmpHeader['masks'] => {
  if (compression !== bitfields && compression !== alphaBitfields) return usualMasks(bits)
  const mask = (index: number): number => (54 + 4 * index + 4 <= view.byteLength ? view.getUint32(54 + 4 * index, true) : 0)
  return [mask(0), mask(1), mask(2), length >= 56 || compression === alphaBitfields ? mask(3) : 0]
}

/** OS/2 1: sizes of 16 bits, and colors of three bytes. */
const readShortHeader = (view: DataView): BmpHeader => {
  const bits = view.getUint16(24, true)
  return {
    width: view.getUint16(18, true),
    height: view.getUint16(20, true),
    isFromTop: false,
    bits,
    packing: 'none',
    masks: usualMasks(bits),
    palette: { at: 26, entries: bits <= 8 ? 2 ** bits : 0, entryBytes: 3 },
    pixelsAt: view.getUint32(10, true),
  }
}

/** `PROFILE_EMBEDDED` */
const embedded = 0x4d424544

const findProfile = (view: DataView, length: number): BmpHeader['profile'] => {
  if (length < 124 || view.byteLength < 14 + 124 || view.getUint32(70, true) !== embedded) return undefined
  return { at: 14 + view.getUint32(126, true), bytes: view.getUint32(130, true) }
}

/** Undefined: damaged. `rare`: a form that nothing but printers and OS/2 use. `head` has the header and its masks, 138 bytes at most. */
export const readBmpHeader = (head: Uint8Array): BmpHeader | 'rare' | undefined => {
  if (head.length < 26) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const length = view.getUint32(14, true)
  if (length === 12) return readShortHeader(view)
  if (head.length < 14 + Math.min(length, 40)) return undefined
  const [bits, compression] = [view.getUint16(28, true), length < 20 ? 0 : view.getUint32(30, true)]
  // OS/2 2 gives these numbers another meaning.
  const packing = (length === 64 || length === 16) && compression > 2 ? undefined : packings[compression]
  if (packing === undefined) return 'rare'
  if (!bitsOf[packing].includes(bits)) return undefined
  const height = view.getInt32(22, true)
  const masksBytes = length !== 40 ? 0 : compression === bitfields ? 12 : compression === alphaBitfields ? 16 : 0
  const stated = length < 40 ? 0 : view.getUint32(46, true)
  const profile = findProfile(view, length)
  return {
    width: Math.max(0, view.getInt32(18, true)),
    height: Math.abs(height),
    isFromTop: height < 0,
    bits,
    packing,
    masks: readMasks(view, length, compression, bits),
    palette: {
      at: 14 + length + masksBytes,
      entries: bits > 8 ? 0 : stated === 0 ? 2 ** bits : Math.min(stated, 2 ** bits),
      entryBytes: 4,
    },
    pixelsAt: view.getUint32(10, true),
    ...(profile ? { profile } : {}),
  }
}

export const identifyBmp = (head: Uint8Array): Identified => {
  const header = readBmpHeader(head)
  if (header === 'rare') return refuse('unsupported-format', { kind: 'bmp-of-rare-kind' })
  if (!header) return refuse('damaged-image', { kind: 'header-damaged', format: 'bmp' })
  return acceptSize('bmp', header.width, header.height)
}
