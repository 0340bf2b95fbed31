import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { alternate, median } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, race, seconds } from '../bench-line.ts'
import { copyQueued, discard, picturesFolder } from '../queued-folder.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'
import { startService } from '../start-service.ts'

const atOnce = 16

/** One section per file, because options apply to one address only. */
const writeCurlConfig = async (folder: string, paths: readonly string[], address: string): Promise<string> => {
  const section = (path: string): string =>
    [
      `url = "${address}"`,
      'header = "X-API-Key: bench-key"',
      'form = "type=FILE"',
      `form = "value=@${path};type=image/jpeg"`,
      'output = "/dev/null"',
      'silent',
      'fail',
    ].join('\n')
  const config = join(folder, 'curl.conf')
  await writeFile(config, paths.map(section).join('\nnext\n'))
  return config
}

/** Files a second through the whole queue, against curl sending the same files to the same service. */
const race16 = async (context: BenchContext, files: number, waitMs: number, goal: number): Promise<BenchResult> => {
  const what = `Upload ${files.toLocaleString('en')} × 60 KB, ${atOnce} at once, service waits ${waitMs} ms (curl)`
  const missing = missingTools('curl', 'cp')
  if (missing !== undefined) return { kind: 'skipped', what, reason: missing }
  const pictures = await picturesFolder(context, files)
  const service = await startService(waitMs)
  try {
    const config = await writeCurlConfig(context.folder, pictures.paths, `${service.baseUrl}/v1/sources`)
    const curl = () => runTool('curl', ['--parallel', '--parallel-max', String(atOnce), '--config', config])
    const inFreshFolder = async <T>(use: (dataFolder: string) => Promise<T>): Promise<T> => {
      const dataFolder = await copyQueued(context, files)
      try {
        return await use(dataFolder)
      } finally {
        await discard(dataFolder)
      }
    }
    const task = (dataFolder: string) => ({ kind: 'upload', dataFolder, baseUrl: service.baseUrl, files }) as const
    const ours = () => inFreshFolder(async (dataFolder) => (await runMeasured(task(dataFolder))).ms)
    context.say(`uploading to a service that waits ${waitMs} ms`)
    // The first run also warms up the service itself.
    await curl()
    const times = await alternate(context.runs, ours, curl)
    const result = race(what, times.ours, times.reference, goal, [times.spread])
    if (result.met || context.isSmall) return result
    const profile = await inFreshFolder((dataFolder) => profileMeasured(task(dataFolder), context.folder))
    return { ...result, notes: [...result.notes, ...profile] }
  } finally {
    await service.stop()
  }
}

const cpuGoal = 2.2

/** CPU time of the whole process for each upload, against a bare loop over undici that posts the same files. */
const cpuOfUploads = async (context: BenchContext, files: number): Promise<BenchResult> => {
  const what = `CPU time of an upload, ${files.toLocaleString('en')} × 60 KB (a bare undici loop)`
  const pictures = await picturesFolder(context, files)
  const service = await startService(0)
  try {
    context.say(what)
    const main: number[] = []
    const clock: number[] = []
    const ours = async (): Promise<number> => {
      const dataFolder = await copyQueued(context, files)
      try {
        const { cpu } = await runMeasured({ kind: 'upload', dataFolder, baseUrl: service.baseUrl, files })
        main.push(cpu.thread)
        return cpu.process
      } finally {
        await discard(dataFolder)
      }
    }
    const bare = async (): Promise<number> => {
      const { cpu, ms } = await runMeasured({ kind: 'post', paths: pictures.paths, baseUrl: service.baseUrl })
      clock.push(ms)
      return cpu.process
    }
    const times = await alternate(context.runs, ours, bare)
    const ratio = times.ours / times.reference
    const each = (ms: number): string => `${(ms / files).toFixed(2)} ms`
    return {
      kind: 'measured',
      what,
      ours: each(times.ours),
      reference: each(times.reference),
      ratio: `${ratio.toFixed(2)} × its time`,
      goal: `≤ ${cpuGoal} ×`,
      met: ratio <= cpuGoal,
      notes: [
        `${each(median(main))} of it in the main thread; ${times.spread}`,
        // The most that an upload through undici could reach, if it were neither hashed nor recorded.
        `the bare loop takes ${seconds(median(clock))} by the clock for all of them`,
      ],
    }
  } finally {
    await service.stop()
  }
}

export const pipeline: BenchLine = {
  name: 'pipeline',
  run: async (context) => {
    const files = context.isSmall ? 100 : 1_000
    return [await race16(context, files, 50, 0.97), await race16(context, files, 0, 0.5), await cpuOfUploads(context, files)]
  },
}
