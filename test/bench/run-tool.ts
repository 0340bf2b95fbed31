import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { endWithUs } from './end-with-us.ts'

/** True if a program of this name is on the PATH. */
export const hasTool = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

/** The missing ones of these, in words; `undefined`: none. */
export const missingTools = (...names: readonly string[]): string | undefined => {
  const missing = names.filter((name) => !hasTool(name))
  return missing.length === 0 ? undefined : `${missing.join(' and ')} not found on this machine`
}

/** sharp sets it in the process that loads it; an installed libvips then looks there for its modules, and finds none for AVIF. */
const withoutSharps = ({ VIPSHOME: _, ...env }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => env

/** Runs a program to its end; resolves to the milliseconds it took. Rejects with its last output if it fails. */
export const runTool = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = endWithUs(spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: withoutSharps(env) }))
    let words = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-1000)
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const took = performance.now() - begun
      if (code === 0) resolve(took)
      else reject(new Error(`${command} ended with ${signal ?? code}: ${words.trim()}`))
    })
  })
