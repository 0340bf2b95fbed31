import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface Release {
  readonly package: string
  readonly version: string
  readonly integrity: string
  readonly node: string
}
type Pack = (specifier: string, folder: string) => Promise<string>
interface NodeRuntime {
  readonly findNode: (root: string, running: string, release: Release | undefined) => string | undefined
  readonly platformOf: (platform: string, arch: string) => string
  readonly releases: Readonly<Record<string, Release>>
  readonly fetchNode: (options: { root: string; platform?: string; release?: Release; pack: Pack }) => Promise<string>
}

const module = new URL('../../build/node-runtime.mjs', import.meta.url).href
const { fetchNode, findNode, platformOf, releases }: NodeRuntime = await import(module)

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'packshot-fetch-'))
})
afterEach(() => rm(root, { recursive: true }))

/** A tarball as npm packs them, with a program that reports this version; `pack` returns it as npm would. */
const tarballSaying = async (said: string) => {
  const source = join(root, 'source')
  await mkdir(join(source, 'package/bin'), { recursive: true })
  await writeFile(join(source, 'package/bin/node'), `#!/bin/sh\necho ${said}\n`)
  await chmod(join(source, 'package/bin/node'), 0o755)
  execFileSync('tar', ['-czf', 'made.tgz', 'package'], { cwd: source })
  const bytes = await readFile(join(source, 'made.tgz'))
  const asked: string[] = []
  const pack = async (specifier: string, folder: string): Promise<string> => {
    asked.push(specifier)
    await writeFile(join(folder, 'packed.tgz'), bytes)
    return join(folder, 'packed.tgz')
  }
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { pack, asked, release: { package: 'node-here', version: '24.1.2', integrity, node: 'bin/node' } }
}

describe('fetching Node', () => {
  it('puts the verified one under .runtime, where it is found from then on', async () => {
    const { pack, asked, release } = await tarballSaying('v24.1.2')
    expect(findNode(root, '20.18.0', release)).toBeUndefined()
    const node = await fetchNode({ root, release, pack })
    expect(asked).toEqual(['node-here@24.1.2'])
    expect(node).toBe(join(root, '.runtime/node-24.1.2/bin/node'))
    expect(findNode(root, '20.18.0', release)).toBe(node)
    expect(await readdir(join(root, '.runtime'))).toEqual(['node-24.1.2'])
  })

  it('rejects a tarball with the wrong content, and leaves nothing behind', async () => {
    const { pack, release } = await tarballSaying('v24.1.2')
    const tampered = { ...release, integrity: `sha512-${'A'.repeat(86)}==` }
    await expect(fetchNode({ root, release: tampered, pack })).rejects.toThrow('thrown away unopened')
    expect(await readdir(join(root, '.runtime'))).toEqual([])
  })

  it('rejects one that does not run here', async () => {
    const { pack, release } = await tarballSaying('nothing of the kind')
    await expect(fetchNode({ root, release, pack })).rejects.toThrow('does not run on this system')
    expect(existsSync(join(root, '.runtime/node-24.1.2'))).toBe(false)
  })

  it('removes what a killed start left behind', async () => {
    const { pack, release } = await tarballSaying('v24.1.2')
    await mkdir(join(root, '.runtime/fetching-old/package'), { recursive: true })
    await fetchNode({ root, release, pack })
    expect(await readdir(join(root, '.runtime'))).toEqual(['node-24.1.2'])
  })

  it('says what to do if there is no package for the platform', async () => {
    const { pack } = await tarballSaying('v24.1.2')
    await expect(fetchNode({ root, platform: 'plan9-mips', pack })).rejects.toMatchObject({
      advice: expect.stringContaining('Install Node 24'),
    })
  })

  it('is not needed if the running Node is new enough', async () => {
    expect(findNode(root, '24.0.0', undefined)).toBe(process.execPath)
    expect(findNode(root, '26.3.0', undefined)).toBe(process.execPath)
  })
})

describe('a platform', () => {
  it.each([
    ['win32', 'arm64', 'win32-x64'],
    ['win32', 'x64', 'win32-x64'],
    ['darwin', 'arm64', 'darwin-arm64'],
    ['linux', 'x64', 'linux-x64'],
  ])('%s on %s gets the Node of %s', (platform, arch, release) => {
    expect(platformOf(platform, arch)).toBe(release)
    expect(Object.hasOwn(releases, release)).toBe(true)
  })
})
