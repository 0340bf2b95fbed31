import { spawn } from 'node:child_process'
import type { forkImageWorker } from '../core/formats/decoding-process/fork-decoding-process.ts'
import type { SpawnProgram } from '../core/workspaces/sample/spawn-node-program.ts'

/** A child that writes where this process writes, and ends with it. `kill` asks it to end. */
export type ServingChild = {
  readonly kill: (signal: NodeJS.Signals) => boolean
  readonly once: (event: 'exit', listener: (code: number | null) => void) => unknown
}

/** How a host starts our other programs. */
export type Children = {
  readonly forkWorker: typeof forkImageWorker
  readonly spawnProgram: SpawnProgram
  /** `entry`: absolute path of the built file. `environment`: added to that of this process. */
  readonly serve: (entry: string, args: readonly string[], environment: Readonly<Record<string, string>>) => ServingChild
}

/** Under Node. Stdin is the person's and stays open after kill -9 of this process; the channel does not. */
export const serveInNode: Children['serve'] = (entry, args, environment) =>
  spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
