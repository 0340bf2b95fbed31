import { prepare, projectRoot } from './bootstrap.mjs'
import { lackForElectron, provideElectron } from './electron-runtime.mjs'
import { reportFailure } from './plain-failure.mjs'
import { runForeground } from './run-process.mjs'

/**
 * `npm start [-- --browser] [-- --data-dir D]`: opens the app, from a fresh clone. In Electron; where that cannot be had, or with
 * `--browser`, in an installed browser; where there is no display, it prints the address to open.
 */
const log = (line) => console.error(`packshot: ${line}`)

/** A runtime that cannot run here (no sandbox allowed, a library missing) ends at once; an app that ran ended later or by a person. */
const endsAtOnceMs = 5_000
const endedByUs = new Set([0, 3, 130, 143])

const start = async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== '--browser')
  const { node, env } = await prepare({ log })
  const why = process.argv.includes('--browser') ? undefined : await runElectron({ node, env, args })
  if (typeof why === 'number') return why
  if (why) log(`${why}: opening in a browser instead (--browser asks for it)`)
  return runForeground(node, ['out/main/browser-host.js', ...args], { cwd: projectRoot, env })
}

/** Electron's exit code, or why it could not run. */
const runElectron = async ({ node, env, args }) => {
  const lack = lackForElectron({ platform: process.platform, env, isRoot: process.getuid?.() === 0 })
  if (lack) return lack
  const { program, why } = await provideElectron({ root: projectRoot, node, log, env })
  if (!program) return why
  const { ELECTRON_RUN_AS_NODE: _, ...ownEnv } = env
  const startedAt = Date.now()
  const code = await runForeground(program, [projectRoot, ...args], { cwd: projectRoot, env: ownEnv, hasConsole: false })
  const failedAtOnce = !endedByUs.has(code) && Date.now() - startedAt < endsAtOnceMs
  return failedAtOnce ? `Electron ended at once (exit code ${code})` : code
}

process.exitCode = await start().catch(reportFailure)
