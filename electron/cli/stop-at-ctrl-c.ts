import { AppError } from '../../shared/base/errors.ts'
import { stoppedSigningInWords } from '../../shared/command/command-words.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Output } from './output.ts'

/** Aborts at Ctrl-C; a second one ends the process at once, as usual. */
export const listenForStop = (): { readonly signal: AbortSignal; readonly end: () => void } => {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return { signal: controller.signal, end: () => void process.off('SIGINT', stop).off('SIGTERM', stop) }
}

/** Does the work; Ctrl-C stops it, as the window's “Stop” does. */
export const stopAtCtrlC = async <T>(stop: () => Promise<unknown>, work: () => Promise<T>): Promise<T> => {
  const { signal, end } = listenForStop()
  signal.addEventListener('abort', () => void stop())
  try {
    return await work()
  } finally {
    end()
  }
}

/** A sign-in ended by Ctrl-C; `null`: another failure. */
export const endStopped = (error: unknown, signal: AbortSignal, output: Output): ExitCode | null => {
  if (!signal.aborted || !(error instanceof AppError) || error.code !== 'cancelled') return null
  output.note(stoppedSigningInWords)
  return exitCodes.workLeft
}
