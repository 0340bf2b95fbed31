import type { Journal } from '../../base/database/journal.ts'
import type { Platform } from '../../base/platform/platform.ts'
import type { FactLog } from './fact-log.ts'

type Ports = Pick<Platform, 'timers' | 'clock'> & { readonly journal: Journal; readonly facts: Pick<FactLog, 'keepTime'> }

const everyMs = 60 * 60_000
/** A short command writes nothing for it. */
const shortRunMs = 60_000

/**
 * Keeps the time once an hour and at the end, so that it counts although no fact was written meanwhile and the clock is set back later.
 */
export const keepTime = ({ timers, clock, journal, facts }: Ports) => {
  let keptAt = clock.monotonic()
  const keep = (): void => {
    keptAt = clock.monotonic()
    try {
      journal.write(() => facts.keepTime())
    } catch {
      // It is saved an hour later, or the next start counts from the last saved value.
    }
  }
  const timer = timers.every(everyMs, keep, { background: true })
  return {
    stop: (): void => {
      timer.cancel()
      if (clock.monotonic() - keptAt > shortRunMs) keep()
    },
  }
}
