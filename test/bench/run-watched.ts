import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { endWithUs } from './end-with-us.ts'
import { type MemoryParts, readMemoryParts } from './read-memory.ts'

const sampleEveryMs = 20
const cli = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))

const readPeakMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

/** `said`: its JSON. `parts`: its memory near the peak. */
type Run = { readonly peakMb: number; readonly ms: number; readonly said: unknown; readonly parts: MemoryParts | undefined }

/** How much it must have grown to be looked at again: that look takes milliseconds. */
const growthMb = 2

/**
 * Runs the built command, which prints JSON, and reads its peak resident memory, as recorded by the system (Linux). `isTimed`: without its parts, since it
 * stands still while these are read.
 */
export const runWatched = (args: readonly string[], dataFolder: string, input: string, isTimed = false): Promise<Run> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = endWithUs(
      spawn(process.execPath, [cli, ...args], { stdio: 'pipe', env: { ...process.env, PACKSHOT_DATA_DIR: dataFolder } }),
    )
    let [peakMb, seenMb, said, words] = [0, 0, '', '']
    let parts: MemoryParts | undefined
    const sample = async (pid: number): Promise<void> => {
      peakMb = Math.max(peakMb, await readPeakMb(pid))
      if (isTimed || peakMb < seenMb + growthMb) return
      seenMb = peakMb
      parts = await readMemoryParts(pid).catch(() => parts)
    }
    const look = setInterval(() => {
      if (child.pid !== undefined) void sample(child.pid)
    }, sampleEveryMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-1000)))
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(look)
      if (code === 0) resolve({ peakMb, ms: performance.now() - begun, said: JSON.parse(said), parts })
      else reject(new Error(`The packshot command ended with ${code}: ${words.trim()}`))
    })
    child.stdin.end(input)
  })
