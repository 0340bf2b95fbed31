import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeKeytarLackingLibrary } from '../support/keytar-lacking-library.ts'
import { lackOf } from '../support/lacks.ts'

type Options = { readonly root: string; readonly node: string; readonly osRelease?: string; readonly isRoot?: boolean }
const { checkKeychainModule } = (await import(new URL('../../build/keychain-module.mjs', import.meta.url).href)) as {
  readonly checkKeychainModule: (options: Options) => readonly string[] | undefined
}

const project = fileURLToPath(new URL('../..', import.meta.url))
const readJson = (path: string): Record<string, Record<string, unknown>> => JSON.parse(readFileSync(join(project, path), 'utf8'))
const lack = process.platform === 'linux' ? null : lackOf('not-linux')
const meanwhile = expect.stringContaining('meanwhile: ')

describe('keytar', () => {
  it('comes from the registry with a checksum, is always installed, and may run no script of its own', () => {
    const { allowScripts, dependencies } = readJson('package.json')
    expect(dependencies?.keytar).toMatch(/^npm:@github\/keytar@/)
    // npm knows a package by its own name here.
    expect(allowScripts).toMatchObject({ '@github/keytar': false })
    const locked = readJson('package-lock.json').packages?.['node_modules/keytar']
    expect(locked).toMatchObject({ name: '@github/keytar', integrity: expect.stringMatching(/^sha512-/) })
    expect(locked).not.toHaveProperty('optional')
  })

  it('is pinned without the name of a registry', () => {
    expect(readFileSync(join(project, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"|registry\./)
  })
})

describe('the set-up', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'packshot-keychain-module-'))
  })
  afterEach(() => rm(root, { recursive: true }))
  const check = (options: Partial<Options> = {}) => checkKeychainModule({ root, node: process.execPath, ...options })

  it('says what Packshot has no binary for, and nothing about installing', () => {
    const problem = `the keychain cannot be used: Packshot has no keychain module for ${process.platform}-${process.arch}`
    expect(check()).toEqual([problem, meanwhile])
  })

  describe.skipIf(lack)(`on Linux without libsecret${lack ? ` (skipped: ${lack})` : ''}`, () => {
    it('says so at each start until it is there, and then no more', () => {
      const { repair } = placeKeytarLackingLibrary(root)
      for (const _ of [1, 2])
        expect(check({ osRelease: 'ID=debian\n', isRoot: false })).toEqual([
          'the keychain cannot be used: libsecret-1.so.9: cannot open shared object file: No such file or directory',
          '  install:   sudo apt-get install libsecret-1-0   (then start again)',
          meanwhile,
        ])
      repair()
      expect(check()).toBeUndefined()
    })

    it('gives the loader’s own words for any other reason', () => {
      writeFileSync(placeKeytarLackingLibrary(root).binary, 'no binary')
      expect(check()).toEqual([expect.stringMatching(/^the keychain cannot be used: .*keytar\.node: file too short/), meanwhile])
    })

    it.each([
      ['ID=ubuntu\nID_LIKE=debian\n', 'apt-get install libsecret-1-0'],
      ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'apt-get install libsecret-1-0'],
      ['ID=fedora\n', 'dnf install libsecret'],
      ['ID="rocky"\nID_LIKE="rhel centos fedora"\n', 'dnf install libsecret'],
      ['ID=manjaro\nID_LIKE=arch\n', 'pacman -S libsecret'],
      ['ID="opensuse-leap"\nID_LIKE="suse opensuse"\n', 'zypper install libsecret-1-0'],
      ['ID=alpine\n', 'apk add libsecret'],
      ['ID=other\n', 'the package of your system that contains libsecret-1.so.0'],
    ])('names the one package to install: %j', (osRelease, install) => {
      placeKeytarLackingLibrary(root)
      expect(check({ osRelease, isRoot: true })?.[1]).toBe(`  install:   ${install}   (then start again)`)
    })
  })
})

it('package names are those of this Debian', (context) => {
  if (!existsSync('/usr/bin/dpkg-query')) context.skip(lackOf('not-debian'))
  const { stdout } = spawnSync('dpkg-query', ['--search', '*/libsecret-1.so.0'], { encoding: 'utf8' })
  if (stdout === '') context.skip(lackOf('no-keytar'))
  expect(stdout).toMatch(/^libsecret-1-0(:\w+)?: /)
})
