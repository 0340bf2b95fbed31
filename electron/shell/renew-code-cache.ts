import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemSyncFiles } from '../core/base/platform/system-sync-files.ts'

type Ports = {
  readonly dataFolder: string
  readonly stateFolder: string
  /** The folder of the built page. */
  readonly page: string
  /** Clears Chromium's cache of compiled code. */
  readonly clear: () => Promise<void>
}

/** The page's script: its name changes with its content. */
const readScript = (page: string): string | undefined => /src="([^"]+\.js)"/.exec(readFileSync(join(page, 'index.html'), 'utf8'))?.[1]

const readNoted = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Chromium caches which code a script ran at its first start only. The page draws no pictures then: it has none, or does not know yet that
 * there are some (renderer/first-sight.ts). So the cache is cleared once for each script and library with pictures, and made anew by the next start, which
 * draws them. Never rejects: without it a start only takes longer.
 */
export const renewCodeCache = async ({ dataFolder, stateFolder, page, clear }: Ports): Promise<void> => {
  const file = join(stateFolder, 'code-cache-renewed')
  try {
    const script = readScript(page)
    if (script === undefined || readNoted(file) === script || !existsSync(join(dataFolder, 'thumbnails'))) return
    await clear()
    systemSyncFiles.write(file, script, { mode: 0o600 })
  } catch {
    // The next start tries again.
  }
}
