import { AppError } from '../../../../shared/base/errors.ts'
import type { Failure } from '../../../../shared/base/failures.ts'
import type { MeasuredPixels, PictureText } from '../../../../shared/checks/measurements.ts'
import type { PictureCode } from '../../../../shared/pictures/picture-codes.ts'
import type { SentFormat } from '../../../../shared/pictures/picture-formats.ts'
import type { ImageFacts } from '../../../../shared/pictures/pictures.ts'
import type { Files } from '../../base/platform/files.ts'
import {
  type ImageTaskMessage,
  type ImageWorker,
  type Inspected,
  toWorkerError,
  type WorkerEnd,
  workerAnswer,
} from './decoding-messages.ts'

export type ImageLimits = {
  /** Longest time for one picture, or for several small ones together, in milliseconds, the start of a worker included. */
  readonly taskMs: number
  /** Most resident memory of one worker, in bytes. */
  readonly rssBytes: number
}

export type LanePorts = {
  readonly spawn: () => ImageWorker
  readonly limits: ImageLimits
  readonly readRss: (pid: number) => Promise<number | undefined>
  readonly removeFile: Files['remove']
}

export type Outcome =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  /** Of `inspect-several`, in the order of its tasks. */
  | { readonly kind: 'inspected'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'codes'; readonly codes: readonly PictureCode[] }
  | { readonly kind: 'measured'; readonly measured: MeasuredPixels }
  | { readonly kind: 'print'; readonly text: PictureText }
  | { readonly kind: 'converted'; readonly format: SentFormat }
  | { readonly kind: 'likeness'; readonly likeness: Uint8Array | null }
  | { readonly kind: 'compared'; readonly same: readonly (boolean | null)[] }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** The worker crashed by itself during the task: worth one retry. */
  | { readonly kind: 'lost'; readonly error: AppError }

/** The end of a task, and its consequence for the worker. */
type Verdict = { readonly outcome: Outcome; readonly keepWorker: boolean }

type Hired = {
  readonly worker: ImageWorker
  readonly ended: Promise<WorkerEnd>
  /** Receives the worker's messages for its current task. */
  onMessage: (message: unknown) => void
}

const watchEveryMs = 250

const failed = (failure: Failure): Verdict => ({
  outcome: { kind: 'failed', error: new AppError('image-process-failed', failure) },
  keepWorker: false,
})

const cancelled = (): Verdict => ({
  outcome: { kind: 'failed', error: new AppError('cancelled', { kind: 'decoding-cancelled' }) },
  keepWorker: false,
})

const lost = ({ code, signal, words }: WorkerEnd): Verdict => {
  const failure: Failure = { kind: 'image-process-ended', signal, exitCode: code }
  const error = new AppError('image-process-failed', failure, { cause: words ? new Error(words) : undefined })
  return { outcome: { kind: 'lost', error }, keepWorker: false }
}

const odd = (): Verdict => failed({ kind: 'image-process-answer-odd' })

const toOutcome = (one: Inspected): Outcome =>
  one.kind === 'facts' ? { kind: 'facts', facts: one.facts } : { kind: 'failed', error: toWorkerError(one.failure) }

/** What a task may leave half written. */
const temporaryPathsOf = (task: ImageTaskMessage): readonly string[] => {
  if (task.kind === 'inspect-several') return task.tasks.map(({ temporaryPath }) => temporaryPath)
  return 'temporaryPath' in task ? [task.temporaryPath] : []
}

/** The result in a worker's message; undefined while the task is running. An answer to another kind of task is none. */
const judge = (message: unknown, task: ImageTaskMessage, { rssBytes }: ImageLimits): Verdict | undefined => {
  const answer = workerAnswer.safeParse(message).data
  switch (answer?.kind) {
    case 'memory':
      return answer.rss > rssBytes ? tooMuchMemory(rssBytes) : undefined
    case 'facts':
      if (task.kind !== 'inspect') return odd()
      // A worker never returns its memory, so after a large picture the next one gets a new worker.
      return { outcome: { kind: 'facts', facts: answer.facts }, keepWorker: answer.rss < rssBytes / 2 }
    case 'inspected':
      if (task.kind !== 'inspect-several' || answer.results.length !== task.tasks.length) return odd()
      return { outcome: { kind: 'inspected', outcomes: answer.results.map(toOutcome) }, keepWorker: answer.rss < rssBytes / 2 }
    case 'codes':
      if (task.kind !== 'read-codes') return odd()
      return { outcome: { kind: 'codes', codes: answer.codes }, keepWorker: answer.rss < rssBytes / 2 }
    case 'measured':
      if (task.kind !== 'measure') return odd()
      return { outcome: { kind: 'measured', measured: answer.measured }, keepWorker: answer.rss < rssBytes / 2 }
    case 'print':
      if (task.kind !== 'read-print') return odd()
      return { outcome: { kind: 'print', text: answer.text }, keepWorker: answer.rss < rssBytes / 2 }
    case 'converted':
      if (task.kind !== 'convert') return odd()
      return { outcome: { kind: 'converted', format: answer.format }, keepWorker: answer.rss < rssBytes / 2 }
    case 'likeness':
      if (task.kind !== 'likeness') return odd()
      return { outcome: { kind: 'likeness', likeness: answer.likeness }, keepWorker: answer.rss < rssBytes / 2 }
    case 'compared':
      if (task.kind !== 'compare' || answer.same.length !== task.others.length) return odd()
      return { outcome: { kind: 'compared', same: answer.same }, keepWorker: answer.rss < rssBytes / 2 }
    case 'failed':
      return { outcome: { kind: 'failed', error: toWorkerError(answer.failure) }, keepWorker: answer.rss < rssBytes / 2 }
    default:
      return odd()
  }
}

const tooMuchMemory = (rssBytes: number): Verdict => failed({ kind: 'decoding-over-memory', limitBytes: rssBytes })

const hire = (spawn: () => ImageWorker): Hired => {
  const worker = spawn()
  const hired: Hired = { worker, ended: new Promise((resolve) => worker.onEnd(resolve)), onMessage: () => {} }
  worker.onMessage((message) => hired.onMessage(message))
  return hired
}

/**
 * One place of the pool: a worker, started when first needed and kept, working on one task at a time. `run` never rejects; a worker
 * that is over its time or memory is killed, and gone, before `run` resolves. `end` kills it and waits for its end.
 */
export const createImageLane = ({ spawn, limits, readRss, removeFile }: LanePorts) => {
  let hired: Hired | undefined

  const hireOne = (): Hired => {
    const fresh = hire(spawn)
    hired = fresh
    void fresh.ended.then(() => {
      if (hired === fresh) hired = undefined
    })
    return fresh
  }

  const dismiss = async (): Promise<void> => {
    const leaving = hired
    hired = undefined
    leaving?.worker.kill()
    await leaving?.ended
  }

  const attempt = async (task: ImageTaskMessage, own: Hired, signal?: AbortSignal): Promise<Verdict> => {
    const { worker, ended } = own
    const watches: NodeJS.Timeout[] = []
    let onAbort = (): void => {}
    const verdict = await new Promise<Verdict>((settle) => {
      let isLooking = false
      const watch = async (): Promise<void> => {
        // Where looking means another process (ps), a busy computer would get one more each time.
        if (worker.pid === undefined || isLooking) return
        isLooking = true
        const rss = await readRss(worker.pid).finally(() => {
          isLooking = false
        })
        if (rss !== undefined && rss > limits.rssBytes) settle(tooMuchMemory(limits.rssBytes))
      }
      const onTime = (): void => settle(failed({ kind: 'decoding-over-time', limitMs: limits.taskMs }))
      onAbort = () => settle(cancelled())
      own.onMessage = (message) => {
        const found = judge(message, task, limits)
        if (found) settle(found)
      }
      void ended.then((end) => settle(lost(end)))
      watches.push(
        setTimeout(onTime, limits.taskMs),
        setInterval(() => void watch(), watchEveryMs),
      )
      signal?.addEventListener('abort', onAbort)
      worker.send(task)
    })
    for (const timer of watches) clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    own.onMessage = () => {}
    return verdict
  }

  const run = async (task: ImageTaskMessage, signal?: AbortSignal): Promise<Outcome> => {
    if (signal?.aborted) return cancelled().outcome
    const own = hired ?? hireOne()
    const { outcome, keepWorker } = await attempt(task, own, signal)
    if (!keepWorker) {
      if (hired === own) await dismiss()
      // What a finished task wrote is the result.
      if (outcome.kind !== 'converted') for (const path of temporaryPathsOf(task)) await removeFile(path).catch(() => {})
    }
    return outcome
  }

  return {
    run,
    /** Starts its worker before there is a task. */
    warm: (): void => void (hired ?? hireOne()),
    end: dismiss,
  }
}
export type ImageLane = ReturnType<typeof createImageLane>
