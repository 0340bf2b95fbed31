import { EventEmitter } from 'node:events'
import { setPriority } from 'node:os'
import { type UtilityProcess, utilityProcess } from 'electron'
import { type forkImageWorker, workerNiceness } from '../core/formats/decoding-process/fork-decoding-process.ts'
import type { RunningProgram, SpawnProgram } from '../core/workspaces/sample/spawn-node-program.ts'

type ImageWorker = ReturnType<typeof forkImageWorker>
type WorkerEnd = Parameters<Parameters<ImageWorker['onEnd']>[0]>[0]

/** The only environment variables the child gets, because it reads hostile files. */
const passedOn = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'NODE_OPTIONS']

const killAtOnce = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Decoding uses all processor time, so the window gets priority. */
const stepBack = (pid: number | undefined, niceness: number): void => {
  if (pid === undefined) return
  try {
    setPriority(pid, niceness)
  } catch {
    // It is gone already, or the system does not let us.
  }
}

type Heard = {
  readonly printed?: (text: string) => void
  readonly complained?: (text: string) => void
  readonly ended: (code: number) => void
}

/**
 * Tells what a child writes, and its end after the last of it. Electron reports the end before all is read, and then takes away the listeners of its
 * streams (lib/browser/api/utility-process.ts), so they are added again.
 */
const hear = (child: UtilityProcess, { printed, complained, ended }: Heard): void => {
  const streams = [
    { stream: child.stdout, listener: printed },
    { stream: child.stderr, listener: complained },
  ].flatMap(({ stream, listener }) => (stream ? [{ stream, listener: listener ?? (() => {}) }] : []))
  const unread = new Set(streams)
  for (const one of streams)
    one.stream
      .setEncoding('utf8')
      .on('data', one.listener)
      .once('end', () => unread.delete(one))
  // Without a process there is nothing to read.
  let wasStarted = false
  child.once('spawn', () => {
    wasStarted = true
  })
  child.once('exit', (code) =>
    queueMicrotask(() => {
      const rest = wasStarted ? [...unread] : []
      const all = rest.map(({ stream, listener }) => new Promise<unknown>((resolve) => stream.on('data', listener).once('end', resolve)))
      void Promise.all(all).then(() => ended(code))
    }),
  )
}

/** Starts a worker as a utilityProcess: the RunAsNode fuse is off in the package, so there is no plain Node to fork. */
export const forkUtilityWorker = (entry: string, niceness = workerNiceness): ImageWorker => {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  const child = utilityProcess.fork(entry, [], { serviceName: 'Packshot pictures', stdio: ['ignore', 'ignore', 'pipe'], env })
  let words = ''
  let end: WorkerEnd | undefined
  const listeners: ((end: WorkerEnd) => void)[] = []
  hear(child, {
    complained: (text) => {
      words = (words + text).slice(-2000)
    },
    ended: (code) => {
      end = { code, signal: null, words }
      for (const listener of listeners) listener(end)
    },
  })
  let isDoomed = false
  child.on('spawn', () => {
    if (isDoomed) killAtOnce(child.pid)
    else stepBack(child.pid, niceness)
  })
  return {
    get pid() {
      return child.pid
    },
    send: (message) => {
      if (!end) child.postMessage(message)
    },
    onMessage: (listener) => child.on('message', listener),
    onEnd: (listener) => {
      if (end) listener(end)
      else listeners.push(listener)
    },
    kill: () => {
      isDoomed = true
      killAtOnce(child.pid)
    },
  }
}

/** Starts one of our programs as a utilityProcess; Electron ends it with the app. */
export const spawnUtilityProgram: SpawnProgram = (entry, args, environment): RunningProgram => {
  const env = { ...process.env, ...environment }
  const child = utilityProcess.fork(entry, [...args], { serviceName: 'Packshot sample workspace', stdio: 'pipe', env })
  const heard = new EventEmitter<{ printed: [string]; complained: [string]; ended: [string] }>()
  hear(child, {
    printed: (text) => heard.emit('printed', text),
    complained: (text) => heard.emit('complained', text),
    ended: (code) => heard.emit('ended', String(code)),
  })
  return {
    onPrint: (listener) => heard.on('printed', listener),
    onComplaint: (listener) => heard.on('complained', listener),
    onEnd: (listener) => heard.once('ended', listener),
    end: () => child.kill(),
    kill: () => killAtOnce(child.pid),
  }
}
