import { systemFiles } from '../../base/platform/system-files.ts'
import { headBytes } from '../kinds/identify-file.ts'
import type { ReadPart } from '../kinds/identify-tiff.ts'

/** What `find` finds in a file's beginning, and in parts of it that it asks for. */
export const readParts = async <T>(path: string, find: (head: Uint8Array, size: number, readPart: ReadPart) => Promise<T>): Promise<T> => {
  const file = await systemFiles.open(path)
  const readPart = async (at: number, bytes: number): Promise<Uint8Array> => {
    const part = Buffer.alloc(bytes)
    return part.subarray(0, await file.read(part, 0, bytes, at))
  }
  try {
    const size = await file.size()
    return await find(await readPart(0, Math.min(size, headBytes)), size, readPart)
  } finally {
    await file.close()
  }
}
