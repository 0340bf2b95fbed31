import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { app, utilityProcess } from 'electron'
import type { ServingChild } from '../cli/children.ts'
import { systemFiles } from '../core/platform/system-files.ts'
import { forkUtilityWorker, spawnUtilityProgram } from './utility-worker.ts'

/** What build/package/command/ starts the app's program with; the command line follows `--`. */
const commandSwitch = '--command'

/** `null`: it was started as the window. */
export const readCommandLine = (args: readonly string[]): readonly string[] | null => {
  const end = args.indexOf('--')
  return args.slice(0, Math.max(end, 0)).includes(commandSwitch) ? args.slice(end + 1) : null
}

/** It has no stdin, and `kill` is the system's way to ask. */
const serveInUtility = (entry: string, args: readonly string[], environment: Readonly<Record<string, string>>): ServingChild => {
  const env = { ...process.env, ...environment }
  const child = utilityProcess.fork(entry, [...args], { serviceName: 'Packshot sample workspace', stdio: 'pipe', env })
  child.stdout?.pipe(process.stdout, { end: false })
  child.stderr?.pipe(process.stderr, { end: false })
  return { kill: () => child.kill(), once: (event, listener) => child.once(event, listener) }
}

/** Everything is written once this is. */
const flush = (stream: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => stream.write('', () => resolve()))

/**
 * Runs the app's program as the `packshot` command, without a window and a display: the package has no plain Node (the RunAsNode fuse is off), and
 * the keychain knows this program. It neither uses nor disturbs Chromium's files of an open window.
 */
export const runAsCommand = async (args: readonly string[], built: string): Promise<void> => {
  const files = join(tmpdir(), `packshot-command-${process.pid}`)
  app.setPath('userData', files)
  await app.whenReady()
  app.dock?.hide()
  const { runHere } = await import('../cli/run-here.ts')
  await runHere(args, {
    built,
    version: app.getVersion(),
    children: { forkWorker: forkUtilityWorker, spawnProgram: spawnUtilityProgram, serve: serveInUtility },
    exit: (code) => {
      const ends = [flush(process.stdout), flush(process.stderr), systemFiles.remove(files, { recursive: true })]
      void Promise.allSettled(ends).then(() => app.exit(code))
    },
  })
}
