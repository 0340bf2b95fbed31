import { join } from 'node:path'
import { alternate, median } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, race, seconds } from '../bench-line.ts'
import type { Outcome } from '../measured-process.ts'
import { discard, picturesFolder } from '../queued-folder.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools, runTool } from '../run-tool.ts'

/** A dropped picture is on screen this long after its row, in milliseconds. */
const screenGoalMs = 500

let folders = 0

/** So that writing back what one run left doesn't slow down the next. */
const settle = async ({ isSmall }: BenchContext): Promise<void> => {
  if (!isSmall) await runTool('sync', [])
}

export const drop: BenchLine = {
  name: 'drop',
  run: async (context: BenchContext): Promise<readonly BenchResult[]> => {
    const count = context.isSmall ? 200 : 10_000
    const what = `${count.toLocaleString('en')} pictures dropped`
    const missing = missingTools('cp', 'sync', 'sha256sum', 'sh', 'vipsthumbnail')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const { folder } = await picturesFolder(context, count)
    const used: string[] = []
    // ext4 passes over the places of files that were deleted in the last minutes, one by one, at each new file: nothing is deleted between runs.
    const use = (): string => {
      const fresh = join(context.folder, `dropped-${++folders}`)
      used.push(fresh)
      return fresh
    }
    const runs: Outcome[] = []
    const phase = (name: string): number => median(runs.map(({ phases }) => phases[name] ?? 0))

    const ours = async (): Promise<number> => {
      const outcome = await runMeasured({ kind: 'drop', dataFolder: use(), folder })
      if (outcome.count !== count) throw new Error(`Only ${outcome.count} of ${count} rows have their job.`)
      runs.push(outcome)
      await settle(context)
      return outcome.phases.rows ?? outcome.ms
    }
    const shell = async (script: string): Promise<number> => {
      const took = await runTool('sh', ['-c', script, folder, use()], { ...process.env, VIPS_CONCURRENCY: '1' })
      await settle(context)
      return took
    }
    // As durable as ours, and no more: these files, not the whole disk.
    const copyAndHash = () =>
      shell(
        'cp -r "$0" "$1" && cd "$1" && find . -type f -print0 | xargs -0 sync && find . -type f -print0 | xargs -0 sha256sum > /dev/null',
      )
    const decodeAll = () =>
      shell('mkdir "$1" && cd "$0" && find . -type f -print0 | xargs -0 -n 500 -P 2 vipsthumbnail --size "512x512>" -o "$1/%s.jpg[Q=80]"')

    context.say(`${what} → rows with their jobs`)
    const decoded: number[] = []
    const rows = await alternate(context.runs, ours, async () => {
      const took = await copyAndHash()
      decoded.push(await decodeAll())
      return took
    })
    const [screen, checked] = [phase('screen'), phase('checked')]
    const perSecond = `${Math.round((count / rows.ours) * 1000).toLocaleString('en')} pictures/s`
    const cpu = runs.map((one) => `${seconds(one.cpu.process)} (main thread ${seconds(one.cpu.thread)})`).join(', ')
    const stalls = runs.map(({ delay }) => delay.max.toFixed(0)).join(', ')
    const profile = async (): Promise<readonly string[]> => {
      if (context.isSmall) return []
      // A smaller number is enough to see where the time goes.
      const few = await picturesFolder(context, 1_000)
      return profileMeasured({ kind: 'drop', dataFolder: use(), folder: few.folder }, context.folder)
    }
    const results: readonly BenchResult[] = [
      race(`${what} → rows with their jobs (cp -r + sync of these files + sha256sum)`, rows.ours, rows.reference, 1, [
        perSecond,
        rows.spread,
        `CPU time of our process until all are checked: ${cpu}; longest turns in ms: ${stalls}`,
        ...(rows.reference >= rows.ours ? [] : await profile()),
      ]),
      {
        kind: 'measured',
        what: `${what} → thumbnails of what is on screen, after their rows`,
        ours: seconds(screen),
        reference: '',
        ratio: '',
        goal: `≤ ${seconds(screenGoalMs)}`,
        met: screen <= screenGoalMs,
        notes: [
          'the first 40 pictures, asked for when they have rows, while the others come in; the start of the image process is part of it',
        ],
      },
      race(`${what} → all decoded and checked (vipsthumbnail, two processes)`, checked - rows.ours, median(decoded), 0.9, [
        `from the last row on: ${seconds(checked - rows.ours)}, from the drop on: ${seconds(checked)}`,
        `vipsthumbnail alone, runs in ms: ${decoded.map((one) => one.toFixed(0)).join(', ')}`,
      ]),
    ]
    for (const one of used) await discard(one)
    return results
  },
}
