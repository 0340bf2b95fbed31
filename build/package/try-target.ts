import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Tried = { readonly target: string; readonly files: readonly string[]; readonly why?: string }

type Options = {
  readonly root: string
  readonly output: string
  readonly folder: string
  readonly target: string
  readonly isTest: boolean
  /** A tool that cannot be fetched must not block the rest. */
  readonly limitMs: number
  readonly env?: NodeJS.ProcessEnv
}

const entry = fileURLToPath(new URL('make-target.ts', import.meta.url))

/** The line with the error, without the colors and the object around it. */
const reasonIn = (printed: string): string =>
  printed
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals' colors begin with an escape.
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .split('\n')
    .find((line) => /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|getaddrinfo|status code|Error:|⨯|cannot|failed/i.test(line))
    ?.trim()
    .slice(0, 300) ?? 'it gave no reason'

/** Builds a target in a separate process; returns the reason if that fails or takes too long. */
export const tryTarget = async ({ limitMs, env = process.env, ...given }: Options): Promise<Tried> => {
  const { target } = given
  const child = spawn(process.execPath, [entry, JSON.stringify(given)], {
    cwd: given.root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    // Including its children: a download or a packing tool.
    if (process.platform !== 'win32' && child.pid) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  }, limitMs)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  const made = /^made: (.*)$/m.exec(printed)?.[1]
  if (code === 0 && made) return { target, files: JSON.parse(made) as string[] }
  if (isLate)
    return { target, files: [], why: `not finished within ${limitMs / 1000} s; the last it said: ${printed.trim().split('\n').at(-1)}` }
  return { target, files: [], why: reasonIn(printed) }
}
