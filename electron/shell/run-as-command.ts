import { app, utilityProcess } from 'electron'
import type { ServingChild } from '../cli/children.ts'
import { exitCodes } from '../cli/exit-codes.ts'
import { forkUtilityWorker, spawnUtilityProgram } from './utility-worker.ts'

/** It has no stdin, and `kill` is the system's way to ask. */
const serveInUtility = (entry: string, args: readonly string[], environment: Readonly<Record<string, string>>): ServingChild => {
  const env = { ...process.env, ...environment }
  // Piped, its last words would be lost: Electron drops them once it has ended.
  const child = utilityProcess.fork(entry, [...args], { serviceName: 'Packshot sample workspace', stdio: 'inherit', env })
  return { kill: () => child.kill(), once: (event, listener) => child.once(event, listener) }
}

/** Everything is written once this is. */
const flush = (stream: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => stream.write('', () => resolve()))

/**
 * Runs the app's program as the `packshot` command, without a window and a display: the package has no plain Node (the RunAsNode fuse is off), and
 * the keychain knows this program. It neither uses nor disturbs Chromium's files of an open window.
 */
export const runAsCommand = async (args: readonly string[], built: string): Promise<void> => {
  // As Node ends; Electron would show a dialog, and go on.
  const fail = (error: unknown): void => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    app.exit(exitCodes.failed)
  }
  process.on('uncaughtException', fail).on('unhandledRejection', fail)
  await app.whenReady()
  app.dock?.hide()
  const { runHere } = await import('../cli/run-here.ts')
  await runHere(args, {
    built,
    version: app.getVersion(),
    children: { forkWorker: forkUtilityWorker, spawnProgram: spawnUtilityProgram, serve: serveInUtility },
    exit: (code) => void Promise.all([flush(process.stdout), flush(process.stderr)]).then(() => app.exit(code)),
  })
}
