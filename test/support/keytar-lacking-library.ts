import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../../node_modules/keytar', import.meta.url))
const binary = `prebuilds/${process.platform}-${process.arch}/keytar.node`

/**
 * The real keytar in `folder/node_modules`, whose binary requires libsecret by a name that no system has: as where libsecret is not
 * installed. `repair` puts the real binary back, as if it were installed.
 */
export const placeKeytarLackingLibrary = (folder: string) => {
  const copy = join(folder, 'node_modules/keytar')
  mkdirSync(dirname(copy), { recursive: true })
  cpSync(installed, copy, { recursive: true })
  const repair = () => cpSync(join(installed, binary), join(copy, binary))
  const bytes = readFileSync(join(copy, binary))
  const at = bytes.indexOf('libsecret-1.so.0\0')
  if (at < 0) throw new Error(`${binary} does not name libsecret.`)
  bytes.write('libsecret-1.so.9', at)
  writeFileSync(join(copy, binary), bytes)
  return { binary: join(copy, binary), repair }
}
