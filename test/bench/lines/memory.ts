import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import { endWithUs } from '../end-with-us.ts'
import { copyQueued, discard } from '../queued-folder.ts'
import { describeMemory, type MemoryParts, readMemoryParts } from '../read-memory.ts'
import { profileMeasured } from '../run-measured.ts'
import { missingTools } from '../run-tool.ts'
import { startService } from '../start-service.ts'

const limitMb = 150
const sampleEveryMs = 20
const cli = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))

const readPeakMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}

/** `parts`: its memory near the peak. */
type Run = { readonly peakMb: number; readonly ms: number; readonly done: number; readonly parts: MemoryParts | undefined }

/** How much it must have grown to be looked at again: that look takes milliseconds. */
const growthMb = 2

/** Runs the built command and reads its peak resident memory, as recorded by the system. */
const runWatched = (args: readonly string[], dataFolder: string, input: string): Promise<Run> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = endWithUs(
      spawn(process.execPath, [cli, ...args], { stdio: 'pipe', env: { ...process.env, PACKSHOT_DATA_DIR: dataFolder } }),
    )
    let [peakMb, seenMb, said, words] = [0, 0, '', '']
    let parts: MemoryParts | undefined
    const sample = async (pid: number): Promise<void> => {
      peakMb = Math.max(peakMb, await readPeakMb(pid))
      if (peakMb < seenMb + growthMb) return
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
      if (code === 0) resolve({ peakMb, ms: performance.now() - begun, done: (JSON.parse(said) as { done?: number }).done ?? 0, parts })
      else reject(new Error(`The packshot command ended with ${code}: ${words.trim()}`))
    })
    child.stdin.end(input)
  })

export const memory: BenchLine = {
  name: 'memory',
  run: async (context): Promise<readonly BenchResult[]> => {
    const files = context.isSmall ? 200 : 10_000
    const what = `Peak memory of the main process, uploading ${files.toLocaleString('en')} files`
    if (process.platform !== 'linux') return [{ kind: 'skipped', what, reason: 'it is read from /proc, which Linux has' }]
    const missing = missingTools('cp', 'sync')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const dataFolder = await copyQueued(context, files)
    const service = await startService(0)
    try {
      context.say(what)
      const idle = await runWatched(['status', '--json'], dataFolder, '')
      const args = ['run', '--api-key-stdin', '--base-url', service.baseUrl, '--json']
      const { peakMb, ms, done, parts } = await runWatched(args, dataFolder, 'bench-key\n')
      if (done !== files) throw new Error(`Only ${done} of ${files} were uploaded.`)
      const met = peakMb < limitMb
      const notes = [
        `the built command, from start to end ${seconds(ms)}; “packshot status” on the same folder has ${idle.peakMb.toFixed(0)} MB at most`,
        ...(parts === undefined ? [] : [`at its peak: ${describeMemory(parts)}`]),
        ...(met || context.isSmall ? [] : await profileAgain()),
      ]
      const ours = `${peakMb.toFixed(met ? 0 : 1)} MB`
      return [{ kind: 'measured', what, ours, reference: '', ratio: '', goal: `< ${limitMb} MB`, met, notes }]
    } finally {
      await service.stop()
      await discard(dataFolder)
    }

    async function profileAgain(): Promise<readonly string[]> {
      const again = await copyQueued(context, files)
      try {
        return await profileMeasured({ kind: 'upload', dataFolder: again, baseUrl: service.baseUrl, files }, context.folder)
      } finally {
        await discard(again)
      }
    }
  },
}
