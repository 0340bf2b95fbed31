import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SyncFiles } from '../platform/files.ts'
import type { SecretStore } from './secret-store.ts'

/** A file in the data folder: its id in the keychain, and the folder's path at that time. */
export const keychainIdFile = 'keychain-id.json'
const content = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), folder: z.string() })
type Content = z.infer<typeof content>

const readContent = (folder: string, files: SyncFiles): Content | null => {
  try {
    return content.parse(JSON.parse(files.read(join(folder, keychainIdFile))))
  } catch {
    return null
  }
}

const writeContent = (folder: string, next: Content, files: SyncFiles): void => {
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
  const known = readContent(dataFolder, files)
  if (known === null || known.folder === realpathSync(dataFolder) || readContent(known.folder, files)?.id !== known.id) return false
  return files.fingerprint(join(known.folder, keychainIdFile)) !== files.fingerprint(join(dataFolder, keychainIdFile))
}

/**
 * The id under which a data folder's entries are in the keychain; `null`: it has none yet, so there are no entries. A folder that was
 * moved keeps its id. A copy gets its own id as long as the other folder exists: with one id for both, disconnecting in one would
 * destroy the other's secrets. The copy then has no secrets, and asks for a sign-in.
 */
export const findKeychainId = (dataFolder: string, files: SyncFiles, { create }: { readonly create: boolean }): string | null => {
  const known = readContent(dataFolder, files)
  if (known === null && !create) return null
  const folder = realpathSync(dataFolder)
  if (known?.folder === folder) return known.id
  const isCopy = isCopiedFolder(dataFolder, files)
  const id = known === null || isCopy ? randomBytes(8).toString('hex') : known.id
  // A copy that is only read gets no entries.
  if (isCopy && !create) return null
  writeContent(dataFolder, { id, folder }, files)
  return id
}

/** Passwords of proxies belong to the computer, not to a data folder. */
const isShared = (name: string): boolean => name.startsWith('proxy/')

type Ports = { readonly store: SecretStore; readonly dataFolder: string; readonly files: SyncFiles }

/** A store whose entries belong to one data folder. */
export const createFolderEntries = ({ store, dataFolder, files }: Ports): SecretStore => {
  const entryOf = (name: string, create: boolean): string | null => {
    if (isShared(name)) return name
    const id = findKeychainId(dataFolder, files, { create })
    return id === null ? null : `${id}/${name}`
  }
  return {
    storage: store.storage,
    get: async (name) => {
      const entry = entryOf(name, false)
      return entry === null ? null : store.get(entry)
    },
    set: async (name, value) => store.set(entryOf(name, true) ?? name, value),
    delete: async (name) => {
      const entry = entryOf(name, false)
      if (entry !== null) await store.delete(entry)
    },
  }
}
