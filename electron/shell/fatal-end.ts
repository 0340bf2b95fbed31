import { type AppError, type ErrorRecord, toAppError } from '../../shared/errors.ts'
import { describeStayClosed } from '../../shared/words/recovery.ts'

type Ports = {
  readonly log: (event: Readonly<Record<string, unknown>>) => void
  /** Notes a restart and why it is needed, for the next start to tell. False: there were too many. */
  readonly noteRestart: (reason: ErrorRecord) => boolean
  readonly relaunch: () => void
  /** Tells a person here and now, since no next start does. */
  readonly tell: (said: { readonly message: string; readonly action: string }) => void
  /** Ends this process at once. */
  readonly exit: () => void
}

/**
 * The end of a main process of which nothing is trusted any more: it is logged and told, Packshot starts again, and the queue continues.
 * Nothing is ended in order.
 */
export const createFatalEnd = ({ log, noteRestart, relaunch, tell, exit }: Ports) => {
  let isEnding = false
  const end = (error: AppError): void => {
    if (isEnding) return
    isEnding = true
    const reason = error.toRecord()
    log({ event: 'fatal', message: error.message })
    if (noteRestart(reason)) relaunch()
    else tell(describeStayClosed(reason))
    exit()
  }
  return {
    /** The disk failed at saving the library. */
    end,
    /** An exception that nothing caught: what this process knows may be wrong now. What is durable is in the library. */
    uncaught: (error: Error): void => {
      log({ event: 'uncaught-exception', message: error.stack ?? error.message })
      // Whoever read our output went away: that is no fault of this process.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') end(toAppError(error))
    },
  }
}
