import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { removePersonal } from '../../electron/core/formats/metadata/remove-personal.ts'

/** SHA-256 of what a workspace gets of a JPEG or PNG where nothing else was decided: the same picture, without what tells of people. */
export const hashSent = async (path: string): Promise<string> => {
  const bytes = await readFile(path)
  const hash = createHash('sha256')
  for (const piece of removePersonal(bytes, bytes[0] === 0x89 ? 'png' : 'jpeg', 1).pieces) hash.update(piece)
  return hash.digest('hex')
}
