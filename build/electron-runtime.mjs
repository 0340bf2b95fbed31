import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNote, writeNote } from './packages.mjs'
import { runQuietly } from './run-process.mjs'
import { timedStep } from './timed-step.mjs'

const retryAfter = 10 * 60_000

const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
const programPath = (platform) => programs[platform] ?? 'electron'

/** Electron's program: the one named by ELECTRON_OVERRIDE_DIST_PATH, else the one that the package fetched. */
export const findElectron = (root, env = process.env, platform = process.platform) => {
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH ?? fetchedFolder(root)
  const program = folder && join(folder, programPath(platform))
  return program && existsSync(program) ? program : undefined
}

const fetchedFolder = (root) => {
  try {
    const folder = join(root, 'node_modules/electron')
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return readFileSync(join(folder, 'dist/version'), 'utf8').trim().replace(/^v/, '') === version ? join(folder, 'dist') : undefined
  } catch {
    return undefined
  }
}

/**
 * Electron's program, fetched when it is not there yet (the npm package holds only the way to it); after a failure not again for ten minutes.
 * @returns { program } or { why }, the reason it is missing
 */
export const provideElectron = async ({ root, node, log, env = process.env }) => {
  const found = findElectron(root, env)
  if (found) return { program: found }
  if (!existsSync(join(root, 'node_modules/electron/install.js'))) return { why: 'Electron is not installed' }
  if (Date.now() - (readNote(root).electronTriedAt ?? 0) < retryAfter) return { why: 'Electron could not be fetched a short while ago' }
  const { code, printed } = await timedStep(log, 'fetching Electron …', () =>
    runQuietly(node, ['node_modules/electron/install.js'], { cwd: root, env }),
  )
  const program = findElectron(root, env)
  if (code === 0 && program) return { program }
  writeNote(root, { ...readNote(root), electronTriedAt: Date.now() })
  return { why: `Electron could not be fetched (${reasonIn(printed)})` }
}

/** The first line of its output that names an error. */
const reasonIn = (printed) =>
  printed
    .split('\n')
    .find((line) => /error|failed|refused|ENOTFOUND|ETIMEDOUT/i.test(line))
    ?.trim()
    .slice(0, 200) ?? 'no reason given'

/** Why Electron cannot show a window here with any runtime; undefined: it can. */
export const lackForElectron = ({ platform, env, isRoot }) => {
  if (platform !== 'linux') return undefined
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display'
  return isRoot ? 'Electron does not run as root' : undefined
}
