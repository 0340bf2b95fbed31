import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNote, writeNote } from './packages.mjs'

/**
 * keytar speaks to the system's keychain, and its package contains the binaries. On Linux they load libsecret, which a system without a
 * desktop may lack; Packshot runs without it, so that is only a warning. Once the binary loads, this is noted, and later starts skip it.
 * @param osRelease, isRoot ports for the tests: the text of os-release(5), and whether commands need no sudo
 * @returns undefined when the binary loads, else lines that say why not, what to install, and what won't work meanwhile
 */
export const checkKeychainModule = ({ root, node, osRelease = readOsRelease(), isRoot = process.getuid?.() === 0 }) => {
  const note = readNote(root)
  if (note.keychain === 'ready') return undefined
  const problem = tryBinary(root, node)
  if (problem) return advise(problem, osRelease, isRoot)
  writeNote(root, { ...note, keychain: 'ready' })
  return undefined
}

/** The system and processor are those of the Node that will load it, which on Windows on ARM may differ from this one's. */
const loading = `
const system = process.platform + '-' + process.arch
const file = process.argv[1] + '/' + system + '/keytar.node'
try {
  if (!require('node:fs').existsSync(file)) throw new Error('Packshot has no keychain module for ' + system)
  require(file)
} catch (error) {
  process.stdout.write(error.message)
  process.exitCode = 1
}`

/** Loads the binary itself, in a process of its own: keytar swallows the reason of the system's loader. Returns the reason, if any. */
const tryBinary = (root, node) => {
  const { status, signal, stdout, error } = spawnSync(node, ['-e', loading, join(root, 'node_modules/keytar/prebuilds')], {
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  return stdout?.split('\n')[0] || error?.message || `its module (keytar) does not load (${signal ?? `exit code ${status}`})`
}

/** The package with libsecret-1.so.0, by the ids of a system or of the one that it is like. */
const systems = [
  { ids: ['debian', 'ubuntu'], install: 'apt-get install libsecret-1-0' },
  { ids: ['fedora', 'rhel'], install: 'dnf install libsecret' },
  { ids: ['arch'], install: 'pacman -S libsecret' },
  { ids: ['suse', 'opensuse'], install: 'zypper install libsecret-1-0' },
  { ids: ['alpine'], install: 'apk add libsecret' },
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

const advise = (problem, osRelease, isRoot) => [
  `the keychain cannot be used: ${problem}`,
  ...(/libsecret-1\.so/.test(problem) ? [`  install:   ${installCommand(osRelease, isRoot)}   (then start again)`] : []),
  '  meanwhile: tokens cannot be kept in the keychain: sign-in lasts for one `packshot run --connect …`; all else works',
]

const installCommand = (osRelease, isRoot) => {
  const ids = linuxIds(osRelease)
  const system = systems.find((one) => ids.some((id) => one.ids.some((known) => id.startsWith(known))))
  return system ? `${isRoot ? '' : 'sudo '}${system.install}` : 'the package of your system that contains libsecret-1.so.0'
}
