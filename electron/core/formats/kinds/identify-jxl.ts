import { acceptForm, type FilePart, type Identified, latin, refuse } from './identified.ts'
import { listBoxes } from './identify-heif.ts'
import { hasUsualColors, type JxlHeader, readJxlCodestream, readJxlSize } from './jxl-header.ts'

/** Boxes (ISO/IEC 18181-2, section 9.1), or a codestream alone (18181-1, annex D). */
const containerStart = '\0\0\0\x0cJXL \r\n\x87\n'

const isCodestream = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0x0a

export const isJxl = (head: Uint8Array): boolean => isCodestream(head) || latin(head, 0, 12) === containerStart

const damaged = (): Identified => refuse('damaged-image', { kind: 'header-damaged', format: 'jxl' })

const readSize = (codestream: Uint8Array): Identified => {
  const [sides, header] = [readJxlSize(codestream), readJxlCodestream(codestream)]
  // The decoder leaves out black ink.
  if (header?.isInk) return refuse('unsupported-format', { kind: 'jxl-of-rare-kind' })
  return sides ? acceptForm('jxl', ...sides, header && hasUsualColors(header) ? 'jxl' : 'jxl-with-profile') : damaged()
}

/** Its beginning is all that is needed here. */
const codestreamBytes = 1024

/** The beginning of the codestream, which may be in parts, with a number of four bytes before each. */
const findCodestream = (bytes: Uint8Array): Uint8Array | undefined => {
  const parts = listBoxes(bytes).flatMap(({ name, from, to }) => {
    const begin = name === 'jxlc' ? from : name === 'jxlp' ? from + 4 : undefined
    return begin === undefined ? [] : [bytes.subarray(begin, Math.min(to, begin + codestreamBytes))]
  })
  const found = Buffer.concat(parts).subarray(0, codestreamBytes)
  return found.length >= 2 ? found : undefined
}

/** Undefined: the beginning of the file doesn't tell. */
export const readJxlHeader = (bytes: Uint8Array): JxlHeader | undefined => {
  const codestream = isCodestream(bytes) ? bytes.subarray(0, codestreamBytes) : findCodestream(bytes)
  return codestream && readJxlCodestream(codestream)
}

/** Metadata, which may be long, may come before the picture. */
const partBytes = 64 * 1024

export const identifyJxl = (head: Uint8Array, size: number, part?: FilePart): Identified => {
  if (isCodestream(head)) return readSize(head.subarray(0, codestreamBytes))
  const found = findCodestream(part ? part.bytes : head)
  if (found) return isCodestream(found) ? readSize(found) : damaged()
  const at = listBoxes(head).at(-1)?.to ?? size
  return !part && at + 8 <= size && head.length < size ? { kind: 'need-part', at, bytes: Math.min(partBytes, size - at) } : damaged()
}
