import type { PsdKind } from '../../../../shared/pictures/pictures-failures.ts'
import { acceptSize, type Identified, latin, refuse } from './identified.ts'

export type PsdHeader = {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly depth: number
  readonly colors: 'gray' | 'palette' | 'rgb' | 'cmyk'
  /** A PSB, whose lengths have more bytes. */
  readonly isLarge: boolean
}

/** Color modes by number (Adobe Photoshop File Formats Specification, “File Header Section”). */
const colorsOf: Readonly<Record<number, PsdHeader['colors']>> = { 1: 'gray', 2: 'palette', 3: 'rgb', 4: 'cmyk' }
const otherKinds: Readonly<Record<number, PsdKind>> = { 0: 'bitmap', 7: 'multichannel', 8: 'duotone', 9: 'lab' }

export const isPsd = (head: Uint8Array): boolean => latin(head, 0, 4) === '8BPS'

const smallestChannels: Readonly<Record<PsdHeader['colors'], number>> = { gray: 1, palette: 1, rgb: 3, cmyk: 4 }

/** Of the 26 bytes at the beginning. A kind: its pixels are none that we read. Undefined: damaged. */
export const readPsdHeader = (head: Uint8Array): PsdHeader | PsdKind | undefined => {
  if (head.length < 26 || !isPsd(head)) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const [version, channels, depth, mode] = [view.getUint16(4), view.getUint16(12), view.getUint16(22), view.getUint16(24)]
  const other = otherKinds[mode]
  if (other) return other
  if (depth === 32) return '32-bit'
  const colors = colorsOf[mode]
  const isUsual = (version === 1 || version === 2) && (depth === 8 || (depth === 16 && colors !== 'palette'))
  if (!colors || !isUsual || channels < smallestChannels[colors] || channels > 56) return undefined
  return { width: view.getUint32(18), height: view.getUint32(14), channels, depth, colors, isLarge: version === 2 }
}

export const identifyPsd = (head: Uint8Array): Identified => {
  const header = readPsdHeader(head)
  if (typeof header === 'string') return refuse('unsupported-format', { kind: 'psd-of-other-kind', is: header })
  if (!header) return refuse('damaged-image', { kind: 'header-damaged', format: 'psd' })
  return acceptSize('psd', header.width, header.height)
}
