import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { completePackages, readNote, writeNote } from './packages.mjs'
import { withSetUpLock } from './set-up-lock.mjs'

const retryAfter = 10 * 60_000

/**
 * keytar speaks to the system's keychain. On Linux it needs libsecret, and npm silently leaves it out when it cannot be fetched or
 * built; Packshot runs without it, so that is only a warning. Once the missing parts are installed, the next start builds it.
 * @returns undefined when the keychain can be used, else lines that name the missing parts, how to get them, and what won't work meanwhile
 */
export const checkKeychainModule = async ({ root, node, log }) => {
  const note = readNote(root)
  if (note.keychain === 'ready' && isInstalled(root)) return undefined
  const lacking = lackingParts()
  const tryAgain = note.keychain === 'missing' && !isInstalled(root) && isWorthATry(note, lacking)
  if (tryAgain) await build({ root, node, log })
  const problem = tryImport(root, node)
  const triedAt = tryAgain ? Date.now() : (note.triedAt ?? Date.now())
  writeNote(root, { ...readNote(root), keychain: problem === undefined ? 'ready' : 'missing', lacking, triedAt })
  return problem === undefined ? undefined : advise(problem, lacking)
}

const isInstalled = (root) => existsSync(join(root, 'node_modules/keytar'))

/** When a part that was missing has come; and with all parts there (the network may have failed), now and then. */
const isWorthATry = (note, lacking) =>
  (note.lacking ?? []).some((part) => !lacking.includes(part)) || (lacking.length === 0 && Date.now() - (note.triedAt ?? 0) > retryAfter)

const build = async ({ root, node, log }) => {
  log('building the keychain module once more: what it lacked is there (npm install) …')
  try {
    await withSetUpLock(root, (holdFor) => completePackages({ root, node, holdFor }))
  } catch (error) {
    if (!error.plain) throw error
    log(`  that failed: ${error.printed}`)
  }
}

const tryImport = (root, node) => {
  if (!isInstalled(root)) return 'its module (keytar) was not built'
  const { status, stderr } = spawnSync(node, ['-e', "require('keytar')"], { cwd: root, encoding: 'utf8' })
  if (status === 0) return undefined
  return /^Error: (.+)$/m.exec(stderr)?.[1] ?? `its module (keytar) does not load (exit code ${status})`
}

/** Packages that keytar needs and this Linux lacks; empty on other systems, which include them or report it themselves. */
const lackingParts = () => {
  if (process.platform !== 'linux') return []
  const folders = (process.env.PATH ?? '').split(delimiter)
  const has = (...names) => names.some((name) => folders.some((folder) => existsSync(join(folder, name))))
  return [
    ['libsecret', has('pkg-config') && spawnSync('pkg-config', ['--exists', 'libsecret-1']).status === 0],
    ['compiler', has('g++', 'c++')],
    ['make', has('make')],
    ['python', has('python3')],
    ['pkg-config', has('pkg-config')],
  ].flatMap(([part, there]) => (there ? [] : [part]))
}

const systems = [
  {
    ids: ['debian', 'ubuntu'],
    command: 'apt-get install',
    names: { libsecret: 'libsecret-1-dev', compiler: 'g++', make: 'make', python: 'python3', 'pkg-config': 'pkg-config' },
  },
  {
    ids: ['fedora', 'rhel'],
    command: 'dnf install',
    names: { libsecret: 'libsecret-devel', compiler: 'gcc-c++', make: 'make', python: 'python3', 'pkg-config': 'pkgconf-pkg-config' },
  },
  {
    ids: ['arch'],
    command: 'pacman -S',
    names: { libsecret: 'libsecret', compiler: 'gcc', make: 'make', python: 'python', 'pkg-config': 'pkgconf' },
  },
  {
    ids: ['suse', 'opensuse'],
    command: 'zypper install',
    names: { libsecret: 'libsecret-devel', compiler: 'gcc-c++', make: 'make', python: 'python3', 'pkg-config': 'pkg-config' },
  },
  {
    ids: ['alpine'],
    command: 'apk add',
    names: { libsecret: 'libsecret-dev', compiler: 'g++', make: 'make', python: 'python3', 'pkg-config': 'pkgconf' },
  },
]

/** The ids of this Linux, its own first, then those it is like (os-release(5)). */
export const linuxIds = (text = readOsRelease()) =>
  ['ID', 'ID_LIKE'].flatMap((key) => (new RegExp(`^${key}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? '').split(' ')).filter(Boolean)

const readOsRelease = () => {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

const advise = (problem, lacking) => [
  `the keychain cannot be used: ${problem}`,
  `  install:   ${installCommand(/libsecret/.test(problem) ? ['libsecret'] : lacking)}`,
  '  meanwhile: tokens cannot be kept in the keychain: sign-in lasts for one `packshot run --connect …`; all else works',
]

const installCommand = (lacking) => {
  const again = '(then start again: the rest is done for you)'
  if (process.platform === 'darwin') return `xcode-select --install   ${again}`
  if (process.platform !== 'linux') return `the C++ build tools of Visual Studio   ${again}`
  if (lacking.length === 0) return 'nothing seems to be missing; `npm install --no-save --foreground-scripts` shows why it cannot be built'
  const ids = linuxIds()
  const system = systems.find((one) => ids.some((id) => one.ids.some((known) => id.startsWith(known))))
  if (!system) return `${lacking.join(', ')} (libsecret with its headers)   ${again}`
  const sudo = process.getuid?.() === 0 ? '' : 'sudo '
  return `${sudo}${system.command} ${lacking.map((part) => system.names[part]).join(' ')}   ${again}`
}
