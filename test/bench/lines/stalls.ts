import type { BenchLine } from '../bench-line.ts'
import { copyQueued, discard } from '../queued-folder.ts'
import { profileMeasured, runMeasured } from '../run-measured.ts'
import { missingTools } from '../run-tool.ts'

const goalMs = 50

/** The longest time that nothing else could run while a person changes thousands of pictures at once. */
export const stalls: BenchLine = {
  name: 'stalls',
  run: async (context) => {
    const files = context.isSmall ? 500 : 10_000
    const what = `Longest stall, ${files.toLocaleString('en')} pictures attached to one product, cancelled, removed`
    const missing = missingTools('cp')
    if (missing !== undefined) return [{ kind: 'skipped', what, reason: missing }]
    const measure = async (profile: boolean) => {
      const dataFolder = await copyQueued(context, files)
      const task = { kind: 'stalls', dataFolder } as const
      try {
        return profile ? { lines: await profileMeasured(task, context.folder) } : { outcome: await runMeasured(task) }
      } finally {
        await discard(dataFolder)
      }
    }
    context.say(what)
    const { outcome } = await measure(false)
    const phases = Object.entries(outcome?.phases ?? {})
    const worst = Math.max(...phases.map(([, ms]) => ms))
    const met = worst <= goalMs
    const notes = [phases.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ')]
    if (!met && !context.isSmall) notes.push(...((await measure(true)).lines ?? []))
    return [{ kind: 'measured', what, ours: `${worst.toFixed(0)} ms`, reference: '', ratio: '', goal: `≤ ${goalMs} ms`, met, notes }]
  },
}
