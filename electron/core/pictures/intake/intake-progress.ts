import type { CoreEvent } from '../../../../shared/contract.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { IntakeRequest, IntakeSummary } from './intake.ts'
import { walkPaths } from './walk-paths.ts'

/** Shortest interval between progress reports while files are only counted. */
const tellEvery = 250

/** The combined progress of all running intakes; `null` without any. */
export const createIntakeProgress = (onChange: () => void, ports: Pick<Platform, 'files' | 'timers'>) => {
  const underWay = new Set<{ found: number; done: number; known: number }>()
  let alreadyThere = 0

  /** Counts ahead of the work, so that the total is known early. */
  const countAhead = async (one: { found: number }, request: Pick<IntakeRequest, 'paths' | 'recursive'>): Promise<void> => {
    for await (const _ of walkPaths(request.paths, request.recursive, ports, false)) {
      one.found++
      if (one.found % tellEvery === 0) onChange()
    }
  }

  return {
    /** Of ended intakes. */
    alreadyThere: (): number => alreadyThere,
    get: (): CoreEvent['intake'] => {
      if (underWay.size === 0) return null
      let found = 0
      let done = 0
      for (const one of underWay) {
        found += Math.max(one.found, one.done)
        done += one.done
      }
      return { found, done }
    },
    follow: async <T>(
      request: Pick<IntakeRequest, 'paths' | 'urls' | 'recursive'>,
      work: (report: { readonly onRows: (count: number) => void; readonly onBatch: (summary: IntakeSummary) => void }) => Promise<T>,
    ): Promise<T> => {
      const one = { found: request.urls.length, done: 0, known: 0 }
      underWay.add(one)
      onChange()
      // The intake itself refuses unreadable files.
      countAhead(one, request).catch(() => {})
      try {
        return await work({
          onRows: (count) => {
            one.done += count
          },
          onBatch: (summary) => {
            one.known = summary.known.length
            // Files of another batch may have their rows already.
            one.done = Math.max(one.done, summary.added.length + summary.known.length + summary.refused.length)
            onChange()
          },
        })
      } finally {
        underWay.delete(one)
        alreadyThere += one.known
        onChange()
      }
    },
  }
}
