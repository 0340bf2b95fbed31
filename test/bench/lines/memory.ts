import { type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import { copyQueued, discard } from '../queued-folder.ts'
import { describeMemory } from '../read-memory.ts'
import { profileMeasured } from '../run-measured.ts'
import { missingTools } from '../run-tool.ts'
import { runWatched } from '../run-watched.ts'
import { startService } from '../start-service.ts'

const limitMb = 150
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
      const { peakMb, ms, said, parts } = await runWatched(args, dataFolder, 'bench-key\n')
      const { done } = said as { readonly done: number }
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
