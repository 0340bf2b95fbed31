import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import type { ImageWorker, WorkerEnd } from './decoding-messages.ts'

/** The child gets these of our environment and nothing else: it reads hostile files. */
const passedOn = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'NODE_V8_COVERAGE', 'NODE_COMPILE_CACHE']

/** A third of the processor that its parent gets when both want it: enough not to starve on a busy computer. */
export const workerNiceness = 5

/** For work that nobody waits for: a third of what a worker gets that decodes. */
export const lowestNiceness = 10

/**
 * Decoding has one thread, which is always the same: memory that one picture left behind is used for the next. With libuv's four threads glibc keeps
 * it for each of them.
 */
const oneThread = { UV_THREADPOOL_SIZE: '1' }

const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...oneThread,
  ...Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
})

/** Starts a worker as a plain Node child process; `entry` is the absolute path of what the build made (or of the source, in tests). */
export const forkImageWorker = (entry: string, niceness = workerNiceness): ImageWorker => {
  const child = fork(entry, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    env: childEnvironment(),
  })
  try {
    // Decoding uses all processor time, so the process with the window gets priority.
    if (child.pid !== undefined) setPriority(child.pid, niceness)
  } catch {
    // It is gone already, or the system does not let us.
  }
  let words = ''
  let end: WorkerEnd | undefined
  const listeners: ((end: WorkerEnd) => void)[] = []
  const finish = (code: number | null, signal: string | null): void => {
    if (end) return
    end = { code, signal, words }
    for (const listener of listeners) listener(end)
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-2000)
  })
  // `exit` comes before its last words are read.
  child.on('close', finish)
  child.on('error', (error) => {
    words ||= error.message
    // Without a process there is no exit to come.
    if (child.pid === undefined) finish(null, null)
  })
  return {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message as Parameters<typeof child.send>[0], () => {})
    },
    onMessage: (listener) => child.on('message', listener),
    onEnd: (listener) => (end ? listener(end) : listeners.push(listener)),
    kill: () => child.kill('SIGKILL'),
  }
}
