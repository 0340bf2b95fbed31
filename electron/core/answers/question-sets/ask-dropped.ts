import type { Journal } from '../../base/database/journal.ts'
import type { ImageStore } from '../../pictures/library/picture-store.ts'
import type { BegunAction } from '../../queue/action-store.ts'
import type { JobStore } from '../../queue/job-store.ts'
import { queueQuestions } from '../questions/ask.ts'
import { asksOfDrop, type DueAsk, type DueAsks } from './due-asks.ts'
import type { SetStore } from './set-store.ts'

/** Pairs of picture and question that are looked at in one turn of the event loop. */
const pairsAtOnce = 200
/** Pause after the disk refused, in milliseconds. */
const troubleMs = 1_000

type Ports = {
  readonly journal: Journal
  readonly jobs: JobStore
  readonly images: Pick<ImageStore, 'isPresent'>
  readonly questionSets: Pick<SetStore, 'listRunning'>
  readonly dueAsks: DueAsks
  readonly clock: { readonly now: () => number }
  readonly timers: { readonly sleep: (ms: number, options?: { readonly background?: boolean }) => Promise<unknown> }
  /** Questions were queued. */
  readonly onAsked: () => void
}

export type DropAsker = ReturnType<typeof createDropAsker>

/** The questions of one drop are one action, also when an interrupted one continues. */
const actionOf = (dropId: string, questions: readonly string[], names: readonly string[]): BegunAction => ({
  id: asksOfDrop(dropId),
  facts: { kind: 'ask', questions: [...questions], set: names.join(', ') },
})

/**
 * Asks the sets that run by themselves about dropped pictures. What is due is written with the pictures, and settled with the jobs in one
 * transaction: whenever Packshot ends, the next start asks the rest, each once. Which sets run is decided here, so one that a person stopped is
 * not asked any more.
 */
export const createDropAsker = (ports: Ports) => {
  const { journal, jobs, images, questionSets, dueAsks, clock, timers } = ports
  let running: Promise<void> | undefined
  let isStopped = false

  const settle = (due: readonly DueAsk[], { questions, names }: ReturnType<SetStore['listRunning']>): number => {
    let asked = 0
    for (const { imageId, dropId, connectionId } of due) {
      if (questions.length === 0 || !images.isPresent(imageId)) continue
      const action = actionOf(dropId, questions, names)
      asked += queueQuestions({ journal, jobs, clock }, { imageIds: [imageId], questions, again: false, action, connectionId }).asked
    }
    dueAsks.settle(due.map(({ seq }) => seq))
    return asked
  }

  const work = async (): Promise<void> => {
    while (!isStopped) {
      const sets = questionSets.listRunning()
      const due = dueAsks.list(Math.max(1, Math.floor(pairsAtOnce / Math.max(1, sets.questions.length))))
      if (due.length === 0) return
      try {
        const asked = journal.write(() => settle(due, sets))
        await journal.durable()
        if (asked > 0) ports.onAsked()
      } catch {
        // The disk is full or failed. The rows stay, also for the next start.
        await timers.sleep(troubleMs, { background: true })
      }
    }
  }

  /** Resolves when nothing is due any more, or Packshot ends. */
  const ask = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    ask,
    wake: (): void => void ask().catch(() => {}),
    /** Pictures that are to be asked about. */
    left: (): number => (isStopped ? 0 : dueAsks.count()),
    stop: async (): Promise<void> => {
      isStopped = true
      await running?.catch(() => {})
    },
  }
}
