import { cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import { median } from '../alternate.ts'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import type { Outcome } from '../measured-process.ts'
import { picturesFolder } from '../queued-folder.ts'
import { runMeasured } from '../run-measured.ts'
import { startService } from '../start-service.ts'
import { workOf } from '../work-in-library.ts'

/** A step may take this much longer than its goal says, and so many milliseconds more. */
const [factor, slackMs] = [1.3, 50]

type Goal = 'linear' | 'constant' | { readonly atMost: number; readonly unit: 'ms' | '%' }
type Step = { readonly name: string; readonly what: string; readonly goals: readonly Goal[] }

const atMost = (most: number, unit: 'ms' | '%' = 'ms'): Goal => ({ atMost: most, unit })

const stepsWith = (next: string): readonly Step[] => [
  { name: 'open', what: 'Open', goals: ['constant'] },
  { name: 'open after a crash', what: 'Open after a crash, with a check of the file', goals: ['linear'] },
  { name: 'first page', what: 'First page', goals: ['constant'] },
  { name: 'search', what: 'Search, the slowest letter', goals: ['linear', atMost(50)] },
  { name: 'select all', what: 'Select all', goals: ['linear'] },
  { name: 'queue', what: 'State of the queue', goals: ['constant'] },
  { name: 'drop', what: `Drop ${next} more → rows with their jobs`, goals: ['constant'] },
  { name: 'check', what: '… → all decoded and checked', goals: ['constant'] },
  { name: 'upload', what: 'Upload these', goals: ['constant'] },
  { name: 'ask', what: 'Ask about all, until it is queued', goals: ['linear'] },
  { name: 'attach', what: 'Attach all to one product, until it is queued', goals: ['linear'] },
  { name: 'export', what: 'Export all answers as CSV', goals: ['linear'] },
  { name: 'snapshot', what: 'Daily snapshot and its check, CPU time', goals: ['linear'] },
  { name: 'snapshot share', what: '… its share of one processor meanwhile', goals: [atMost(10, '%')] },
  { name: 'snapshot stall', what: '… longest stall of the main thread', goals: [atMost(50)] },
  { name: 'restore', what: 'Restore a damaged library from its snapshot', goals: ['linear'] },
]

type Size = {
  readonly pictures: number
  readonly phases: Readonly<Record<string, number>>
  readonly bytes: Readonly<Record<string, number>>
}

const isMet = (goal: Goal, values: readonly number[], pictures: readonly number[]): boolean => {
  if (goal === 'constant') return values.every((ms) => ms <= Math.max(factor * (values[0] ?? 0), (values[0] ?? 0) + slackMs))
  if (goal !== 'linear') return values.every((value) => value <= goal.atMost)
  return values.every((ms, at) => {
    const more = (pictures[at] ?? 0) / (pictures[at - 1] ?? pictures[at] ?? 1)
    return at === 0 || ms <= more * factor * (values[at - 1] ?? 0) + slackMs
  })
}

const say = (goal: Goal): string =>
  goal === 'constant'
    ? `does not grow (≤ ${factor} × or ${slackMs} ms)`
    : goal === 'linear'
      ? 'at most linear'
      : `≤ ${goal.atMost} ${goal.unit}`

const numbers = (values: readonly number[], digits: number): string => values.map((one) => one.toFixed(one < 10 ? digits : 0)).join(' → ')

/** What a step took of the processors, which says more on a busy machine. */
const workNotes = (name: string, sizes: readonly Size[]): readonly string[] => {
  const values = sizes.flatMap(({ phases }) => phases[workOf(name)] ?? [])
  return values.length === 0 ? [] : [`processor time, with its threads: ${numbers(values, 1)} ms`]
}

/** A library of this size, worked with `runs` times, made for each time. */
const measureSize = async ({ folder, runs, say: tell }: BenchContext, pictures: number, next: string, baseUrl: string): Promise<Size> => {
  const what = `a library of ${pictures.toLocaleString('en')} pictures`
  tell(`making ${what}`)
  const template = join(folder, `growth-${pictures}`)
  await makeLargeLibrary(template, {
    pictures,
    waiting: 0,
    baseUrl,
    isActive: true,
    // Nothing here shows one.
    thumbnails: 0,
    questions: ['What does the label say?'],
  })
  tell(what)
  const outcomes: Outcome[] = []
  for (let run = 0; run < runs; run++) {
    const dataFolder = join(folder, `growth-${pictures}-${run}`)
    await mkdir(dataFolder)
    await cp(join(template, 'library.db'), join(dataFolder, 'library.db'))
    const onStep = (step: string): void => tell(`${pictures.toLocaleString('en')} pictures, run ${run + 1} of ${runs}: ${step}`)
    outcomes.push(await runMeasured({ kind: 'growth', dataFolder, search: 'product-0004', folder: next, baseUrl }, { onStep }))
    // Its pictures stay until the end: ext4 makes new files more slowly for minutes after many were deleted.
    for (const name of await readdir(dataFolder))
      if (name !== 'originals' && name !== 'thumbnails') await rm(join(dataFolder, name), { recursive: true, force: true })
  }
  const took = outcomes.map(({ ms }) => (ms / 1_000).toFixed(0)).join(', ')
  tell(`${what}: ${outcomes.length} runs of ${took} s`)
  const medians = (of: 'phases' | 'bytes'): Record<string, number> =>
    Object.fromEntries(Object.keys(outcomes[0]?.[of] ?? {}).map((name) => [name, median(outcomes.map((one) => one[of][name] ?? 0))]))
  const library = (await stat(join(template, 'library.db'))).size
  await rm(template, { recursive: true, force: true })
  return { pictures, phases: medians('phases'), bytes: { ...medians('bytes'), library } }
}

/** How many pictures a library has; `PACKSHOT_BENCH_SIZES` names other numbers, e.g. `1000,10000`. */
const sizesOf = ({ isSmall }: BenchContext): readonly number[] => {
  const given = (process.env.PACKSHOT_BENCH_SIZES ?? '')
    .split(',')
    .map(Number)
    .filter((one) => one > 0)
  if (given.length > 0) return given
  return isSmall ? [100, 1_000] : [1_000, 10_000, 100_000]
}

/** The same steps with ten and a hundred times the pictures: nothing may grow faster than they do. */
export const growth: BenchLine = {
  name: 'growth',
  run: async (context): Promise<readonly BenchResult[]> => {
    const next = await picturesFolder(context, context.isSmall ? 50 : 1_000)
    const service = await startService(0)
    const sizes: Size[] = []
    try {
      for (const pictures of sizesOf(context)) sizes.push(await measureSize(context, pictures, next.folder, service.baseUrl))
    } finally {
      await service.stop()
    }
    const pictures = sizes.map((one) => one.pictures)
    const counts = pictures.map((one) => one.toLocaleString('en')).join(' → ')
    const steps = stepsWith(next.paths.length.toLocaleString('en')).map(({ name, what, goals }, index): BenchResult => {
      const values = sizes.map(({ phases }) => phases[name] ?? 0)
      const unit = goals.some((goal) => typeof goal === 'object' && goal.unit === '%') ? '%' : 'ms'
      return {
        kind: 'measured',
        what: index === 0 ? `${what}, with ${counts} pictures` : what,
        ours: `${numbers(values, 1)} ${unit}`,
        reference: '',
        ratio: '',
        goal: goals.map(say).join(', '),
        met: goals.every((goal) => isMet(goal, values, pictures)),
        notes: [
          ...(index === 0
            ? [
                'the library is seeded: each picture has its row, a completed upload, a source and an answer, and no files',
                'dropped, checked and uploaded are real pictures of 60 KB beside them; questions and attachments stay queued',
              ]
            : []),
          ...workNotes(name, sizes),
        ],
      }
    })
    const disk = (name: string, what: string): BenchResult => {
      const values = sizes.map(({ bytes, pictures: of }) => (bytes[name] ?? 0) / of)
      const met = values.every((one) => one <= factor * (values[0] ?? 0))
      return {
        kind: 'measured',
        what,
        ours: `${numbers(values, 0)} bytes`,
        reference: '',
        ratio: '',
        goal: 'does not grow',
        met,
        notes: [],
      }
    }
    return [
      ...steps,
      disk('library', 'On disk for each picture: its rows, with an answer'),
      disk('snapshot', 'On disk for each picture: one snapshot'),
    ]
  },
}
