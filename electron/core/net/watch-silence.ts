import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'

/** So long without a byte, and it is asked whether there is a connection at all, milliseconds. */
export const defaultSilentMs = 12_000

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly silentMs?: number
  readonly isAlive: () => Promise<boolean>
  /** Called again and again while nothing moves though the service can be reached, with the milliseconds so far; `null` when it moves. */
  readonly onSilence?: (ms: number | null) => void
  /** Called once, when nothing moves and nothing answers. */
  readonly onDead: () => void
}

/**
 * Tells a service that takes its time from a connection that is dead, as when a network was left or a firewall drops packets: TCP itself
 * would notice after a quarter of an hour. Dead connections are noticed within half a minute.
 */
export const watchSilence = ({ clock, timers, silentMs = defaultSilentMs, isAlive, onSilence, onDead }: Ports) => {
  let heardAt = clock.monotonic()
  let isOver = false
  let isSilent = false
  let timer: Timer | undefined

  const arm = (ms: number): void => {
    if (isOver) return
    timer = timers.after(ms, () => void look(), { background: true })
  }
  const look = async (): Promise<void> => {
    const left = heardAt + silentMs - clock.monotonic()
    if (left > 1) return arm(left)
    const askedAt = clock.monotonic()
    const alive = await isAlive()
    if (isOver) return
    if (heardAt >= askedAt) return arm(silentMs)
    if (alive) {
      arm(silentMs)
      isSilent = true
      onSilence?.(clock.monotonic() - heardAt)
      return
    }
    isOver = true
    onDead()
  }
  arm(silentMs)
  return {
    /** A byte came, or the network took one. */
    heard: (): void => {
      heardAt = clock.monotonic()
      if (!isSilent || isOver) return
      isSilent = false
      onSilence?.(null)
    },
    stop: (): void => {
      isOver = true
      timer?.cancel()
    },
  }
}
