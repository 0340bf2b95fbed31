import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAptKey, makeAptRepository } from '../../build/package/apt-repository.ts'
import { createAptSystem, findAptLack, serveFolder } from '../support/apt-system.ts'

const lack = findAptLack()

describe.skipIf(lack)(`an apt repository of a release${lack ? ` (skipped: ${lack})` : ''}`, () => {
  /** Of these tests alone: others on this computer have keys in the system's. */
  let temporary: string
  const before = process.env.TMPDIR
  let key: string
  let work: string
  let release: string
  let server: Awaited<ReturnType<typeof serveFolder>>
  let address: string
  let apt: ReturnType<typeof createAptSystem>['run']
  let takeSource: () => void

  const makeDeb = (version: string, architecture = 'amd64'): void => {
    const content = join(work, `content-${version}-${architecture}`)
    mkdirSync(join(content, 'DEBIAN'), { recursive: true })
    const facts = {
      Package: 'packshot',
      Version: version,
      Architecture: architecture,
      Maintainer: 'Tests <tests@packshot.example>',
      Description: 'test',
    }
    writeFileSync(
      join(content, 'DEBIAN/control'),
      Object.entries(facts)
        .map(([name, value]) => `${name}: ${value}\n`)
        .join(''),
    )
    execFileSync('dpkg-deb', ['--root-owner-group', '--build', content, join(release, `Packshot-${version}-linux-${architecture}.deb`)], {
      stdio: 'ignore',
    })
  }

  beforeAll(() => {
    temporary = mkdtempSync(join(tmpdir(), 'packshot-tmp-'))
    process.env.TMPDIR = temporary
    key = makeAptKey('Packshot Tests <tests@packshot.example>')
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(temporary, { recursive: true, force: true })
  })
  beforeEach(async () => {
    work = mkdtempSync(join(tmpdir(), 'packshot-apt-'))
    release = join(work, 'release')
    mkdirSync(release)
    const system = createAptSystem(join(work, 'system'), '1.0.0')
    apt = system.run
    takeSource = () => system.follow(release)
    server = await serveFolder(release)
    address = server.address
  })
  afterEach(async () => {
    await server.stop()
    rmSync(work, { recursive: true, force: true })
  })

  it('is accepted by apt, which offers the newer version and fetches it', async () => {
    makeDeb('1.2.0')
    makeDeb('1.2.0', 'arm64')
    makeAptRepository(release, key, address)
    takeSource()
    const updated = await apt('apt-get', 'update')
    expect(updated, updated.printed).toMatchObject({ code: 0, printed: expect.not.stringMatching(/^[WE]:/m) })
    expect((await apt('apt-get', '--simulate', 'upgrade')).printed).toContain('Inst packshot [1.0.0] (1.2.0 Packshot:stable [amd64])')
    expect(await apt('apt-get', 'download', 'packshot')).toMatchObject({ code: 0 })
    expect(
      readFileSync(join(work, 'system/packshot_1.2.0_amd64.deb')).equals(readFileSync(join(release, 'Packshot-1.2.0-linux-amd64.deb'))),
    ).toBe(true)
  })

  it('made again for the next version, it offers that one', async () => {
    makeDeb('1.2.0')
    makeAptRepository(release, key, address)
    takeSource()
    expect(await apt('apt-get', 'update')).toMatchObject({ code: 0 })
    rmSync(join(release, 'Packshot-1.2.0-linux-amd64.deb'))
    makeDeb('1.3.0')
    makeAptRepository(release, key, address)
    expect(await apt('apt-get', 'update')).toMatchObject({ code: 0 })
    expect((await apt('apt-get', '--simulate', 'upgrade')).printed).toContain('Inst packshot [1.0.0] (1.3.0 ')
  })

  const change = (name: string, from: string, to: string): void => {
    const text = readFileSync(join(release, name), 'latin1')
    expect(text).toContain(from)
    writeFileSync(join(release, name), text.replace(from, to), 'latin1')
  }

  it.each([
    ['whose list was changed', () => change('Packages', 'Version: 1.2.0', 'Version: 9.9.9'), /Hash Sum mismatch|unexpected size/],
    ['whose signed text was changed', () => change('InRelease', 'Suite: stable', 'Suite: stabel'), /BADSIG|not signed|invalid/],
    [
      'that somebody else signed',
      () => void makeAptRepository(release, makeAptKey('Mallory <m@shop.example>'), 'http://127.0.0.1/'),
      /NO_PUBKEY|not signed|isn't available/,
    ],
  ])('is refused by apt: one %s', async (_name, tamper, said) => {
    makeDeb('1.2.0')
    makeAptRepository(release, key, address)
    takeSource()
    tamper()
    rmSync(join(release, 'Packages.gz'), { force: true })
    const updated = await apt('apt-get', 'update')
    expect(updated.printed).toMatch(said)
    expect(updated.code).not.toBe(0)
    expect((await apt('apt-get', '--simulate', 'upgrade')).printed).not.toContain('Inst packshot')
  })

  it('a package that is not the one in the list is refused', async () => {
    makeDeb('1.2.0')
    makeAptRepository(release, key, address)
    takeSource()
    expect(await apt('apt-get', 'update')).toMatchObject({ code: 0 })
    const deb = join(release, 'Packshot-1.2.0-linux-amd64.deb')
    const bytes = readFileSync(deb)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(deb, bytes)
    expect(await apt('apt-get', 'download', 'packshot')).toMatchObject({ code: 100, printed: expect.stringContaining('Hash Sum mismatch') })
  })

  it('needs a Debian package and a key', () => {
    expect(() => makeAptRepository(release, key, address)).toThrow('has no Debian package')
    makeDeb('1.2.0')
    expect(() => makeAptRepository(release, 'no key', address)).toThrow(/no valid OpenPGP data/)
  })

  it('leaves no key and no process of gpg', () => {
    expect(spawnSync('pgrep', ['-f', join(temporary, 'packshot-gpg-')], { encoding: 'utf8' }).stdout).toBe('')
    expect(readdirSync(temporary)).toEqual([basename(work)])
  })
})
