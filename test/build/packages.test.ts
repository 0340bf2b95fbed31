import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Packages {
  readonly packagesAreCurrent: (root: string, node: string) => boolean
  readonly installPackages: (options: {
    root: string
    node: string
    log: (line: string) => void
    holdFor: (pid: number) => void
  }) => Promise<void>
}
interface CompiledOutput {
  readonly outputIsCurrent: (root: string) => boolean
  readonly fingerprint: (root: string) => string
}
const url = (name: string): string => new URL(`../../build/${name}.mjs`, import.meta.url).href
const { installPackages, packagesAreCurrent }: Packages = await import(url('packages'))
const { fingerprint, outputIsCurrent }: CompiledOutput = await import(url('compiled-output'))

const node = process.execPath
let root = ''
const said: string[] = []
const install = (): Promise<void> => installPackages({ root, node, log: (line) => said.push(line), holdFor: () => {} })
const write = async (path: string, content: unknown): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const lockOf = (version: string) => ({
  name: 'p',
  lockfileVersion: 3,
  packages: {
    '': { name: 'p' },
    'node_modules/a': { version, integrity: 'sha512-x' },
    'node_modules/b-win': { version: '1.0.0', optional: true },
  },
})

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-packages-'))
  said.length = 0
  await write('package.json', { name: 'p' })
  await write('package-lock.json', lockOf('1.0.0'))
})
afterEach(() => rm(root, { recursive: true }))

describe('the packages', () => {
  it('are used as installed when npm itself installed what the lock file says', async () => {
    await write('node_modules/a/package.json', {})
    await write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } } })
    expect(packagesAreCurrent(root, node)).toBe(false)
    await install()
    expect(packagesAreCurrent(root, node)).toBe(true)
    expect(said).toEqual([])
  })

  it('are out of date when the lock file has changed', async () => {
    await write('node_modules/a/package.json', {})
    await write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' } } })
    await install()
    await write('package-lock.json', lockOf('1.0.1'))
    expect(packagesAreCurrent(root, node)).toBe(false)
  })

  it('that npm cannot install fail with npm’s output and what to do, and are tried again', async () => {
    await write('package.json', { name: 'p', dependencies: { a: '1.0.0' } })
    await write('package-lock.json', { name: 'p', lockfileVersion: 3, packages: { '': { name: 'p' } } })
    await write('.npmrc', 'offline=true\nfetch-retries=0\n')
    await expect(install()).rejects.toMatchObject({
      message: expect.stringContaining('npm ci'),
      advice: expect.stringContaining('run the same command again'),
      printed: expect.stringMatching(/npm error/),
    })
    expect(packagesAreCurrent(root, node)).toBe(false)
  })
})

it('packages are installed without running their scripts, which could need a compiler', async () => {
  const script = `node -e "require('node:fs').writeFileSync('ran', '')"`
  await write('package/package.json', {
    name: 'a',
    version: '1.0.0',
    scripts: { preinstall: script, install: script, postinstall: script },
  })
  await write('package/binding.gyp', '{}')
  execFileSync('tar', ['-czf', 'a.tgz', 'package'], { cwd: root })
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(join(root, 'a.tgz')))
    .digest('base64')}`
  const dependencies = { a: 'file:a.tgz' }
  const a = { version: '1.0.0', resolved: 'file:a.tgz', integrity, hasInstallScript: true }
  await write('package.json', { name: 'p', dependencies })
  await write('package-lock.json', { name: 'p', lockfileVersion: 3, packages: { '': { name: 'p', dependencies }, 'node_modules/a': a } })
  await install()
  expect((await readdir(join(root, 'node_modules/a'))).sort()).toEqual(['binding.gyp', 'package.json'])
})

describe('the build output', () => {
  const built = async (): Promise<void> => write('out/.packshot-sources', fingerprint(root))

  it('is up to date until a source is changed, added or removed', async () => {
    await write('electron/core/a.ts', 'one')
    await write('build/vite.config.ts', '')
    expect(outputIsCurrent(root)).toBe(false)
    await built()
    expect(outputIsCurrent(root)).toBe(true)
    for (const [path, content] of [
      ['electron/core/a.ts', 'another'],
      ['shared/b.ts', 'new'],
      ['build/vite.config.ts', 'changed'],
      ['package-lock.json', lockOf('2.0.0')],
    ] as const) {
      await write(path, content)
      expect(outputIsCurrent(root), path).toBe(false)
      await built()
    }
    await rm(join(root, 'electron/core/a.ts'))
    expect(outputIsCurrent(root)).toBe(false)
  })

  it('stays up to date when tests and notes change', async () => {
    await write('build/vite.config.ts', '')
    await built()
    await write('test/a.test.ts', '')
    await write('README.md', '')
    expect(outputIsCurrent(root)).toBe(true)
  })
})
