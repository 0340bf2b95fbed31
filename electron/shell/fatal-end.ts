import { type AppError, type ErrorRecord, toAppError } from '../../shared/base/errors.ts'

type Ports = {
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Records a restart and its reason, which the next start shows. False: there were too many. */
  readonly noteRestart: (reason: ErrorRecord) => boolean
  readonly relaunch: () => void
  /** Tells a person now, because there is no next start to do it; resolves when that was read. */
  readonly tell: (reason: ErrorRecord) => Promise<void>
  /** Ends this process at once. */
  readonly exit: () => void
}

/**
 * Ends a main process whose state can't be trusted: the reason is logged and shown, Packshot restarts, and the queue continues.
 * There is no orderly shutdown.
 */
export const createFatalEnd = ({ log, noteRestart, relaunch, tell, exit }: Ports) => {
  let isEnding = false
  const end = (error: AppError): void => {
    if (isEnding) return
    isEnding = true
    const reason = error.toRecord()
    log({ event: 'fatal', message: error.message })
    if (!noteRestart(reason)) return void tell(reason).then(exit, exit)
    relaunch()
    exit()
  }
  return {
    /** The disk failed to save the library. */
    end,
    /** An uncaught exception: this process's state may be wrong. Durable data is in the library. */
    uncaught: (error: Error): void => {
      log({ event: 'uncaught-exception', message: error.stack ?? error.message })
      // The reader of our output is gone, which is not a fault of this process.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') end(toAppError(error))
    },
  }
}
