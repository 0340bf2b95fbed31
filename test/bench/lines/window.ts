import { rm } from 'node:fs/promises'
import { startDisplay } from '../../support/display.ts'
import { lackForElectronTests } from '../../support/electron-host.ts'
import { makePageBuild } from '../../support/host-build.ts'
import { median } from '../alternate.ts'
import type { BenchContext, BenchLine, BenchResult } from '../bench-line.ts'
import { type BenchService, startService } from '../start-service.ts'
import { summariseProfile } from '../summarise-profile.ts'
import { copyTemplate, countChanges, distinctThumbnails, makeTemplate, sizeOf } from '../window/large-library-folder.ts'
import { type Measured, measureScene } from '../window/measure-scene.ts'
import {
  bareSelector,
  connectByHand,
  connectThroughBridge,
  gridSelector,
  openBareList,
  openPackshot,
  readGrid,
} from '../window/open-scene.ts'
import { type Frames, sumUpFrames } from '../window/watch-frames.ts'

/** The start and the end of an upload each change a job's state. */
const changesPerSecond = 1_000
const goals = { p95Ms: 20, slowPart: 0.01, rows: 300, memoryMb: 350 }
const runs = 3

type Run = Measured & { readonly changes: number }
type Both = { readonly ours: readonly Run[]; readonly bare: readonly Run[]; readonly rows: number; readonly profile: string | null }

const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
const middle = (all: readonly Run[], read: (run: Run) => number): number => median(all.map(read))
const middleFrames = (all: readonly Run[], when: 'idle' | 'busy'): Frames => {
  const frames = all.map((run) => sumUpFrames(run[when].intervals))
  const of = (key: keyof Frames): number => median(frames.map((one) => one[key]))
  return { p50: of('p50'), p95: of('p95'), p99: of('p99'), slow: of('slow'), longest: of('longest') }
}
const describeFrames = ({ p95, p99, slow, longest }: Frames): string =>
  `p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, over 33 ms ${percent(slow)}, longest ${longest.toFixed(0)} ms`

/** Both alternately, each in a copy of the same library with the same uploads running. */
const measureBoth = async (context: BenchContext, template: string, service: BenchService, display: string | undefined): Promise<Both> => {
  const build = await makePageBuild('bench-bare', 'test/bench/bare-page')
  const options = { ms: context.isSmall ? 2_000 : 12_000 }
  const inCopy = async (measure: (dataFolder: string) => Promise<Measured>): Promise<Run> => {
    const dataFolder = await copyTemplate(context, template)
    const measured = await measure(dataFolder)
    const { from, to } = measured.busy
    const changes = (countChanges(dataFolder, from, to) * 1000) / (to - from)
    await rm(dataFolder, { recursive: true, force: true })
    return { ...measured, changes }
  }
  let grid = { count: 0, height: 0 }
  const [ours, bare]: [Run[], Run[]] = [[], []]
  const times = context.isSmall ? 1 : runs
  for (let run = 0; run < times; run++) {
    context.say(`scrolling, ${run + 1} of ${times}`)
    ours.push(
      await inCopy(async (dataFolder) => {
        const app = await openPackshot({ dataFolder, display })
        grid = await readGrid(app)
        const scene = { app, selector: gridSelector, connect: () => connectByHand(app, service.baseUrl) }
        return measureScene(scene, { ...options, withProfile: run === times - 1 })
      }),
    )
    bare.push(
      await inCopy(async (dataFolder) => {
        const app = await openBareList(build, { dataFolder, display }, grid)
        return measureScene({ app, selector: bareSelector, connect: () => connectThroughBridge(app, service.baseUrl) }, options)
      }),
    )
  }
  await rm(build, { recursive: true, force: true })
  return { ours, bare, rows: grid.count, profile: ours.at(-1)?.profile ?? null }
}

const toResults = (context: BenchContext, { ours, bare, rows, profile }: Both): readonly BenchResult[] => {
  const [frames, bareFrames] = [middleFrames(ours, 'busy'), middleFrames(bare, 'busy')]
  const changes = middle(ours, (run) => run.changes)
  const pictures = sizeOf(context).pictures.toLocaleString('en')
  const at = `${pictures} pictures, ${changes.toFixed(0)} changes of state a second`
  const isFull = changes >= changesPerSecond * 0.95
  const met = frames.p95 <= goals.p95Ms && frames.slow <= goals.slowPart && isFull
  const [cells, rowsThere] = [Math.max(...ours.map((run) => run.busy.cells)), Math.max(...ours.map((run) => run.busy.rows))]
  const [privateMb, residentMb] = [middle(ours, (run) => run.memory.privateMb), Math.max(...ours.map((run) => run.memory.peakMb))]
  const shared = { kind: 'measured', reference: '', ratio: '', notes: [] } as const
  return [
    {
      kind: 'measured',
      what: `Frames while scrolling, ${at}: p95, part over 33 ms (bare virtual list of ${rows.toLocaleString('en')} rows)`,
      ours: `${frames.p95.toFixed(1)} ms, ${percent(frames.slow)}`,
      reference: `${bareFrames.p95.toFixed(1)} ms, ${percent(bareFrames.slow)}`,
      ratio: `${(Math.floor((bareFrames.p95 / frames.p95) * 100) / 100).toFixed(2)}×`,
      goal: `≤ ${goals.p95Ms} ms, ≤ ${percent(goals.slowPart)}`,
      met,
      notes: [
        ...(isFull ? [] : [`the goal of ${changesPerSecond} changes a second was not reached: the machine had no more to give`]),
        `ours: ${describeFrames(frames)}; bare list in the same app, same uploads: ${describeFrames(bareFrames)}, ${middle(bare, (run) => run.changes).toFixed(0)} changes a second`,
        `without uploads: ours ${describeFrames(middleFrames(ours, 'idle'))}; bare list ${describeFrames(middleFrames(bare, 'idle'))}`,
        `each run 12 s at 3,000 pixels a second in Electron under Xvfb, where Chromium draws without a GPU; requestAnimationFrame timestamps; no debugger attached`,
        `the changes are real: tiny pictures uploaded by the app to a service on loopback that answers ${changesPerSecond / 2} a second, counted in the library's own record of attempts`,
        `${distinctThumbnails} distinct thumbnail files stand for all pictures, under an address of each picture's own`,
        `cells seen before their data was there: ${percent(middle(ours, (run) => run.busy.emptyCells / Math.max(1, run.busy.seenCells)))}`,
        ...(met || profile === null ? [] : summariseProfile(profile)),
      ],
    },
    {
      ...shared,
      what: `Most rows and cells of the grid at once, ${pictures} pictures`,
      ours: `${rowsThere} rows, ${cells} cells`,
      goal: `≤ ${goals.rows}`,
      met: rowsThere + cells <= goals.rows,
      notes: [
        `counted at each frame of all scrolling; the whole page had ${Math.max(...ours.map((run) => run.busy.elements))} elements at most`,
      ],
    },
    {
      ...shared,
      what: `Private memory of the window’s process after that scrolling, ${pictures} pictures`,
      ours: `${privateMb.toFixed(0)} MB`,
      reference: `${middle(bare, (run) => run.memory.privateMb).toFixed(0)} MB`,
      goal: `< ${goals.memoryMb} MB`,
      met: privateMb < goals.memoryMb,
      notes: [
        `Private_Clean + Private_Dirty of /proc/PID/smaps_rollup; with what it shares with Chromium’s other processes (its program file among it) ${residentMb.toFixed(0)} MB at the peak (VmHWM)`,
        'without a GPU Chromium keeps decoded pictures in this process',
      ],
    },
  ]
}

export const window: BenchLine = {
  name: 'window',
  run: async (context) => {
    const lack = process.platform === 'linux' ? lackForElectronTests() : 'memory is read from /proc, which Linux has'
    if (lack !== null) return [{ kind: 'skipped', what: 'The window with 100,000 pictures', reason: lack }]
    const service = await startService(0, changesPerSecond / 2)
    const display = await startDisplay()
    try {
      const template = await makeTemplate(context, service)
      return toResults(context, await measureBoth(context, template, service, display.name))
    } finally {
      await display.stop()
      await service.stop()
    }
  },
}
