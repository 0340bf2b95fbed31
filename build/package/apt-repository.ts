import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readUpdateAddress } from './update-address.ts'

/** Runs one of Debian's own tools and returns what it prints. Throws what it says on stderr. */
type RunTool = (tool: string, args: readonly string[], input?: string) => string

/** A key ring of its own for `work`, gone afterwards: nothing of the secret key stays. */
const withKeyRing = <T>(work: (gpg: (args: readonly string[], input?: string) => string) => T): T => {
  // Below the temporary folder: the agent's socket takes a short path only.
  const home = mkdtempSync(join(tmpdir(), 'packshot-gpg-'))
  const run: RunTool = (tool, args, input = '') =>
    execFileSync(tool, args, {
      input,
      encoding: 'utf8',
      env: { ...process.env, GNUPGHOME: home, LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  try {
    return work((args, input) => run('gpg', ['--batch', '--no-tty', '--quiet', ...args], input))
  } finally {
    run('gpgconf', ['--kill', 'all'])
    rmSync(home, { recursive: true, force: true })
  }
}

/** A new key for PACKSHOT_APT_KEY, with its secret half, without a password and an end. */
export const makeAptKey = (name: string): string =>
  withKeyRing((gpg) => {
    gpg(['--passphrase', '', '--quick-generate-key', name, 'ed25519', 'sign', 'never'])
    return gpg(['--armor', '--export-secret-keys'])
  })

/** The list of packages and its checksums, by apt's own tool. It leaves out MD5 and SHA-1, which apt no longer trusts. */
const describePackages = (folder: string): { readonly packages: string; readonly release: () => string } => {
  const run = (...args: readonly string[]): string =>
    execFileSync('apt-ftparchive', ['-o', 'APT::FTPArchive::MD5=false', '-o', 'APT::FTPArchive::SHA1=false', ...args, '.'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const packages = run('packages')
  const processors = [...new Set([...packages.matchAll(/^Architecture: (.*)$/gm)].map((found) => found[1] ?? ''))].sort()
  const facts = { Origin: 'Packshot', Label: 'Packshot', Suite: 'stable', Architectures: processors.join(' ') }
  const named = Object.entries(facts).flatMap(([name, value]) => ['-o', `APT::FTPArchive::Release::${name}=${value}`])
  return { packages, release: () => run(...named, 'release') }
}

/** What a person puts into /etc/apt/sources.list.d: the address, and the only key that apt takes for it. sources.list(5), from apt 2.3.10. */
const describeSource = (address: string, key: string): string =>
  `Types: deb\nURIs: ${address}\nSuites: ./\nSigned-By:\n${key
    .trim()
    .split('\n')
    .map((line) => ` ${line.trim() === '' ? '.' : line}`)
    .join('\n')}\n`

const made = ['Packages', 'Packages.gz', 'Release', 'Release.gpg', 'InRelease', 'packshot.sources']

/**
 * Makes a gathered folder an apt repository, beside the Debian packages that are in it: a signed list of them, and `packshot.sources`. Its file names are
 * those of the folder, so it goes to the update address as it is. Throws where there is no Debian package, or what a tool says.
 */
export const makeAptRepository = (folder: string, key: string, address: string): readonly string[] => {
  if (!readdirSync(folder).some((name) => name.endsWith('.deb'))) throw new Error(`${folder} has no Debian package.`)
  // Of an earlier run: its checksums would be in the new one.
  for (const name of made) rmSync(join(folder, name), { force: true })
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content)
  withKeyRing((gpg) => {
    gpg(['--import'], key)
    const { packages, release } = describePackages(folder)
    write('Packages', packages)
    write('Packages.gz', gzipSync(packages, { level: 9 }))
    const text = release()
    const sign = (how: string): string => gpg(['--digest-algo', 'SHA512', '--armor', how], text)
    write('Release', text)
    write('Release.gpg', sign('--detach-sign'))
    write('InRelease', sign('--clear-sign'))
    write('packshot.sources', describeSource(address, gpg(['--armor', '--export'])))
  })
  return made
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const { PACKSHOT_APT_KEY: key, PACKSHOT_MAINTAINER: maintainer } = process.env
  if (folder === undefined) console.log(`PACKSHOT_APT_KEY (a secret)\n${makeAptKey(maintainer ?? 'The Packshot authors')}`)
  else {
    const address = readUpdateAddress(process.env)
    if (!key || !address) throw new Error('npm run apt-repository -- FOLDER needs PACKSHOT_APT_KEY and PACKSHOT_UPDATE_URL.')
    console.log(`made: ${makeAptRepository(folder, key, address).join(', ')}`)
  }
}
