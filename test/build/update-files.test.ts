import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatherPackages } from '../../build/package/gather-packages.ts'
import { keepUpdateFiles } from '../../build/package/keep-update-files.ts'
import { makeUpdateKeys, signUpdates } from '../../build/package/sign-updates.ts'
import { type AnnouncedUpdate, isSignedUpdate, type UpdateFile } from '../../electron/shell/updates/signed-update.ts'

/** electron-updater's own code that reads an update file and chooses the file to download. */
type File = { readonly url: URL; readonly info: { readonly url: string; readonly sha512: string } }
type Provider = {
  parseUpdateInfo: (text: string, name: string, url: URL) => unknown
  resolveFiles: (info: unknown, base: URL) => File[]
  findFile: (files: File[], extension: string, not?: readonly string[]) => File | undefined
}
type MacUpdater = { MacUpdater: { filterFilesForArch: (files: File[], isArm: boolean) => File[] } }
const require = createRequire(import.meta.url)
const { parseUpdateInfo, resolveFiles, findFile } = require('electron-updater/out/providers/Provider.js') as Provider

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packshot-update-files-'))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await rm(folder, { recursive: true, force: true })
})

const hash = (text: string): string => createHash('sha512').update(text).digest('base64')

/** The output of one machine: its packages, and the update file as electron-builder writes it. */
const make = (into: string, system: 'win' | 'mac', processor: string, version = '1.2.0'): void => {
  const names =
    system === 'win'
      ? [`Packshot-Setup-${version}-win-${processor}.exe`]
      : ['zip', 'dmg'].map((kind) => `Packshot-${version}-mac-${processor}.${kind}`)
  mkdirSync(into, { recursive: true })
  for (const name of names) writeFileSync(join(into, name), `${name} as made`)
  const files = names.map((name) => `  - url: ${name}\n    sha512: ${hash(`${name} as made`)}\n    size: 90\n`).join('')
  const [first = ''] = names
  const text = `version: ${version}\nfiles:\n${files}path: ${first}\nsha512: ${hash(`${first} as made`)}\nreleaseDate: '2026-11-22T10:00:00.000Z'\n`
  writeFileSync(join(into, system === 'win' ? 'latest.yml' : 'latest-mac.yml'), text)
}

const listed = (into: string, name: string): File[] =>
  resolveFiles(
    parseUpdateInfo(readFileSync(join(into, name), 'utf8'), name, new URL('https://updates.example/')),
    new URL('https://updates.example/'),
  )

/** The file that electron-updater downloads on such a machine, and whether its hash matches. */
const chosen = (into: string, system: 'win' | 'mac', processor: string): string => {
  vi.stubGlobal('process', new Proxy(process, { get: (target, key) => (key === 'arch' ? processor : Reflect.get(target, key)) }))
  const files = listed(into, system === 'win' ? 'latest.yml' : 'latest-mac.yml')
  const file = system === 'win' ? findFile(files, 'exe') : findFile(macFiles(files, processor === 'arm64'), 'zip', ['pkg', 'dmg'])
  vi.unstubAllGlobals()
  const name = file?.info.url ?? 'none'
  expect(file?.info.sha512).toBe(hash(readFileSync(join(into, name), 'utf8')))
  return name
}

const macFiles = (files: File[], isArm: boolean): File[] =>
  (require('electron-updater/out/MacUpdater.js') as MacUpdater).MacUpdater.filterFilesForArch(files, isArm)

const expected = {
  win: { x64: 'Packshot-Setup-1.2.0-win-x64.exe', arm64: 'Packshot-Setup-1.2.0-win-arm64.exe' },
  mac: { x64: 'Packshot-1.2.0-mac-x64.zip', arm64: 'Packshot-1.2.0-mac-arm64.zip' },
} as const

const orders = [
  ['x64', 'arm64'],
  ['arm64', 'x64'],
] as const

describe.each(['win', 'mac'] as const)('update files of two processors (%s)', (system) => {
  it.each(orders)('lead each processor to its own package when built on two machines (%s, then %s) and merged', (...order) => {
    for (const processor of order) make(join(folder, processor), system, processor)
    gatherPackages(
      order.map((processor) => join(folder, processor)),
      join(folder, 'release'),
    )
    for (const processor of order) expect(chosen(join(folder, 'release'), system, processor)).toBe(expected[system][processor])
  })

  it.each(orders)('don’t overwrite each other when built one after the other into one folder (%s, then %s)', (...order) => {
    for (const processor of [...order, ...order]) {
      const merge = keepUpdateFiles(folder)
      make(folder, system, processor)
      merge()
    }
    for (const processor of order) expect(chosen(folder, system, processor)).toBe(expected[system][processor])
    expect(listed(folder, system === 'win' ? 'latest.yml' : 'latest-mac.yml')).toHaveLength(system === 'win' ? 2 : 4)
  })
})

describe('a signed update file', () => {
  const { secret, open } = makeUpdateKeys()
  const announced = (): AnnouncedUpdate =>
    parseUpdateInfo(readFileSync(join(folder, 'latest.yml'), 'utf8'), 'latest.yml', new URL('https://updates.example/')) as AnnouncedUpdate
  beforeEach(() => {
    make(folder, 'win', 'x64')
    signUpdates(folder, secret, open)
  })

  it('is accepted with the key of its makers, as electron-updater reads it', () => {
    expect(isSignedUpdate(announced(), open)).toBe(true)
    expect(chosen(folder, 'win', 'x64')).toBe(expected.win.x64)
  })

  it.each<[string, (update: AnnouncedUpdate & { readonly files: readonly UpdateFile[] }) => AnnouncedUpdate]>([
    ['for another version', (update) => ({ ...update, version: '99.0.0' })],
    ['for other bytes', (update) => ({ ...update, files: update.files.map((file) => ({ ...file, sha512: hash('other') })) })],
    ['for another file', (update) => ({ ...update, files: update.files.map((file) => ({ ...file, url: 'other.exe' })) })],
    ['that is missing', (update) => ({ ...update, files: update.files.map(({ url, sha512 }) => ({ url, sha512 })) })],
    ['beside a file without one', (update) => ({ ...update, files: [...update.files, { url: 'more.exe', sha512: hash('more') }] })],
    ['with no files, which leaves the updater’s older fields', (update) => ({ ...update, files: [] })],
    ['beside packages of a web installer', (update) => ({ ...update, packages: {} })],
  ])('is refused with a signature %s', (_, change) => {
    const update = announced()
    expect(isSignedUpdate(change({ ...update, files: update.files ?? [] }), open)).toBe(false)
  })

  it('is refused with the key of somebody else, with none, and with another kind of key', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    for (const key of [makeUpdateKeys().open, '', 'x', rsa]) expect(isSignedUpdate(announced(), key)).toBe(false)
  })

  it('is not made with a key that the packages don’t have, nor for packages other than it names', () => {
    expect(() => signUpdates(folder, makeUpdateKeys().secret, open)).toThrow('does not fit')
    writeFileSync(join(folder, expected.win.x64), 'changed since')
    expect(() => signUpdates(folder, secret, open)).toThrow('is not the file')
  })
})

describe('an update file', () => {
  it('lists no file of an earlier version, and no missing file', () => {
    make(folder, 'win', 'arm64', '1.1.0')
    let merge = keepUpdateFiles(folder)
    make(folder, 'win', 'arm64')
    merge()
    rmSync(join(folder, expected.win.arm64))
    merge = keepUpdateFiles(folder)
    make(folder, 'win', 'x64')
    merge()
    expect(listed(folder, 'latest.yml').map(({ info }) => info.url)).toEqual([expected.win.x64])
  })

  it('is not made of two versions, nor of two files with the same name', () => {
    make(join(folder, 'a'), 'win', 'x64')
    make(join(folder, 'b'), 'win', 'arm64', '1.3.0')
    expect(() => gatherPackages([join(folder, 'a'), join(folder, 'b')], join(folder, 'one'))).toThrow('1.3.0')
    make(join(folder, 'c'), 'win', 'x64')
    writeFileSync(join(folder, 'c', expected.win.x64), 'made elsewhere')
    expect(() => gatherPackages([join(folder, 'a'), join(folder, 'c')], join(folder, 'two'))).toThrow('different files')
  })
})
