import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf } from './node-runtime.mjs'
import { findNpm } from './npm.mjs'
import { plainFailure } from './plain-failure.mjs'
import { runQuietly } from './run-process.mjs'
import { timedStep } from './timed-step.mjs'

/**
 * A note of the installed packages, inside node_modules so that it is deleted with it.
 * { lock: its hash; platform: with Node's major; keychain?: 'ready' }
 */
const noteFile = (root) => join(root, 'node_modules/.packshot.json')

export const readNote = (root) => {
  try {
    return JSON.parse(readFileSync(noteFile(root), 'utf8'))
  } catch {
    return {}
  }
}

export const writeNote = (root, note) => writeFileSync(noteFile(root), JSON.stringify(note))

const lockHash = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
const platformOf = (node) => `${process.platform} ${process.arch} node-${majorOf(node)}`

/** A fetched Node names its version in its folder; any other is the one that runs this. */
const majorOf = (node) => /node-(\d+)\.[\d.]+[\\/]bin[\\/]/.exec(node)?.[1] ?? process.versions.node.split('.')[0]

export const packagesAreCurrent = (root, node) => {
  const { lock, platform } = readNote(root)
  return platform === platformOf(node) && lock === lockHash(root)
}

/**
 * Makes node_modules what package-lock.json says. A developer who ran `npm install` has that already (npm keeps its own
 * record): then only the note is written, and no file of a running program is replaced.
 */
export const installPackages = async ({ root, node, log, holdFor }) => {
  const note = readNote(root)
  const now = { lock: lockHash(root), platform: platformOf(node) }
  if ((note.platform ?? now.platform) === now.platform && matchesLock(root)) return writeNote(root, { ...note, ...now })
  await timedStep(log, 'installing packages (npm ci) …', () => npm({ root, node, holdFor }, ['ci']))
  writeNote(root, now)
}

const npm = async ({ root, node, holdFor }, args) => {
  const { command, args: first } = findNpm(node)
  const env = await npmEnvironment(root, node)
  // No package needs its install script. An older npm doesn't read `allowScripts`, and keytar's script would start a compiler on a system
  // that its package has no binary for.
  const all = [...first, ...args, '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=warn']
  const { code, printed } = await runQuietly(command, all, { cwd: root, env, onStart: holdFor })
  if (code === 0) return
  throw plainFailure(
    `\`npm ${args.join(' ')}\` failed (exit code ${code}); what it printed stands above.`,
    'Fix what it names (network, registry setting, disk), then run the same command again. Nothing outside this folder was changed.',
    printed,
  )
}

/**
 * npm looks for its global settings (registry, certificates) beside the Node that runs it: under a fetched Node it must be told
 * where those of this machine are.
 */
const npmEnvironment = async (root, node) => {
  const env = environmentOf(root, node)
  if (node === process.execPath) return env
  const { command, args } = findNpm(process.execPath)
  const asked = await runQuietly(command, [...args, 'config', 'get', 'globalconfig', '--loglevel=silent'], { cwd: root })
  const globalconfig = asked.printed.split('\n').at(-1)
  return { ...env, ...(globalconfig && { npm_config_globalconfig: globalconfig }) }
}

const matchesLock = (root) => {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted)
    .filter(([path]) => path !== '')
    .every(([path, { version, integrity, optional, devOptional, peer }]) => {
      const there = installed[path]
      if (!there) return Boolean(optional || devOptional || peer)
      return there.version === version && there.integrity === integrity && existsSync(join(root, path))
    })
}

const lockedPackages = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
