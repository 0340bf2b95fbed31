import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startDisplay } from '../../support/display.ts'
import { lackForElectronTests } from '../../support/electron-host.ts'
import { makePageBuild } from '../../support/host-build.ts'
import { median } from '../alternate.ts'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import { summariseProfile } from '../summarise-profile.ts'
import { measureSheet, type SheetTimes } from '../window/measure-sheet.ts'
import { bareSelector, openBareList, openPackshot } from '../window/open-scene.ts'
import { makeSheetLibrary, rowsOf, sheetColumns } from '../window/sheet-folder.ts'
import { type Frames, sumUpFrames, type Watched, watchFrames } from '../window/watch-frames.ts'

const goals = { p95Ms: 20, editMs: 50, findMs: 200, stallMs: 50 }
const rowHeight = 68
const pastedRows = 625

type Runs = { readonly ours: readonly SheetTimes[]; readonly bare: readonly Watched[] }

const copyLibrary = async (context: BenchContext, template: string, name: string): Promise<string> => {
  const copy = join(context.folder, name)
  await mkdir(copy)
  await cp(join(template, 'library.db'), join(copy, 'library.db'))
  await symlink(join(template, 'thumbnails'), join(copy, 'thumbnails'))
  return copy
}

const measure = async (context: BenchContext, template: string, display: string | undefined): Promise<Runs> => {
  const build = await makePageBuild('bench-bare', 'test/bench/bare-page')
  const [ours, bare]: [SheetTimes[], Watched[]] = [[], []]
  const scrollMs = context.isSmall ? 2_000 : 8_000
  for (let run = 0; run < context.runs; run++) {
    context.say(`the sheet, ${run + 1} of ${context.runs}`)
    const dataFolder = await copyLibrary(context, template, `sheet-${run}`)
    const options = { runs: 2, scrollMs, pastedRows: context.isSmall ? 25 : pastedRows, withProfile: run === context.runs - 1 }
    ours.push(await measureSheet(await openPackshot({ dataFolder, display }), options))
    const list = await openBareList(build, { dataFolder, display }, { count: rowsOf(context), height: rowHeight })
    bare.push(await watchFrames(list, { selector: bareSelector, ms: scrollMs, pixelsPerSecond: 3_000 }).finally(list.close))
    await rm(dataFolder, { recursive: true, force: true })
  }
  await rm(build, { recursive: true, force: true })
  return { ours, bare }
}

const middleFrames = (all: readonly Watched[]): Frames => {
  const frames = all.map(({ intervals }) => sumUpFrames(intervals))
  const of = (key: keyof Frames): number => median(frames.map((one) => one[key]))
  return { p50: of('p50'), p95: of('p95'), p99: of('p99'), slow: of('slow'), longest: of('longest') }
}

const describeFrames = ({ p50, p95, p99, slow, longest }: Frames): string =>
  `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)} ms, over 33 ms ${(slow * 100).toFixed(1)} %`

type Step = 'open' | 'edit' | 'sort' | 'filter' | 'search' | 'paste' | 'undo' | 'approve'

const toResults = (context: BenchContext, { ours, bare }: Runs): readonly BenchResult[] => {
  const at = `${rowsOf(context).toLocaleString('en')} rows × ${sheetColumns.length} columns`
  const [frames, bareFrames] = [middleFrames(ours.map(({ scroll }) => scroll)), middleFrames(bare)]
  const all = (step: Step): number[] => ours.flatMap((one) => one[step]).toSorted((one, other) => one - other)
  const shared = { kind: 'measured', reference: '', ratio: '' } as const
  const line = (what: string, step: Step, goal: number | null, notes: readonly string[] = []): BenchResult => {
    const times = all(step)
    const worst = times.at(-1) ?? Number.NaN
    const p95 = times[Math.floor(times.length * 0.95)] ?? worst
    return {
      ...shared,
      what: `${what}, ${at}`,
      ours: `${median(times).toFixed(0)} ms, at most ${worst.toFixed(0)} ms`,
      goal: goal === null ? '' : `p95 ≤ ${goal} ms`,
      met: goal === null ? null : p95 <= goal,
      notes: [`of ${times.length}; each until the frame after the one that shows it`, ...notes],
    }
  }
  const names = Object.keys(ours[0]?.stalls ?? {})
  const stall = (name: string, where: 'page' | 'core'): number => Math.max(...ours.map((one) => one.stalls[name]?.[where] ?? 0))
  const worst = (where: 'page' | 'core'): number => Math.max(...names.map((name) => stall(name, where)))
  const list = (where: 'page' | 'core'): string => names.map((name) => `${name} ${stall(name, where).toFixed(0)}`).join(', ')
  const profile = ours.at(-1)?.profile ?? null
  const met = frames.p95 <= goals.p95Ms
  return [
    {
      kind: 'measured',
      what: `Frames while scrolling the sheet, ${at}: p95 (bare virtual list)`,
      ours: `${frames.p95.toFixed(1)} ms`,
      reference: `${bareFrames.p95.toFixed(1)} ms`,
      ratio: `${(Math.floor((bareFrames.p95 / frames.p95) * 100) / 100).toFixed(2)}×`,
      goal: `≤ ${goals.p95Ms} ms`,
      met,
      notes: [
        `ours ${describeFrames(frames)}; bare list ${describeFrames(bareFrames)}`,
        `load of the machine: ${loadavg()
          .map((one) => one.toFixed(1))
          .join(', ')}`,
        ...(met || profile === null ? [] : summariseProfile(profile)),
      ],
    },
    line('Open the sheet', 'open', null),
    line('Begin and save an edit', 'edit', goals.editMs),
    line('Sort by a column', 'sort', goals.findMs),
    line('Filter by a state', 'filter', goals.findMs),
    line('Search, with the pause of 150 ms after typing', 'search', 150 + goals.findMs),
    line(`Paste ${(pastedRows * 8).toLocaleString('en')} cells until they are on the disk`, 'paste', null),
    line('Undo that paste, as one step', 'undo', null),
    line('Approve a column', 'approve', null),
    {
      ...shared,
      what: `Longest stall meanwhile, page · main process, ${at}`,
      ours: `${worst('page').toFixed(0)} · ${worst('core').toFixed(0)} ms`,
      goal: `≤ ${goals.stallMs} ms`,
      met: Math.max(worst('page'), worst('core')) <= goals.stallMs,
      notes: [`page, tasks over 50 ms: ${list('page')}`, `main process: ${list('core')}`],
    },
    {
      ...shared,
      what: `Private memory of the window’s process after that, ${at}`,
      ours: `${median(ours.map(({ privateMb }) => privateMb)).toFixed(0)} MB`,
      goal: '',
      met: null,
      notes: [],
    },
  ]
}

/** A set's sheet in the app itself: scrolled, edited, sorted, filtered, pasted into. */
export const sheet: BenchLine = {
  name: 'sheet',
  run: async (context) => {
    const lack = process.platform === 'linux' ? lackForElectronTests() : 'memory is read from /proc, which Linux has'
    if (lack !== null) return [{ kind: 'skipped', what: `The sheet with ${rowsOf(context).toLocaleString('en')} rows`, reason: lack }]
    const display = await startDisplay()
    try {
      return toResults(context, await measure(context, await makeSheetLibrary(context), display.name))
    } finally {
      await display.stop()
    }
  },
}
