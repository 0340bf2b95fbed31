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
    const [count, fewer] = context.isSmall ? [100, 100] : [10_000, 2_000]
    const named = (pictures: number): string =>
      `Event-loop delay p99 while ${pictures.toLocaleString('en')} pictures come in, fsync takes ${fsyncMs} ms`
    const missing = process.platform === 'linux' ? missingTools('cc') : 'fsync can be slowed down on Linux only'
    if (missing !== undefined) return [{ kind: 'skipped', what: named(count), reason: missing }]
    const env = await makeFsyncSlow(context.folder)
    const service = await startService(50)

    const measure = async (pictures: number, how: string, baseUrl?: string): Promise<BenchResult> => {
      const what = `${named(pictures)}${how}`
      const { folder } = await picturesFolder(context, pictures)
      const dataFolder = join(context.folder, 'slow-disk')
      const task = { kind: 'add', dataFolder, folder, decode: false, ...(baseUrl === undefined ? {} : { baseUrl }) } as const
      context.say(what)
      const { delay, ms, phases, done } = await runMeasured(task, { env })
      await discard(dataFolder)
      if (baseUrl !== undefined && done === 0)
        return { kind: 'skipped', what, reason: 'no upload began before all pictures were in, so nothing of that kind was measured' }
      const met = delay.p99 <= goalMs
      const profile = met || context.isSmall ? [] : await profileMeasured(task, context.folder, { env })
      await discard(dataFolder)
      const notes = [
        `median ${delay.p50.toFixed(1)} ms, p99.9 ${delay.p999.toFixed(1)} ms, longest ${delay.max.toFixed(0)} ms in ${(ms / 1000).toFixed(1)} s, ` +
          `of which reading all rows at the end took ${(phases.list ?? 0).toFixed(0)} ms; resolution 1 ms, which is part of each figure`,
        ...(baseUrl === undefined ? [] : [`${done.toLocaleString('en')} of them were uploaded by then`]),
        ...profile,
      ]
      return { kind: 'measured', what, ours: `${delay.p99.toFixed(1)} ms`, reference: '', ratio: '', goal: `≤ ${goalMs} ms`, met, notes }
    }
    try {
      return [await measure(count, ''), await measure(fewer, ' and are uploaded meanwhile', service.baseUrl)]
    } finally {
      await service.stop()
    }
  },
}
