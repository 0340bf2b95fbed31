import type { DrivenApp } from './driven-app.ts'

/** What a page showed while scrolling. Times in milliseconds. */
export type Watched = {
  /** Milliseconds since 1970 of its first and its last frame. */
  readonly from: number
  readonly to: number
  /** Between one frame's requestAnimationFrame timestamp and the next. */
  readonly intervals: readonly number[]
  /** The most rows and cells that existed at once, and the most elements of the whole page. */
  readonly rows: number
  readonly cells: number
  readonly elements: number
  /** Cells still without their picture's data, out of all cells seen in all frames. */
  readonly emptyCells: number
  readonly seenCells: number
  /** The scrolled distance in pixels. */
  readonly scrolled: number
}

type Options = { readonly selector: string; readonly ms: number; readonly pixelsPerSecond: number }

/** Scrolls an element evenly for this long, a step a frame, and watches each frame. */
export const watchFrames = (app: Pick<DrivenApp, 'run'>, options: Options): Promise<Watched> =>
  app.run(async ({ selector, ms, pixelsPerSecond }) => {
    const box = document.querySelector(selector)
    if (!box) throw new Error(`nothing is ${selector}`)
    const all = document.getElementsByTagName('*')
    const intervals: number[] = []
    let [rows, cells, elements, emptyCells, seenCells] = [0, 0, 0, 0, 0]
    const start = box.scrollTop
    const from = Date.now()
    await new Promise<void>((resolve) => {
      let [first, last] = [0, 0]
      const onFrame = (now: number): void => {
        if (first === 0) first = now
        else intervals.push(now - last)
        last = now
        const shown = box.querySelectorAll('[role=gridcell]').length
        rows = Math.max(rows, box.firstElementChild?.childElementCount ?? 0)
        cells = Math.max(cells, shown)
        elements = Math.max(elements, all.length)
        seenCells += shown
        emptyCells += box.querySelectorAll('[role=gridcell][aria-busy]').length
        box.scrollTop = start + ((now - first) / 1000) * pixelsPerSecond
        if (now - first < ms) requestAnimationFrame(onFrame)
        else resolve()
      }
      requestAnimationFrame(onFrame)
    })
    return { from, to: Date.now(), intervals, rows, cells, elements, emptyCells, seenCells, scrolled: box.scrollTop - start }
  }, options)

/** A frame at 60 a second takes 16.7 ms; timestamps are whole multiples of it, give or take. */
export const slowFrameMs = 33

export type Frames = { readonly p50: number; readonly p95: number; readonly p99: number; readonly slow: number; readonly longest: number }

/** `slow`: the part of all frames that took longer than 33 ms, 0–1. */
export const sumUpFrames = (intervals: readonly number[]): Frames => {
  const sorted = [...intervals].sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  const slow = sorted.filter((one) => one > slowFrameMs).length / sorted.length
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), slow, longest: sorted.at(-1) ?? Number.NaN }
}
