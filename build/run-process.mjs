import { spawn } from 'node:child_process'

/** Signals that a person or a service manager sends to the command, and that the child must hear of. */
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a child that is the command: terminal, input and output are its own, signals reach it, its end is ours.
 * @param hasConsole false for a program of windows: on Windows the console tells it nothing
 * @returns the exit code; when a signal ended the child, 128 + its number as shells do it
 */
export const runForeground = (command, args, { cwd, env, platform = process.platform, hasConsole = true } = {}) =>
  follow(spawn(command, args, { cwd, env, stdio: 'inherit' }), { platform, hasConsole }).then(({ code }) => code)

/**
 * Runs a child silently and keeps its output, to show it if it fails.
 * Interrupted, the child is ended first and then this process, as if it had not waited.
 */
export const runQuietly = async (command, args, { cwd, env, onStart } = {}) => {
  const child = spawn(command, args, { cwd, env: { ...(env ?? process.env), NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) onStart?.(child.pid)
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes))
  const { code, interrupted } = await follow(child, { platform: process.platform, hasConsole: true })
  if (interrupted) process.kill(process.pid, interrupted)
  return { code, printed: Buffer.concat(printed).toString('utf8').trim() }
}

/**
 * Ctrl-C in a terminal already reaches the whole group. A second one would stop a child hard that reads it as "at once".
 * On Windows every signal comes from the console, which notifies all its programs, and sending one there would kill the child.
 */
const reachesChild = (signal, { platform, hasConsole }) =>
  platform === 'win32' ? hasConsole : signal === 'SIGINT' && process.stdin.isTTY === true

/** Waits for a child and passes signals on. */
const follow = (child, options) =>
  new Promise((resolve, reject) => {
    let interrupted
    const listeners = forwarded.map((signal) => {
      const listener = () => {
        interrupted = signal
        // Windows knows no other signals than those that end a process.
        if (!reachesChild(signal, options)) child.kill(options.platform === 'win32' ? 'SIGTERM' : signal)
      }
      process.on(signal, listener)
      return () => process.off(signal, listener)
    })
    const done = () => {
      for (const remove of listeners) remove()
    }
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('close', (code, signal) => {
      done()
      resolve({ code: code ?? 128 + (signalNumbers[signal] ?? 15), interrupted })
    })
  })

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }
