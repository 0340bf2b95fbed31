import { crc32, inflateSync } from 'node:zlib'
import { AppError } from '../../../../shared/errors.ts'
import { decodePacket, mergeXmp, type PictureTexts, refuseSeveral } from './merge-xmp.ts'

/** The keyword of the text chunk that holds XMP (XMP specification, part 3, 1.1.5). */
const keyword = Buffer.from('XML:com.adobe.xmp\0', 'latin1')
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A packet that unpacks to more is no packet. */
const mostUnpacked = 16 * 1024 * 1024

type Chunk = { readonly type: string; readonly from: number; readonly to: number; readonly content: Buffer }

const cutOff = (): AppError => new AppError('file-unreadable', { kind: 'png-cut-off-in-header' }, { kept: 'nothing-changed' })

/** Where the picture's data begins, and the XMP if there is one, before it or after it (PNG specification, 5.3). */
const findPlaces = (bytes: Buffer): { readonly data: number; readonly xmps: readonly Chunk[] } => {
  let data: number | undefined
  const xmps: Chunk[] = []
  for (let at = pngSignature.length; at + 12 <= bytes.length; ) {
    const to = at + 12 + bytes.readUInt32BE(at)
    if (to > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, to - 4)
    if (type === 'IDAT') data ??= at
    if (type === 'iTXt' && content.subarray(0, keyword.length).equals(keyword)) xmps.push({ type, from: at, to, content })
    if (type === 'IEND') break
    at = to
  }
  if (data === undefined) throw cutOff()
  return { data, xmps }
}

/** The text of the chunk (11.3.4.5): a flag and a method of packing, a language, the keyword in it. */
const readText = ({ content }: Chunk): string => {
  const isPacked = content[keyword.length] === 1
  const language = content.indexOf(0, keyword.length + 2)
  const translated = language < 0 ? -1 : content.indexOf(0, language + 1)
  if (translated < 0) throw new AppError('file-unreadable', { kind: 'xmp-unreadable', said: 'iTXt' }, { kept: 'nothing-changed' })
  const text = content.subarray(translated + 1)
  if (!isPacked) return decodePacket(text)
  let unpacked: Buffer
  try {
    unpacked = inflateSync(text, { maxOutputLength: mostUnpacked })
  } catch (cause) {
    throw new AppError('file-unreadable', { kind: 'xmp-unreadable', said: 'iTXt' }, { kept: 'nothing-changed', cause })
  }
  return decodePacket(unpacked)
}

const makeChunk = (packet: string): Buffer => {
  // Not packed, and without a language: readers find XMP in any file by its marks.
  const content = Buffer.concat([Buffer.from('iTXt', 'latin1'), keyword, Buffer.alloc(4), Buffer.from(packet)])
  const chunk = Buffer.alloc(content.length + 8)
  chunk.writeUInt32BE(content.length - 4, 0)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), content.length + 4)
  return chunk
}

/** A PNG without its XMP: the same for all copies of a picture, whatever their texts. */
export const withoutPngXmp = (bytes: Buffer): Buffer => {
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) throw cutOff()
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
  if (!bytes.subarray(0, pngSignature.length).equals(pngSignature)) throw cutOff()
  const { data, xmps } = findPlaces(bytes)
  refuseSeveral(xmps)
  const [xmp] = xmps
  const chunk = makeChunk(mergeXmp(xmp ? readText(xmp) : null, texts))
  return [bytes.subarray(0, xmp?.from ?? data), chunk, bytes.subarray(xmp?.to ?? data)]
}
