import { randomInt } from 'node:crypto'

type Ports = {
  /** The port that a person named; 0: none. */
  readonly asked: number
  /** The port that was chosen at an earlier start; 0: none yet. */
  readonly kept: number
  /** Listens there and resolves to the port; 0: one of the system's own. Rejects with the system's error. */
  readonly listen: (port: number) => Promise<number>
  readonly pick?: () => number
}

/**
 * Below every system's ephemeral range (Linux from 32768, Windows and macOS from 49152), of which Windows reserves parts at each start of
 * the computer (Hyper-V, WSL, Docker), and below the redirect ports of sign-ins.
 */
export const firstPort = 20_000
export const endOfPorts = 28_000
const pickPort = (): number => randomInt(firstPort, endOfPorts)
const mostTries = 30

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
const isTaken = (error: unknown): boolean => ['EADDRINUSE', 'EACCES'].includes(codeOf(error) ?? '')

const explain = (port: number, cause: unknown): unknown => {
  if (codeOf(cause) === 'EADDRINUSE')
    return new Error(`Port ${port} of this workspace is taken by another program. Close it, or choose another port with --port.`, { cause })
  if (codeOf(cause) === 'EACCES')
    return new Error(
      `The system has reserved port ${port} of this workspace, or does not let this user have it. Restart the computer, or choose another port with --port.`,
      { cause },
    )
  return cause
}

/**
 * Listens on the port that is asked for or kept, or chooses the one to keep. A kept one that the system has reserved since is left for another:
 * it may stay reserved for months, and Packshot follows (core/workspaces/connections/follow-sample.ts). Throws a sentence when the port can't be had.
 */
export const choosePort = async ({ asked, kept, listen, pick = pickPort }: Ports): Promise<number> => {
  const wanted = asked || kept
  if (wanted !== 0) {
    try {
      return await listen(wanted)
    } catch (error) {
      if (asked !== 0 || codeOf(error) !== 'EACCES') throw explain(wanted, error)
    }
  }
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      return await listen(pick())
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return listen(0)
}
