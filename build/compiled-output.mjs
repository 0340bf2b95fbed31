import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentOf } from './node-runtime.mjs'
import { plainFailure } from './plain-failure.mjs'
import { runQuietly } from './run-process.mjs'

const sourceFolders = ['electron', 'shared', 'renderer']
const noteFile = (root) => join(root, 'out/.packshot-sources')

/** True when `out/` was made from the sources as they are: same files, same sizes, same times. */
export const outputIsCurrent = (root) => {
  try {
    return readFileSync(noteFile(root), 'utf8') === fingerprint(root)
  } catch {
    return false
  }
}

/** The one build: every process of Packshot into `out/`. */
export const buildOutput = async (root, node) => {
  const before = fingerprint(root)
  const { code, printed } = await runQuietly(
    node,
    ['node_modules/electron-vite/bin/electron-vite.js', 'build', '--config', 'build/electron.vite.config.ts'],
    { cwd: root, env: environmentOf(root, node) },
  )
  if (code !== 0)
    throw plainFailure(
      'The build failed; what it printed stands above.',
      'Mend the source it names and run the same command again.',
      printed,
    )
  writeFileSync(noteFile(root), before)
}

/** Changes when a source comes, goes or is written. */
export const fingerprint = (root) => {
  const hash = createHash('sha256')
  const add = (path) => {
    const { mtimeMs, size } = statSync(join(root, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  for (const folder of sourceFolders) for (const path of filesBelow(root, folder)) add(path)
  for (const name of readdirSync(join(root, 'build')).sort()) if (name.endsWith('.ts')) add(`build/${name}`)
  add('package-lock.json')
  return hash.digest('hex')
}

const filesBelow = (root, folder) => {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}
