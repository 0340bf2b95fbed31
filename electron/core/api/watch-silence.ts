/** So long without a byte, and it is asked whether there is a connection at all, milliseconds. */
export const defaultSilentMs = 12_000

type Ports = {
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
export const watchSilence = ({ silentMs = defaultSilentMs, isAlive, onSilence, onDead }: Ports) => {
  let heardAt = performance.now()
  let isOver = false
  let isSilent = false
  let timer: NodeJS.Timeout | undefined

  const arm = (ms: number): void => {
    if (isOver) return
    timer = setTimeout(() => void look(), ms)
    timer.unref()
  }
  const look = async (): Promise<void> => {
    const left = heardAt + silentMs - performance.now()
    if (left > 1) return arm(left)
    const askedAt = performance.now()
    const alive = await isAlive()
    if (isOver) return
    if (heardAt >= askedAt) return arm(silentMs)
    if (alive) {
      arm(silentMs)
      isSilent = true
      onSilence?.(performance.now() - heardAt)
      return
    }
    isOver = true
    onDead()
  }
  arm(silentMs)
  return {
    /** A byte came, or the network took one. */
    heard: (): void => {
      heardAt = performance.now()
      if (!isSilent || isOver) return
      isSilent = false
      onSilence?.(null)
    },
    stop: (): void => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
