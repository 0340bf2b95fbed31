import { AppError } from '../../../../shared/base/errors.ts'
import type { Pacer } from './pacer.ts'

type Options = {
  readonly sleep: (ms: number) => Promise<unknown>
  readonly signal?: AbortSignal
}

/**
 * Waits until one more request may go, and takes its turn. `null`: it may go now. Else why it may not: it was stopped (`cancelled`), or the
 * service asked for a pause (`rate-limited`), which may last a day and is not waited for here.
 */
export const takeTurn = async (pacer: Pacer, { sleep, signal }: Options): Promise<AppError | null> => {
  for (let delay = pacer.delayMs(); delay > 0; delay = pacer.delayMs()) {
    if (pacer.blockedUntil() !== null) {
      const seconds = Math.max(1, Math.ceil(delay / 1_000))
      return new AppError('rate-limited', { kind: 'service-asks-to-wait', seconds }, { retryAfterMs: delay })
    }
    await (signal ? Promise.race([sleep(delay), stopped(signal)]) : sleep(delay))
    if (signal?.aborted) return new AppError('cancelled', { kind: 'turn-stopped' })
  }
  pacer.take()
  return null
}

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
