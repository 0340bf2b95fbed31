import { join } from 'node:path'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import { discard, picturesFolder } from '../queued-folder.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools } from '../run-tool.ts'
import { fsyncMs, makeFsyncSlow } from '../slow-fsync.ts'
import { startService } from '../start-service.ts'

const goalMs = 20

export const eventLoop: BenchLine = {
  name: 'event-loop',
  run: async (context: BenchContext): Promise<readonly BenchResult[]> => {
    const count = context.isSmall ? 200 : 10_000
    const what = `Event-loop delay p99 while ${count.toLocaleString('en')} pictures come in, fsync takes ${fsyncMs} ms`
    const missing = process.platform === 'linux' ? missingTools('cc') : 'fsync can be slowed down on Linux only'
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const { folder } = await picturesFolder(context, count)
    const env = await makeFsyncSlow(context.folder)
    const service = await startService(50)

    const measure = async (name: string, how: string, baseUrl?: string): Promise<BenchResult> => {
      const dataFolder = join(context.folder, name)
      const task = { kind: 'take-in', dataFolder, folder, decode: false, ...(baseUrl === undefined ? {} : { baseUrl }) } as const
      context.say(`${what}${how}`)
      const { delay, ms, phases } = await runMeasured(task, { env })
      await discard(dataFolder)
      const met = delay.p99 <= goalMs
      const profile = met ? [] : await profileMeasured(task, context.folder, { env })
      if (!met) await discard(dataFolder)
      return {
        kind: 'measured',
        what: `${what}${how}`,
        ours: `${delay.p99.toFixed(1)} ms`,
        reference: '',
        ratio: '',
        goal: `≤ ${goalMs} ms`,
        met,
        notes: [
          `median ${delay.p50.toFixed(1)} ms, longest ${delay.max.toFixed(0)} ms in ${(ms / 1000).toFixed(1)} s`,
          `of which reading all rows for the window ${(phases.list ?? 0).toFixed(0)} ms`,
          ...profile,
        ],
      }
    }
    try {
      return [await measure('slow-disk', ''), await measure('slow-disk-upload', ' and are uploaded meanwhile', service.baseUrl)]
    } finally {
      await service.stop()
    }
  },
}
