import { inflateSync } from 'node:zlib'
import { AppError } from '../../../../shared/base/errors.ts'
import { decodePacket, mergeXmp, type PictureTexts, refuseSeveral } from './merge-xmp.ts'
import { type PngChunk, pngChunk, pngCutOff, readPngChunks } from './png-chunks.ts'

/** The keyword of the text chunk that holds XMP (XMP specification, part 3, 1.1.5). */
const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1')
/** A packet that unpacks to more is no packet. */
const mostUnpacked = 16 * 1024 * 1024

/** XMP belongs into an iTXt chunk; libvips and others write it into a packed text chunk. */
export const isXmpChunk = ({ type, content }: PngChunk): boolean =>
  ['iTXt', 'zTXt', 'tEXt'].includes(type) && content.subarray(0, keyword.length).equals(keyword)

/** Where the picture's data begins, and the XMP if there is one, before it or after it (PNG specification, 5.3). */
const findPlaces = (bytes: Buffer): { readonly data: number; readonly xmps: readonly PngChunk[] } => {
  const { chunks } = readPngChunks(bytes)
  const data = chunks.find(({ type }) => type === 'IDAT')
  if (!data) throw pngCutOff()
  return { data: data.from, xmps: chunks.filter(isXmpChunk) }
}

const unreadable = (said: string, cause?: unknown): AppError =>
  new AppError('file-unreadable', { kind: 'xmp-unreadable', said }, { kept: 'nothing-changed', cause })

/** Where the text is (11.3.4.3–5): after a method of packing in zTXt; after a flag, the method, a language and the keyword in it in iTXt. */
const findText = ({ type, content }: PngChunk): { readonly isPacked: boolean; readonly text: Buffer } => {
  if (type === 'tEXt') return { isPacked: false, text: content.subarray(keyword.length) }
  if (type === 'zTXt') return { isPacked: true, text: content.subarray(keyword.length + 1) }
  const language = content.indexOf(0, keyword.length + 2)
  const translated = language < 0 ? -1 : content.indexOf(0, language + 1)
  if (translated < 0) throw unreadable('iTXt')
  return { isPacked: content[keyword.length] === 1, text: content.subarray(translated + 1) }
}

/** The packet in a chunk. Errors: `file-unreadable`. */
export const readXmpChunk = (chunk: PngChunk): string => {
  const { isPacked, text } = findText(chunk)
  if (!isPacked) return decodePacket(text)
  let unpacked: Buffer
  try {
    unpacked = inflateSync(text, { maxOutputLength: mostUnpacked })
  } catch (cause) {
    throw unreadable(chunk.type, cause)
  }
  return decodePacket(unpacked)
}

/** Not packed, and without a language: readers find XMP in any file by its marks. */
export const makeXmpChunk = (packet: string): Buffer => pngChunk('iTXt', Buffer.concat([keyword, Buffer.alloc(4), Buffer.from(packet)]))

/** A PNG without its XMP: the same for all copies of a picture, whatever their texts. */
export const withoutPngXmp = (bytes: Buffer): Buffer => {
  const kept: Buffer[] = []
  let at = 0
  for (const { from, to } of findPlaces(bytes).xmps) {
    kept.push(bytes.subarray(at, from))
    at = to
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

/** A PNG with these texts in its XMP, in pieces. Every other chunk is as it was. Errors: `file-unreadable`. */
export const writePngTexts = (bytes: Buffer, texts: PictureTexts): readonly Buffer[] => {
  const { data, xmps } = findPlaces(bytes)
  refuseSeveral(xmps)
  const [xmp] = xmps
  const chunk = makeXmpChunk(mergeXmp(xmp ? readXmpChunk(xmp) : null, texts))
  return [bytes.subarray(0, xmp?.from ?? data), chunk, bytes.subarray(xmp?.to ?? data)]
}
