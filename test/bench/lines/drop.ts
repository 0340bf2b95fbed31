import { join } from 'node:path'
import { alternate } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, race, seconds } from '../bench-line.ts'
import { discard, picturesFolder } from '../queued-folder.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

let folders = 0

export const drop: BenchLine = {
  name: 'drop',
  run: async (context: BenchContext): Promise<readonly BenchResult[]> => {
    const count = context.isSmall ? 200 : 10_000
    const what = `${count.toLocaleString('en')} pictures dropped → rows with their jobs`
    const missing = missingTools('cp', 'sha256sum', 'sh')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const { folder } = await picturesFolder(context, count)
    const fresh = (): string => join(context.folder, `dropped-${++folders}`)
    const phases: string[] = []

    const ours = async (decode: boolean): Promise<number> => {
      const dataFolder = fresh()
      const outcome = await runMeasured({ kind: 'add', dataFolder, folder, decode })
      if (outcome.count !== count) throw new Error(`Only ${outcome.count} of ${count} rows have their job.`)
      phases.push(
        Object.entries(outcome.phases)
          .map(([name, ms]) => `${name} ${seconds(ms)}`)
          .join(', '),
      )
      await discard(dataFolder)
      return outcome.ms
    }
    const copyAndHash = async (): Promise<number> => {
      const target = fresh()
      const took = await runTool('sh', [
        '-c',
        'cp -r "$0" "$1" && cd "$1" && find . -type f -print0 | xargs -0 sha256sum > /dev/null',
        folder,
        target,
      ])
      await discard(target)
      return took
    }

    context.say(what)
    const times = await alternate(context.isSmall ? 1 : 2, () => ours(false), copyAndHash)
    const perSecond = (ms: number): string => `${Math.round((count / ms) * 1000).toLocaleString('en')} pictures/s`
    const profile = async (): Promise<readonly string[]> => {
      if (context.isSmall) return []
      // A smaller number is enough to see where the time goes.
      const few = await picturesFolder(context, 1_000)
      const dataFolder = fresh()
      const lines = await profileMeasured({ kind: 'add', dataFolder, folder: few.folder, decode: false }, context.folder)
      await discard(dataFolder)
      return lines
    }
    const core = race(`${what}, decoding left out (cp -r + sha256sum)`, times.ours, times.reference, null, [
      perSecond(times.ours),
      times.spread,
      `the last: ${phases.at(-1)}`,
      'each original is flushed to disk before its row is; cp flushes nothing',
      ...(await profile()),
    ])
    const decoded = await ours(true)
    return [
      core,
      race(`${what}, decoded in the image process (cp -r + sha256sum)`, decoded, times.reference, null, [
        perSecond(decoded),
        phases.at(-1) ?? '',
      ]),
    ]
  },
}
