import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SyncFiles } from '../platform/files.ts'

/** A file in the data folder: its id in the keychain, and the folder's path at that time. */
export const keychainIdFile = 'keychain-id.json'
const content = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), folder: z.string() })
type Content = z.infer<typeof content>

export const readKeychainId = (folder: string, files: SyncFiles): Content | null => {
  try {
    return content.parse(JSON.parse(files.read(join(folder, keychainIdFile))))
  } catch {
    return null
  }
}

export const writeKeychainId = (folder: string, next: Content, files: SyncFiles): void => {
  const path = join(folder, keychainIdFile)
  files.write(`${path}.new`, `${JSON.stringify(next)}\n`)
  files.flushFile(`${path}.new`)
  files.rename(`${path}.new`, path)
  files.flushFolder(folder)
}

/**
 * True for a copy of another folder that is still there: both have one id. One folder that is reached by two names (a link, a second mount)
 * is not a copy of itself.
 */
export const isCopiedFolder = (dataFolder: string, files: SyncFiles): boolean => {
  const known = readKeychainId(dataFolder, files)
  if (known === null || known.folder === realpathSync(dataFolder) || readKeychainId(known.folder, files)?.id !== known.id) return false
  return files.fingerprint(join(known.folder, keychainIdFile)) !== files.fingerprint(join(dataFolder, keychainIdFile))
}
