import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { hasXvfb } from '../support/display.ts'
import { findFreePort } from '../support/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type MadePackage = {
  /** Why there is none. */
  readonly lack: string | null
  /** The unpacked archive's folder, in another place than where it was packed. */
  readonly folder: string
  readonly program: string
  readonly archive: string
  /** What `npm run package` printed. */
  readonly printed: string
  /** The port on this computer at which the package looks for updates. */
  readonly updatePort: number
}

declare module 'vitest' {
  export interface ProvidedContext {
    madePackage: MadePackage
  }
}

const findLack = async (): Promise<string | null> => {
  if (process.platform !== 'linux') return 'the package is tried on Linux only'
  if (!hasXvfb()) return 'there is no Xvfb here'
  const { findElectron } = (await import(new URL('../../build/electron-runtime.mjs', import.meta.url).href)) as {
    findElectron: (root: string) => string | undefined
  }
  return findElectron(root) ? null : 'there is no Electron runtime here'
}

/** Makes the package as `npm run package` does, once for all tests of it, and unpacks the archive somewhere else. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const lack = await findLack()
  const updatePort = await findFreePort()
  const none = { folder: '', program: '', archive: '', printed: '', updatePort }
  if (lack) {
    project.provide('madePackage', { ...none, lack })
    return undefined
  }
  const work = mkdtempSync(join(tmpdir(), 'packshot-package-'))
  const child = spawn(process.execPath, ['build/package/make-package.ts', '--output', join(work, 'dist'), '--only', 'tar.gz'], {
    cwd: root,
    env: { ...process.env, PACKSHOT_UPDATE_URL: `http://127.0.0.1:${updatePort}/` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`Packaging failed:\n${printed}`)
  const archive = join(work, 'dist', readdirSync(join(work, 'dist')).find((name) => name.endsWith('.tar.gz')) ?? 'none')
  await rm(join(work, 'dist/linux-unpacked'), { recursive: true })
  mkdirSync(join(work, 'installed'))
  execFileSync('tar', ['xzf', archive, '-C', join(work, 'installed')])
  const folder = join(work, 'installed', readdirSync(join(work, 'installed'))[0] ?? 'none')
  project.provide('madePackage', { lack, folder, program: join(folder, 'packshot'), archive, printed, updatePort })
  return () => rm(work, { recursive: true, force: true })
}
