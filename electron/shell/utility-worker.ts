import { setPriority } from 'node:os'
import { utilityProcess } from 'electron'
import { type forkImageWorker, workerNiceness } from '../core/image-process/fork-image-worker.ts'
import type { RunningProgram, SpawnProgram } from '../core/sample/spawn-node-program.ts'

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

/** Starts a worker as a utilityProcess: the RunAsNode fuse is off in the package, so there is no plain Node to fork. */
export const forkUtilityWorker = (entry: string, niceness = workerNiceness): ImageWorker => {
  const env = Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
  const child = utilityProcess.fork(entry, [], { serviceName: 'Packshot pictures', stdio: ['ignore', 'ignore', 'pipe'], env })
  let words = ''
  let end: WorkerEnd | undefined
  const listeners: ((end: WorkerEnd) => void)[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000)
  })
  child.on('exit', (code) => {
    end = { code, signal: null, words }
    for (const listener of listeners) listener(end)
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
  return {
    onPrint: (listener) => child.stdout?.setEncoding('utf8').on('data', listener),
    onComplaint: (listener) => child.stderr?.setEncoding('utf8').on('data', listener),
    onEnd: (listener) => child.once('exit', (code) => listener(String(code))),
    end: () => child.kill(),
    kill: () => killAtOnce(child.pid),
  }
}
