import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import type { SyncFiles } from '../platform/files.ts'
import { isCopiedFolder, readKeychainId, writeKeychainId } from './recognise-copied-folder.ts'
import type { SecretStore } from './secret-store.ts'

/**
 * The id under which a data folder's entries are in the keychain; `null`: it has none yet, so there are no entries. A folder that was
 * moved keeps its id. A copy gets its own id as long as the other folder exists: with one id for both, disconnecting in one would
 * destroy the other's secrets. The copy then has no secrets, and asks for a sign-in.
 */
export const findKeychainId = (dataFolder: string, files: SyncFiles, { create }: { readonly create: boolean }): string | null => {
  const known = readKeychainId(dataFolder, files)
  if (known === null && !create) return null
  const folder = realpathSync(dataFolder)
  if (known?.folder === folder) return known.id
  const isCopy = isCopiedFolder(dataFolder, files)
  const id = known === null || isCopy ? randomBytes(8).toString('hex') : known.id
  // A copy that is only read gets no entries.
  if (isCopy && !create) return null
  writeKeychainId(dataFolder, { id, folder }, files)
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
