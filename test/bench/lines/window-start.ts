import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDisplay } from '../../support/display.ts'
import { lackForElectronTests } from '../../support/electron-host.ts'
import { median } from '../alternate.ts'
import { type BenchContext, type BenchLine, type BenchResult, seconds } from '../bench-line.ts'
import { copyTemplate, makeTemplate, sizeOf } from '../window/large-library-folder.ts'
import { type Start, timeAnsweringWindow, timeEmptyWindow, timePackshot } from '../window/time-start.ts'

const goal = 1.2
const starts = 7
/** Until Packshot has kept what the next start shows and runs (renew-code-cache.ts). */
const settledMs = 12_000
/** Until the program that ended before has left the processors and its memory: a start right after Packshot's end takes longer, before any code of an app. */
const restMs = 500

const drawn = (all: readonly Start[]): number => median(all.map((one) => one.drawn))
const inMs = (all: readonly Start[]): string => all.map((one) => one.drawn.toFixed(0)).join(', ')

/** Where the time goes: how long each part took, medians in milliseconds. */
const describeStages = (all: readonly Start[]): string => {
  const between = (from: keyof Start | null, to: keyof Start): string =>
    median(all.map((one) => one[to] - (from === null ? 0 : one[from]))).toFixed(0)
  return [
    `until the page begins ${between(null, 'begun')}`,
    `until it is parsed ${between('begun', 'parsed')}`,
    `until what is used is there ${between('parsed', 'usable')}`,
    `until it has answered ${between('usable', 'answered')}`,
    `until that is drawn ${between('answered', 'drawn')}`,
  ].join(', ')
}

const measure = async (context: BenchContext, display: string): Promise<readonly BenchResult[]> => {
  const template = await makeTemplate(context, { baseUrl: 'http://127.0.0.1:9' })
  const [reference, empty] = [join(context.folder, 'start-reference'), join(context.folder, 'start-empty')]
  for (const folder of [reference, empty]) await mkdir(folder)
  const full = await copyTemplate(context, template)
  const timers = [
    (openMs?: number) => timeEmptyWindow({ dataFolder: reference, display, openMs }),
    (openMs?: number) => timePackshot({ dataFolder: empty, display, openMs }),
    (openMs?: number) => timePackshot({ dataFolder: full, display, openMs }),
    (openMs?: number) => timeAnsweringWindow({ dataFolder: reference, display, openMs }),
  ]
  const times: Start[][] = timers.map(() => [])
  context.say('starting, twice each to fill the caches')
  for (const openMs of [settledMs, 0]) for (const time of timers) await time(openMs)
  for (let run = 0; run < (context.isSmall ? 1 : starts); run++)
    for (const [at, time] of timers.entries()) {
      await sleep(restMs)
      times[at]?.push(await time())
    }
  const [theirs = [], withNone = [], withMany = [], answering = []] = times
  const toResult = (how: string, ours: readonly Start[]): BenchResult => {
    const ratio = drawn(ours) / drawn(theirs)
    return {
      kind: 'measured',
      what: `From start to usable window, ${how} (an empty Electron window)`,
      ours: seconds(drawn(ours)),
      reference: seconds(drawn(theirs)),
      ratio: `${(1 / ratio).toFixed(2)}×`,
      goal: `≤ ${goal}× its time`,
      met: ratio <= goal,
      notes: [
        `${ratio.toFixed(2)}× the time of the empty window; runs in ms: ours ${inMs(ours)}; empty window ${inMs(theirs)}`,
        'from starting the process to the second frame after an arrow key chose a picture, or “Connect workspace” opened its dialog; of the empty window, to its second frame',
        `an empty window in which a button is clicked, to the second frame after its answer: ${inMs(answering)} ms; ours take ${(drawn(ours) / drawn(answering)).toFixed(2)}× its median`,
        ...(ratio <= goal ? [] : [`ours, in ms: ${describeStages(ours)}`, `the window that answers: ${describeStages(answering)}`]),
      ],
    }
  }
  return [toResult('empty library', withNone), toResult(`${sizeOf(context).pictures.toLocaleString('en')} pictures`, withMany)]
}

export const windowStart: BenchLine = {
  name: 'window-start',
  run: async (context) => {
    const lack = process.platform === 'linux' ? lackForElectronTests() : 'the screen it is shown on is Xvfb, which Linux has'
    if (lack !== null) return [{ kind: 'skipped', what: 'From start to usable window', reason: lack }]
    const display = await startDisplay()
    try {
      return await measure(context, display.name)
    } finally {
      await display.stop()
    }
  },
}
