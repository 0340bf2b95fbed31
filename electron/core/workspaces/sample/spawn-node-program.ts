import { spawn } from 'node:child_process'

/** One of our programs as a child process, which ends with this process. Listeners may be added at any time before the end. */
export type RunningProgram = {
  readonly onPrint: (listener: (text: string) => void) => void
  readonly onComplaint: (listener: (text: string) => void) => void
  /** Called once, after all that it printed, with the exit code or signal, or why it could not be started. */
  readonly onEnd: (listener: (how: string) => void) => void
  /** Asks it to end. */
  readonly end: () => void
  /** Ends it at once. */
  readonly kill: () => void
}

/** `entry`: absolute path of the built file. `environment`: added to that of this process; the place for a secret. */
export type SpawnProgram = (entry: string, args: readonly string[], environment?: Readonly<Record<string, string>>) => RunningProgram

/** For a system; tests name another than this one. */
export const createNodePrograms =
  (platform: NodeJS.Platform): SpawnProgram =>
  (entry, args, environment) => {
    const env = { ...process.env, ...environment }
    const child = spawn(process.execPath, [entry, ...args, '--exit-with-parent'], { stdio: ['pipe', 'pipe', 'pipe'], env })
    child.stdin.on('error', () => {})
    return {
      onPrint: (listener) => child.stdout.setEncoding('utf8').on('data', listener),
      onComplaint: (listener) => child.stderr.setEncoding('utf8').on('data', listener),
      onEnd: (listener) => {
        let failure: string | undefined
        child.once('error', (error) => {
          failure = error.message
        })
        // `exit` comes before the last of what it printed is read.
        child.once('close', (code, signal) => listener(failure ?? String(signal ?? code)))
      },
      end: () => {
        // Windows has no SIGTERM: it would kill the process in the middle of an answer.
        if (platform === 'win32') child.stdin.end()
        else child.kill('SIGTERM')
      },
      kill: () => child.kill('SIGKILL'),
    }
  }

/** Under plain Node: uses the same Node; the closed pipe tells the child that this process is gone. */
export const spawnNodeProgram: SpawnProgram = createNodePrograms(process.platform)
