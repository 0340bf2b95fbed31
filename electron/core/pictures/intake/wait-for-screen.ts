import type { Clock } from '../../base/platform/clock.ts'

/** While a window waits for the first thumbnails, no more files are begun, for so many milliseconds in all. */
const patienceMs = 400

type Ports = { readonly clock: Clock; readonly untilShown?: (ms: number) => Promise<void> | undefined }

/** For one intake: decoding a screen of pictures takes much longer beside one that uses all processors. Call it before each file. */
export const createScreenWait = ({ clock, untilShown }: Ports) => {
  let left = patienceMs
  return async (): Promise<void> => {
    const begun = clock.monotonic()
    const shown = left > 0 ? untilShown?.(left) : undefined
    if (!shown) return
    await shown
    left -= clock.monotonic() - begun
  }
}
