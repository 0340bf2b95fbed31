import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { answerConsent } from './answer-consent.ts'

const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))

export type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  readonly json: () => never
}

export type Running = { readonly child: ChildProcess; readonly ended: Promise<Ended> }

type Options = {
  readonly dataFolder: string
  readonly stdin?: string
  /** The person's actions on the consent page; none by default. */
  readonly consent?: 'allow' | 'deny'
  readonly environment?: NodeJS.ProcessEnv
}

/** Starts the built `packshot` command as a separate process. */
export const startPackshot = (args: readonly string[], options: Options): Running => {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, PACKSHOT_DATA_DIR: options.dataFolder, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(options.stdin ?? '')
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    if (options.consent) answerConsent(text, options.consent)
  })
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr, json: () => JSON.parse(stdout) as never }))
  })
  return { child, ended }
}

/** Runs the built `packshot` command to its end. */
export const packshot = (args: readonly string[], options: Options): Promise<Ended> => startPackshot(args, options).ended
