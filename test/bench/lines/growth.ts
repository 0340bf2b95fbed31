import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import { median } from '../alternate.ts'
import type { BenchLine, BenchResult } from '../bench-line.ts'
import type { Outcome } from '../measured-process.ts'
import { runMeasured } from '../run-measured.ts'

const searchGoalMs = 50
/** A step may take this much longer than ten times the time with a tenth of the pictures, and so many milliseconds more. */
const [factor, slackMs] = [1.3, 50]

type Size = { readonly pictures: number; readonly phases: Readonly<Record<string, number>>; readonly bytes: number }

/** The same steps with ten and a hundred times the pictures: nothing may grow faster than they do. */
export const growth: BenchLine = {
  name: 'growth',
  run: async ({ folder, isSmall, runs, say }): Promise<readonly BenchResult[]> => {
    const sizes: Size[] = []
    for (const pictures of isSmall ? [100, 1_000] : [1_000, 10_000, 100_000]) {
      const what = `a library of ${pictures.toLocaleString('en')} pictures`
      say(`making ${what}`)
      const dataFolder = join(folder, `growth-${pictures}`)
      await makeLargeLibrary(dataFolder, { pictures, waiting: 0, baseUrl: 'http://127.0.0.1:9', thumbnails: isSmall ? 1 : 300 })
      say(what)
      const outcomes: Outcome[] = []
      for (let run = 0; run < runs; run++) outcomes.push(await runMeasured({ kind: 'growth', dataFolder, search: 'product-0004' }))
      const names = Object.keys(outcomes[0]?.phases ?? {})
      const phases = Object.fromEntries(names.map((name) => [name, median(outcomes.map((one) => one.phases[name] ?? 0))]))
      sizes.push({ pictures, phases, bytes: (await stat(join(dataFolder, 'library.db'))).size / pictures })
      await rm(dataFolder, { recursive: true, force: true })
    }
    const last = sizes.at(-1)
    const steps = Object.keys(last?.phases ?? {}).map((step): BenchResult => {
      const times = sizes.map(({ phases }) => phases[step] ?? 0)
      const grows = times.some((ms, at) => at > 0 && ms > 10 * factor * (times[at - 1] ?? 0) + slackMs)
      const isSlow = step === 'search' && (times.at(-1) ?? 0) > searchGoalMs
      return {
        kind: 'measured',
        what: `${step}, with ${sizes.map(({ pictures }) => pictures.toLocaleString('en')).join(' → ')} pictures`,
        ours: times.map((ms) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`).join(' → '),
        reference: '',
        ratio: '',
        goal: step === 'search' ? `≤ ${searchGoalMs} ms, at most linear` : 'at most linear',
        met: !grows && !isSlow,
        notes: [],
      }
    })
    const bytes = sizes.map((one) => `${one.bytes.toFixed(0)} bytes`).join(' → ')
    const isEven = (last?.bytes ?? 0) <= factor * (sizes[0]?.bytes ?? 0)
    const disk = { what: 'The library file, for each picture', ours: bytes, reference: '', ratio: '', goal: 'does not grow', notes: [] }
    return [...steps, { kind: 'measured', met: isEven, ...disk }]
  },
}
