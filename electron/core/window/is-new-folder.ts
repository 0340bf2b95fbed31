import { readdirSync } from 'node:fs'

/** Nothing of Packshot is in this data folder yet: at most the window's own state, which `window` is. A folder that can't be read is not new. */
export const isNewFolder = (dataFolder: string): boolean => {
  try {
    return readdirSync(dataFolder).every((name) => name === 'window')
  } catch {
    return false
  }
}
