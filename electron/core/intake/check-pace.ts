import type { Clock } from '../platform/clock.ts'

/** Checked at once in any case, so that uploads can begin. */
const firstChecks = 16
/** While rows come in, one picture is checked for so many new ones: the rows are waited for by a person, the checks are not. */
const rowsPerCheck = 32
/** Rows that come slower than this, in milliseconds, leave time for all checks. */
const quietMs = 250

type Ports = { readonly clock: Clock; readonly isAdding: () => boolean }

/** How fast pictures are checked that nobody looks at. */
export const createCheckPace = ({ clock, isAdding }: Ports) => {
  let allowed = firstChecks
  let rowsAt = Number.NEGATIVE_INFINITY

  return {
    rowsCame: (count: number): void => {
      rowsAt = clock.monotonic()
      allowed += count / rowsPerCheck
    },
    /** In how many milliseconds the next check may start; 0: now. */
    delayMs: (): number => {
      if (!isAdding()) {
        allowed = firstChecks
        return 0
      }
      return allowed >= 1 ? 0 : Math.max(0, rowsAt + quietMs - clock.monotonic())
    },
    take: (): void => {
      allowed = Math.max(0, allowed - 1)
    },
  }
}
