import { spawn } from 'node:child_process'

export type ChildEnd = { readonly code: number | null; readonly signal: string | null; readonly stdout: string; readonly stderr: string }

/** Runs a program to its end, or kills it after `limitMs`. */
export const runChild = (command: string, args: readonly string[], limitMs: number, env = process.env): Promise<ChildEnd> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code, signal, stdout, stderr })
    })
  })
