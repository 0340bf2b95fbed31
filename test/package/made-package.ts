import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { makeUpdateKeys } from '../../build/package/sign-updates.ts'
import { hasXvfb } from '../support/display.ts'
import { findFreePort } from '../support/free-port.ts'
import { lackOf } from '../support/lacks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type MadePackage = {
  /** Why there is none. */
  readonly lack: string | null
  /** The unpacked archive's folder, not where it was packed. */
  readonly folder: string
  readonly program: string
  /** The Electron that it was made from. */
  readonly electron: string
  readonly archive: string
  /** The output of `npm run package`. */
  readonly printed: string
  /** The port on this computer where the package looks for updates. */
  readonly updatePort: number
  /** With which its updates must be signed. */
  readonly updateSecret: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    madePackage: MadePackage
  }
}

const findElectronHere = async (): Promise<string | undefined> => {
  const { findElectron } = (await import(new URL('../../build/electron-runtime.mjs', import.meta.url).href)) as {
    findElectron: (root: string) => string | undefined
  }
  return findElectron(root)
}

const findLack = (electron: string | undefined): string | null => {
  if (process.platform !== 'linux') return lackOf('not-linux')
  if (!hasXvfb()) return lackOf('no-xvfb')
  return electron ? null : lackOf('no-electron')
}

/** Makes the package like `npm run package`, once for all tests of it, and unpacks the archive somewhere else. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const electron = await findElectronHere()
  const lack = findLack(electron)
  const updatePort = await findFreePort()
  const none = { folder: '', program: '', electron: electron ?? '', archive: '', printed: '', updatePort, updateSecret: '' }
  if (lack) {
    project.provide('madePackage', { ...none, lack })
    return undefined
  }
  const work = mkdtempSync(join(tmpdir(), 'packshot-package-'))
  const targets = ['tar.gz', 'AppImage', 'deb'].flatMap((target) => ['--only', target])
  // The tools for AppImage and deb are always unavailable here: the tests check the message about that.
  const unreachable = { ELECTRON_BUILDER_BINARIES_MIRROR: 'http://127.0.0.1:9/', ELECTRON_BUILDER_CACHE: join(work, 'cache') }
  const updateKeys = makeUpdateKeys()
  const release = {
    PACKSHOT_UPDATE_URL: `http://127.0.0.1:${updatePort}/`,
    PACKSHOT_UPDATE_PUBLIC_KEY: updateKeys.open,
    PACKSHOT_HOMEPAGE: 'https://packshot.example/',
    PACKSHOT_MAINTAINER: 'Packshot Tests <tests@packshot.example>',
  }
  const env = { ...process.env, ...unreachable, ...release }
  const child = spawn(process.execPath, ['build/package/make-package.ts', '--output', join(work, 'dist'), ...targets], {
    cwd: root,
    env,
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
  project.provide('madePackage', {
    ...none,
    lack,
    folder,
    program: join(folder, 'packshot'),
    archive,
    printed,
    updateSecret: updateKeys.secret,
  })
  return () => rm(work, { recursive: true, force: true })
}
