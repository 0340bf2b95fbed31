import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tryTarget } from '../../build/package/try-target.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/**
 * What an AppImage of a packed folder shows when it is started: a folder in `output` with electron-builder's own start script. Its tools, which can't be
 * downloaded here, are stand-ins that copy instead of compressing. Throws why it could not be made.
 */
export const makeAppImage = async (packed: string, output: string): Promise<string> => {
  const tools = join(output, 'app-image-tools')
  const image = join(output, 'squashfs-root')
  const ofHost = join(tools, `linux-${process.arch}`)
  for (const folder of [ofHost, join(tools, `lib/${process.arch}`)]) await mkdir(folder, { recursive: true })
  await writeFile(join(ofHost, 'mksquashfs'), `#!/bin/sh\ncp -r --preserve=mode,links --reflink=auto "$1" '${image}' && : > "$2"\n`, {
    mode: 0o755,
  })
  await writeFile(join(ofHost, 'desktop-file-validate'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(tools, `runtime-${process.arch}`), 'a stand-in for the part that mounts the rest\n')
  const env = { ...process.env, APPIMAGE_TOOLS_PATH: tools, PACKSHOT_UPDATE_URL: '' }
  const { files, why } = await tryTarget({ root, output, folder: packed, target: 'AppImage', isTest: true, limitMs: 120_000, env })
  if (files.length === 0) throw new Error(why ?? 'No AppImage was made.')
  return image
}
