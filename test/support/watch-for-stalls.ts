import type { ElectronApplication, Page } from 'playwright-core'

/** Milliseconds for which one thread did nothing else. `over`: all that were longer than 50 ms, the longest first. */
export type Stalls = { readonly longest: number; readonly over: readonly number[]; readonly p99: number }

const sum = (gaps: readonly number[]): Stalls => {
  const sorted = [...gaps].sort((a, b) => b - a)
  return { longest: sorted[0] ?? 0, over: sorted.filter((gap) => gap > 50), p99: sorted[Math.floor(sorted.length / 100)] ?? 0 }
}

type Watch = { readonly gaps: number[]; readonly tasks: number[]; stop: () => void }

/**
 * Watches the window's page and the main process for stretches in which they could do nothing else, until asked. In the page: the
 * browser's own long tasks, and the time that a 5 ms timer came late; in the main process: the time that a 5 ms timer came late.
 */
export const watchForStalls = async (app: ElectronApplication, page: Page) => {
  const watchMain = () =>
    app.evaluate(() => {
      const gaps: number[] = []
      let before = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        gaps.push(Math.max(0, now - before - 5))
        before = now
      }, 5)
      Object.assign(globalThis, { stallWatch: { gaps, tasks: [], stop: () => clearInterval(timer) } })
    })
  const watchPage = () =>
    page.evaluate(() => {
      const gaps: number[] = []
      const tasks: number[] = []
      let before = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        gaps.push(Math.max(0, now - before - 5))
        before = now
      }, 5)
      const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)))
      observer.observe({ type: 'longtask' })
      const stop = () => {
        clearInterval(timer)
        tasks.push(...observer.takeRecords().map((entry) => entry.duration))
        observer.disconnect()
      }
      Object.assign(globalThis, { stallWatch: { gaps, tasks, stop } })
    })
  await Promise.all([watchMain(), watchPage()])
  const read = () => {
    const { stallWatch } = globalThis as unknown as { stallWatch: Watch }
    stallWatch.stop()
    return { gaps: stallWatch.gaps, tasks: stallWatch.tasks }
  }
  return {
    /** Ends the watch. */
    read: async (): Promise<{ readonly main: Stalls; readonly page: Stalls; readonly longTasks: readonly number[] }> => {
      const main = await app.evaluate(read)
      const shown = await page.evaluate(read)
      return { main: sum(main.gaps), page: sum(shown.gaps), longTasks: [...shown.tasks].sort((a, b) => b - a) }
    },
  }
}
