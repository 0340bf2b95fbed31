import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files below a folder that contain any of these texts. Folders, special files and files deleted meanwhile are skipped. */
export const findInFolder = async (folder: string, texts: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const content = await readFile(path).catch(() => Buffer.alloc(0))
    if (texts.some((text) => content.includes(text))) found.push(path)
  }
  return found
}
