import { toAppError } from '../../../shared/errors.ts'
import type { Core } from '../create-core.ts'

const againAfterMs = 15_000

/** Starts working the queue; what keeps it from starting (a sample workspace that does not come up) is tried again until it goes. */
export const startCore = (core: Pick<Core, 'start'>, log: (event: Readonly<Record<string, unknown>>) => void): void => {
  core.start().catch((error: unknown) => {
    log({ event: 'start-failed', ...toAppError(error).toRecord() })
    setTimeout(() => startCore(core, log), againAfterMs).unref()
  })
}
