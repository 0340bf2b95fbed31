import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { ElectronApplication, Page } from 'playwright'

/** A summary of the delays of a 5 ms timer, in milliseconds. */
export type Lateness = { readonly longest: number; readonly p99: number; readonly over50: number }

/**
 * The time in which a thread was blocked. `late`: all of it. `busy`: the part of it in which the thread itself used
 * a processor (from Linux's schedstat, see proc(5)); in the rest it waited for one, or for the disk.
 */
export type Stalls = { readonly busy: Lateness; readonly late: Lateness }

/** When a stretch ended (milliseconds since 1970), how long the delay was, and how much of it the thread was busy. */
type Gap = readonly [end: number, late: number, busy: number]

const sumUp = (values: readonly number[]): Lateness => {
  const sorted = [...values].sort((a, b) => b - a)
  const round = (value = 0): number => Math.round(value * 10) / 10
  return { longest: round(sorted[0]), p99: round(sorted[Math.floor(sorted.length / 100)]), over50: sorted.filter((one) => one > 50).length }
}
const toStalls = (gaps: readonly Gap[]): Stalls => ({
  busy: sumUp(gaps.map(([, , busy]) => busy)),
  late: sumUp(gaps.map(([, late]) => late)),
})

/** Collects into `found` until its standard input gets a line, which it answers with what it found. */
const untilAsked = `
process.stdin.once('end', () => process.exit())
process.stdin.once('data', () => process.stdout.write(JSON.stringify(found) + '\\n', () => process.exit()))
`

/** Reads every two milliseconds how long another's main thread has used a processor: first of all processes, if allowed. */
const sampler = `
const { readFileSync } = require('node:fs')
try { require('node:os').setPriority(-15) } catch {}
const found = []
setInterval(() => {
  const now = performance.timeOrigin + performance.now()
  try { found.push([now, Number(readFileSync(process.argv[1], 'latin1').split(' ')[0]) / 1e6]) } catch {}
}, 2)
${untilAsked}`

/**
 * A known piece of work, ten times a second: it reads a JSON text of 320 kB, and notes how long its thread was busy with that, about
 * 5 ms. On a processor that is shared with other machines it is busy for several times as long, and so is the watched thread.
 */
const yardstick = `
const { readFileSync } = require('node:fs')
const busy = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
const text = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => ({ at, name: 'picture ' + at })))
const found = []
setInterval(() => {
  const before = busy()
  JSON.parse(text)
  found.push(busy() - before)
}, 100)
${untilAsked}`

type Samples = readonly (readonly [at: number, busy: number])[]

const start = (script: string, ...args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['-e', script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })

const readFound = async <Found>(child: ChildProcess): Promise<readonly Found[]> => {
  if (!child.stdout || !child.stdin) return []
  const line = once(createInterface({ input: child.stdout }), 'line')
  child.stdin.write('\n')
  return JSON.parse(String((await line)[0]))
}

/** The minimum time that the watched thread was busy from `begin` to `end`, as far as the samples show. */
const createBusyBetween = (samples: Samples) => {
  const indexAt = (time: number): number => {
    let [low, high] = [0, samples.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((samples[middle]?.[0] ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return (begin: number, end: number): number => {
    // Include the samples just outside, to err on the high side.
    const first = samples[Math.max(0, indexAt(begin) - 1)]
    const last = samples[Math.min(samples.length - 1, indexAt(end))]
    return first && last ? Math.max(0, last[1] - first[1]) : end - begin
  }
}

type Watch = { readonly gaps: Gap[]; droppedAt: number; stop: () => void }

export type Watched = {
  readonly main: Stalls
  /** From the drop on: Chromium has converted the dragged files by then. */
  readonly page: Stalls
  /** The longest stretches in which the page was busy: milliseconds since the drop, and their length. */
  readonly busiest: readonly (readonly [at: number, ms: number])[]
  /** How long the page was blocked while Chromium converted the dragged files, before the page gets the event. */
  readonly delivery: Lateness
  /** The same, of a known piece of work in a process beside it: how fast this machine was in that time. */
  readonly yardstick: Lateness
}

/**
 * Watches the window's page and the main process, until asked, for stretches in which they were blocked: by the delays of a 5 ms
 * timer.
 */
export const watchForStalls = async (app: ElectronApplication, page: Page) => {
  const pagePid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)
  const reader = start(sampler, `/proc/${pagePid}/task/${pagePid}/schedstat`)
  const measure = start(yardstick)
  await app.evaluate(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const busy = (): number => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6
    const gaps: Gap[] = []
    let [before, busyBefore] = [performance.now(), busy()]
    const timer = setInterval(() => {
      const [now, busyNow] = [performance.now(), busy()]
      gaps.push([performance.timeOrigin + now, Math.max(0, now - before - 5), busyNow - busyBefore])
      before = now
      busyBefore = busyNow
    }, 5)
    Object.assign(globalThis, { stallWatch: { gaps, droppedAt: 0, stop: () => clearInterval(timer) } })
  })
  await page.evaluate(() => {
    const gaps: Gap[] = []
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      gaps.push([performance.timeOrigin + now, Math.max(0, now - before - 5), 0])
      before = now
    }, 5)
    const watch = { gaps, droppedAt: 0, stop: () => clearInterval(timer) }
    window.addEventListener('drop', () => (watch.droppedAt ||= performance.timeOrigin + performance.now()), { capture: true })
    Object.assign(globalThis, { stallWatch: watch })
  })
  const read = () => {
    const { stallWatch } = globalThis as unknown as { stallWatch: Watch }
    stallWatch.stop()
    return { gaps: stallWatch.gaps, droppedAt: stallWatch.droppedAt }
  }
  return {
    /** Ends the watch. */
    read: async (): Promise<Watched> => {
      const main = await app.evaluate(read)
      const shown = await page.evaluate(read)
      const [samples, known] = await Promise.all([readFound<Samples[number]>(reader), readFound<number>(measure)])
      const busyBetween = createBusyBetween(samples)
      const gaps = shown.gaps.map(([end, ms]): Gap => [end, ms, Math.min(ms + 5, busyBetween(end - ms - 5, end))])
      const isBefore = ([end, ms]: Gap): boolean => end - ms - 5 < shown.droppedAt
      return {
        main: toStalls(main.gaps),
        page: toStalls(gaps.filter((gap) => !isBefore(gap))),
        busiest: gaps
          .filter((gap) => !isBefore(gap))
          .sort((a, b) => b[2] - a[2])
          .slice(0, 5)
          .map(([end, ms, busy]) => [Math.round(end - ms - 5 - shown.droppedAt), Math.round(busy)]),
        delivery: sumUp(gaps.filter(isBefore).map(([, ms]) => ms)),
        yardstick: sumUp(known),
      }
    },
  }
}

const inWords = ({ longest, p99, over50 }: Lateness): string => `longest ${longest} ms, p99 ${p99} ms, ${over50} over 50 ms`

/** The figures as text. */
export const describeWatched = ({ main, page, busiest, delivery, yardstick }: Watched): string =>
  [
    `main process: late ${inWords(main.late)}; of that busy itself: ${inWords(main.busy)}`,
    `window's page: late ${inWords(page.late)}; of that busy itself: ${inWords(page.busy)}`,
    `its longest were of ${busiest.map(([at, ms]) => `${ms} ms at ${at} ms after the drop`).join(', ')}`,
    `before the drop reached the page, Chromium held it for ${delivery.longest} ms at most`,
    `a known piece of work, at the same time: busy ${inWords(yardstick)}`,
  ].join('\n')
