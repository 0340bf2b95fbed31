import { acceptSize, type Identified, latin, refuse } from './identified.ts'

const viewOf = (head: Uint8Array): DataView => new DataView(head.buffer, head.byteOffset, head.byteLength)
const cutOff = (): Identified => refuse('damaged-image', { kind: 'header-cut-off' })

export const isGif = (head: Uint8Array): boolean => /^GIF8[79]a$/.test(latin(head, 0, 6))

/** The logical screen descriptor (GIF89a, section 18). */
export const identifyGif = (head: Uint8Array): Identified => {
  if (head.length < 13) return cutOff()
  const view = viewOf(head)
  return acceptSize('gif', view.getUint16(6, true), view.getUint16(8, true))
}

export const isWebp = (head: Uint8Array): boolean => latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WEBP'

/** The first chunk has the size (RFC 9649, sections 2.5 to 2.7): a canvas, a lossless or a lossy picture. */
export const identifyWebp = (head: Uint8Array): Identified => {
  if (head.length < 30) return cutOff()
  const view = viewOf(head)
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  switch (latin(head, 12, 16)) {
    case 'VP8X':
      return acceptSize('webp', uint24(24) + 1, uint24(27) + 1)
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return refuse('damaged-image', { kind: 'header-damaged', format: 'webp' })
      const bits = view.getUint32(21, true)
      return acceptSize('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8 ':
      // RFC 6386, section 9.1: the start code of a key frame, then both sizes with two bits for scaling.
      if (uint24(23) !== 0x2a019d) return refuse('damaged-image', { kind: 'header-damaged', format: 'webp' })
      return acceptSize('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
    default:
      return refuse('damaged-image', { kind: 'header-damaged', format: 'webp' })
  }
}
