import type { Clock } from '../../base/platform/clock.ts'

/** Checked at once in any case, so that uploads can begin. */
const firstChecks = 16
/** While rows come in, one picture is checked for so many new ones: the rows are waited for by a person, the checks are not. */
const rowsPerCheck = 32
/** A row that takes longer than this, in milliseconds, waits for its disk or network: the processors have time for all checks. */
const slowRowMs = 10
/** After so long without rows, in milliseconds, checks go on at full speed: the next file is large, or its disk hangs. A whole batch at `slowRowMs` takes as long. */
const quietMs = 5_000

type Ports = { readonly clock: Clock; readonly isAdding: () => boolean }

/** How fast pictures are checked that nobody looks at. Rows come in batches, so the time from one batch to the next says how fast they come. */
export const createCheckPace = ({ clock, isAdding }: Ports) => {
  let allowed = firstChecks
  let rowsAt: number | undefined
  let isSlow = false

  return {
    rowsCame: (count: number): void => {
      if (count === 0) return
      const at = clock.monotonic()
      if (rowsAt !== undefined) isSlow = (at - rowsAt) / count > slowRowMs
      rowsAt = at
      allowed += count / rowsPerCheck
    },
    /** In how many milliseconds the next check may start; 0: now. */
    delayMs: (): number => {
      if (!isAdding()) {
        allowed = firstChecks
        rowsAt = undefined
        isSlow = false
        return 0
      }
      if (allowed >= 1 || isSlow || rowsAt === undefined) return 0
      return Math.max(0, rowsAt + quietMs - clock.monotonic())
    },
    take: (): void => {
      allowed = Math.max(0, allowed - 1)
    },
  }
}
