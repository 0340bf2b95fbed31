import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tryTarget } from '../../build/package/try-target.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const packager = fileURLToPath(new URL('packager-over-dpkg.ts', import.meta.url))

/** The Debian package of a packed folder, in `output`. Throws why it could not be made. */
export const makeDeb = async (packed: string, output: string): Promise<string> => {
  const tool = join(output, 'fpm')
  await writeFile(tool, `#!/bin/sh\nexec '${process.execPath}' '${packager}' "$@"\n`, { mode: 0o755 })
  const env = { ...process.env, CUSTOM_FPM_PATH: tool, PACKSHOT_UPDATE_URL: '' }
  const { files, why } = await tryTarget({ root, output, folder: packed, target: 'deb', isTest: true, limitMs: 120_000, env })
  const deb = files.find((file) => file.endsWith('.deb'))
  if (deb === undefined) throw new Error(why ?? 'No Debian package was made.')
  return deb
}
