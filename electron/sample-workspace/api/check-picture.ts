import sharp from 'sharp'
import type { SourceFiles } from './source-files.ts'

/** Says of a source's id whether its bytes are a whole picture. */
export type IsWholePicture = (id: string) => Promise<boolean>

/** Decodes to the end; a small size, since nobody looks. Warnings are left alone: pictures from cameras often have some. */
const canBeDecoded = async (bytes: Buffer): Promise<boolean> => {
  try {
    await sharp(bytes, { failOn: 'error', sequentialRead: true }).resize(16, 16, { fit: 'fill' }).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

/** Sources never change, so a whole one is decoded once: each change of a list sends all its ids again. The oldest are forgotten first. */
export const createPictureCheck = (files: Pick<SourceFiles, 'read'>, remembered = 100_000): IsWholePicture => {
  const whole = new Set<string>()
  return async (id) => {
    if (whole.has(id)) return true
    if (!(await canBeDecoded(Buffer.from(await new Response(files.read(id)).arrayBuffer())))) return false
    whole.add(id)
    const oldest = whole.size > remembered ? whole.values().next().value : undefined
    if (oldest !== undefined) whole.delete(oldest)
    return true
  }
}
