import type { Platform } from '../platform/platform.ts'
import type { Timer } from '../platform/timers.ts'

/** Silence after which the connection is checked, in milliseconds. */
export const defaultSilentMs = 12_000

type Ports = Pick<Platform, 'clock' | 'timers'> & {
  readonly silentMs?: number
  readonly isAlive: () => Promise<boolean>
  /** Called repeatedly during silence although the service can be reached, with the milliseconds so far; `null` when data arrives. */
  readonly onSilence?: (ms: number | null) => void
  /** Called once, when no data arrives and the service can't be reached. */
  readonly onDead: () => void
}

/**
 * Distinguishes a slow service from a dead connection, e.g. after a network change or with a firewall that drops packets: TCP itself
 * would notice after a quarter of an hour. This detects dead connections within half a minute.
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
    /** A byte was received or sent. */
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
