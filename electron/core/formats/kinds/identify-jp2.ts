import { acceptSize, type FilePart, type Identified, latin, refuse } from './identified.ts'
import { listBoxes } from './identify-heif.ts'

/** Boxes (ITU-T T.800, annex I), or a codestream alone (annex A). */
const containerStart = '\0\0\0\x0cjP  \r\n\x87\n'
const codestreamStart = '\xff\x4f\xff\x51'

export const isCodestream = (bytes: Uint8Array): boolean => latin(bytes, 0, 4) === codestreamStart
export const isJp2 = (head: Uint8Array): boolean => isCodestream(head) || latin(head, 0, 12) === containerStart

export type Jp2Size = {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Gray or three colors of up to 16 bits each, the second and third color perhaps with fewer columns and rows. */
  readonly isUsual: boolean
}

/** Columns and rows of the picture for each of a component. */
const usualSampling: readonly string[] = ['1x1', '1x1 1x1 1x1', '1x1 2x1 2x1', '1x1 2x2 2x2']

/** The marker segment SIZ (section A.5.1), behind SOC. Undefined: damaged. */
export const readJp2Size = (codestream: Uint8Array): Jp2Size | undefined => {
  if (codestream.length < 43 || !isCodestream(codestream)) return undefined
  const view = new DataView(codestream.buffer, codestream.byteOffset, codestream.byteLength)
  const [right, bottom, left, top] = [view.getUint32(8), view.getUint32(12), view.getUint32(16), view.getUint32(20)]
  const components = view.getUint16(40)
  if (components === 0 || view.byteLength < 42 + 3 * components) return undefined
  const each = Array.from({ length: Math.min(components, 4) }, (_, index) => 42 + 3 * index)
  const depths = each.map((at) => view.getUint8(at))
  const sampling = each.map((at) => `${view.getUint8(at + 1)}x${view.getUint8(at + 2)}`).join(' ')
  return {
    width: Math.max(0, right - left),
    height: Math.max(0, bottom - top),
    components,
    // The highest bit of a depth says that numbers have a sign; a picture may begin anywhere, but hardly any does.
    isUsual: left === 0 && top === 0 && usualSampling.includes(sampling) && depths.every((one) => one === depths[0] && one < 16),
  }
}

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'jp2' })

const accept = (size: Jp2Size | undefined): Identified => {
  if (!size) return damaged()
  // The decoder reads only these correctly (formats/decoding-process/decoders/decode-jp2.ts).
  if (!size.isUsual) return refuse('unsupported-format', { kind: 'jp2-of-rare-kind' })
  return acceptSize('jp2', size.width, size.height)
}

const partBytes = 64 * 1024

/** Color profiles and other descriptions may come before the codestream. */
export const identifyJp2 = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  if (isCodestream(head)) return accept(readJp2Size(head))
  const bytes = part ? part.bytes : head
  const boxes = listBoxes(bytes)
  const codestream = boxes.find(({ name }) => name === 'jp2c')
  if (codestream && codestream.from + 51 <= bytes.length) return accept(readJp2Size(bytes.subarray(codestream.from)))
  const at = codestream?.at ?? boxes.at(-1)?.to ?? size
  return !part && at + 8 <= size && head.length < size ? { kind: 'need-part', at, bytes: Math.min(partBytes, size - at) } : damaged()
}
