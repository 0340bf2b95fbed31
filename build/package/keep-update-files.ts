import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js'
import { isUpdateFile, mergeUpdateFiles } from './merge-update-files.ts'

const read = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    existsSync(folder)
      ? readdirSync(folder)
          .filter(isUpdateFile)
          .map((name) => [name, readFileSync(join(folder, name), 'utf8')])
      : [],
  )

/** The update file without rebuilt or missing packages; undefined if it is then empty, or of another version. */
const stillValid = (folder: string, name: string, earlier: string, later: string): string | undefined => {
  const [before, now] = [earlier, later].map((text) => parseUpdateInfo(text, name, new URL(`file:///${name}`)))
  const made = new Set(now?.files.map(({ url }) => url))
  const files = before?.files.filter(({ url }) => !made.has(url) && existsSync(join(folder, url))) ?? []
  return before?.version === now?.version && files.length > 0 ? JSON.stringify({ ...before, files }) : undefined
}

/**
 * electron-builder overwrites the update file of the processor that was packaged before into the same folder. Call this before it works,
 * and what it returns afterwards: then each file names both.
 */
export const keepUpdateFiles = (folder: string): (() => void) => {
  const earlier = read(folder)
  return () => {
    for (const [name, later] of read(folder)) {
      const before = earlier.get(name)
      const kept = before === undefined || before === later ? undefined : stillValid(folder, name, before, later)
      if (kept) writeFileSync(join(folder, name), mergeUpdateFiles(name, later, kept))
    }
  }
}
