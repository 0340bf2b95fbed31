import { crc32 } from 'node:zlib'
import { AppError } from '../../../../shared/base/errors.ts'

export type PngChunk = { readonly type: string; readonly from: number; readonly to: number; readonly content: Buffer }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export const pngCutOff = (): AppError => new AppError('file-unreadable', { kind: 'png-cut-off-in-header' }, { kept: 'nothing-changed' })

/** The chunks up to the picture's end, as far as they are whole; `end`: where the last of them ends (PNG specification, 5.3). */
export const readPngChunks = (bytes: Buffer): { readonly chunks: readonly PngChunk[]; readonly end: number } => {
  if (!bytes.subarray(0, signature.length).equals(signature)) throw pngCutOff()
  const chunks: PngChunk[] = []
  let at = signature.length
  while (at + 12 <= bytes.length) {
    const to = at + 12 + bytes.readUInt32BE(at)
    if (to > bytes.length) break
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, from: at, to, content: bytes.subarray(at + 8, to - 4) })
    at = to
    if (type === 'IEND') break
  }
  return { chunks, end: at }
}

export const pngChunk = (type: string, content: Uint8Array): Buffer => {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8)
  return chunk
}
