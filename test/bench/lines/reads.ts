import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeLargeLibrary } from '../../fixtures/large-library.ts'
import { multiplyLibrary } from '../../fixtures/multiply-library.ts'
import { median } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import type { Outcome } from '../measured-process.ts'
import { runMeasured } from '../run-measured.ts'

const question = 'What does the label say?'

const makeTemplate = async ({ folder, say }: BenchContext, name: string, pictures: number): Promise<string> => {
  say(`making a library of ${pictures.toLocaleString('en')} pictures`)
  const template = join(folder, name)
  // Nothing listens there, so nothing is sent.
  await makeLargeLibrary(template, {
    pictures,
    waiting: 0,
    baseUrl: 'http://127.0.0.1:9',
    isActive: true,
    thumbnails: 0,
    questions: [question],
  })
  return template
}

const measure = async ({ folder, say }: BenchContext, template: string, asks: boolean): Promise<Outcome> => {
  const dataFolder = join(folder, 'reads-run')
  await mkdir(dataFolder)
  await cp(join(template, 'library.db'), join(dataFolder, 'library.db'))
  try {
    return await runMeasured({ kind: 'reads', dataFolder, asks }, { onStep: say })
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

type Goal = { readonly what: string; readonly of: string; readonly atMost?: number }

const goals: readonly Goal[] = [
  { what: 'The page after its filter changed, deep too: p95 of the reader, processor', of: 'page p95, filter', atMost: 30 },
  { what: '… after its order changed', of: 'page p95, order', atMost: 30 },
  { what: '… after its grouping changed', of: 'page p95, groups', atMost: 30 },
  { what: '… with nothing kept', of: 'page p95, anew', atMost: 30 },
  {
    what: 'Search of the library, the slowest of nine times three letters in four orders, processor',
    of: 'search of the library',
    atMost: 45,
  },
  { what: 'Search of answers, the slowest of these, processor', of: 'search of answers', atMost: 45 },
  { what: 'The slowest page through the core while all are asked about, one each 50 ms', of: 'slowest page while asking' },
  { what: 'Export of all answers', of: 'all answers', atMost: 1_500 },
  { what: '… the main thread’s longest turn, processor', of: 'all answers, longest turn', atMost: 16 },
  { what: 'Export as a table, CSV', of: 'table, CSV', atMost: 1_500 },
  { what: '… the main thread’s longest turn, processor', of: 'table, CSV, longest turn', atMost: 16 },
  { what: 'Export as a table, XLSX', of: 'table, XLSX' },
  { what: 'Hand over', of: 'hand-over' },
  { what: '… the main thread’s longest turn, processor', of: 'hand-over, longest turn', atMost: 16 },
]

const show = (outcomes: readonly Outcome[], list: readonly Goal[], note: string): BenchResult[] =>
  list.flatMap(({ what, of, atMost }, index): BenchResult[] => {
    const values = outcomes.flatMap(({ phases }) => phases[of] ?? [])
    if (values.length === 0) return []
    const asking = of === 'slowest page while asking' ? median(outcomes.map(({ phases }) => phases['ask about all'] ?? Number.NaN)) : null
    const most = asking === null ? (atMost ?? null) : asking + 100
    const worked = outcomes.flatMap(({ phases }) => phases[`${of}, processor`] ?? [])
    return [
      {
        kind: 'measured',
        what,
        ours: seconds(median(values)),
        reference: '',
        ratio: '',
        goal: most === null ? '' : `≤ ${seconds(most)}`,
        met: most === null ? null : median(values) <= most,
        notes: [
          ...(index === 0 ? [note] : []),
          `runs in ms: ${values.map((one) => one.toFixed(1)).join(', ')}`,
          ...(worked.length > 0 ? [`of a processor: ${worked.map((one) => one.toFixed(0)).join(', ')}`] : []),
        ],
      },
    ]
  })

/** What windows read of a large library, and what is written of all of it. */
export const reads: BenchLine = {
  name: 'reads',
  run: async (context) => {
    const pictures = context.isSmall ? 1_000 : 100_000
    const template = await makeTemplate(context, 'reads', pictures)
    const outcomes: Outcome[] = []
    for (let run = 0; run < context.runs; run++) outcomes.push(await measure(context, template, true))
    return show(outcomes, goals, `${pictures.toLocaleString('en')} pictures, each with an upload and an answer`)
  },
}

/** The same with ten times as many, once: it promises nothing. */
export const million: BenchLine = {
  name: 'million',
  isApart: true,
  run: async (context) => {
    const pictures = context.isSmall ? 1_000 : 100_000
    const template = await makeTemplate(context, 'million', pictures)
    context.say('making it ten times as large')
    multiplyLibrary(template, 10)
    const outcome = await measure(context, template, false)
    const all = Object.keys(outcome.phases).map((of) => ({ what: of, of }))
    const size = `${((outcome.bytes.library ?? 0) / 1e9).toFixed(1)} GB`
    return show([outcome], all, `${outcome.count.toLocaleString('en')} pictures, ${size}`)
  },
}
