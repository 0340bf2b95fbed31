import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { RunningSampleWorkspace } from '../ports.ts'

const readyLine = z.object({ ready: z.literal(true), baseUrl: z.string(), connectionFile: z.string() })
const startMs = 20_000
const answerMs = 2_000

/** The connection file of a sample workspace that somebody else runs on this folder already, e.g. `packshot workspace serve`. */
const findRunning = async (folder: string): Promise<string | undefined> => {
  try {
    const text = await readFile(join(folder, 'workspace.packshot'), 'utf8')
    const { baseUrl } = z.object({ baseUrl: z.string() }).parse(JSON.parse(text))
    const answer = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`, { signal: AbortSignal.timeout(answerMs) })
    const { issuer } = z.object({ issuer: z.string() }).parse(await answer.json())
    return issuer === baseUrl ? text : undefined
  } catch {
    return undefined
  }
}

/**
 * Starts the sample workspace as a process of its own and waits until it listens; it ends with this process. One that runs on the
 * folder already is used as it is. `entry`: the built entry's
 * path. Errors: `offline` with what the process said when it does not come up.
 */
export const startSampleWorkspace = async (
  entry: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningSampleWorkspace> => {
  const running = await findRunning(folder)
  if (running) return { connectionFile: running, stop: async () => {} }
  const child = spawn(process.execPath, [entry, '--data-dir', folder, '--exit-with-parent'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2_000)
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    const fail = (why: string): void =>
      reject(
        new AppError(
          'offline',
          `The sample workspace did not start: ${complaints.trim().split('\n').at(-1) || why}. Everything queued is kept.`,
          { action: 'Close another Packshot that uses it, then try again.' },
        ),
      )
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail('no answer in 20 seconds')
    }, startMs)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const end = text.indexOf('\n')
      if (end < 0) return
      clearTimeout(timer)
      resolve(text.slice(0, end))
    })
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`it ended with ${code}`)
    })
  })
  const ready = readyLine.parse(JSON.parse(line))
  return {
    connectionFile: await readFile(ready.connectionFile, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
