import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '../../base/platform/clock.ts'
import { systemFiles } from '../../base/platform/system-files.ts'
import { createThreadFiles } from '../../base/platform/thread-files.ts'
import { createDraftCopies } from './copy-drafts.ts'
import { type CopyAnswer, type CopyTask, sendError } from './copy-tasks.ts'

// A thread that copies what is dropped in large numbers. It ends when its port is closed.

const { dataFolder } = workerData as { readonly dataFolder: string }
const drafts = createDraftCopies(dataFolder, createThreadFiles(systemFiles, process.platform, systemClock.monotonic))

/** Answers sent together, and how long one may wait for others, in milliseconds. */
const together = 32
const waitMs = 10

let answers: CopyAnswer[] = []
let timer: NodeJS.Timeout | undefined
let waiting = 0

const send = (): void => {
  clearTimeout(timer)
  timer = undefined
  parentPort?.postMessage(answers)
  answers = []
}

const answer = (one: CopyAnswer): void => {
  answers.push(one)
  waiting--
  if (answers.length >= together || waiting === 0) send()
  else timer ??= setTimeout(send, waitMs)
}

const run = async (task: CopyTask): Promise<CopyAnswer> => {
  const { id } = task
  try {
    switch (task.kind) {
      case 'copy':
        return { id, kind: 'copied', file: await drafts.copy(task.path, { name: task.name, id: task.draftId }) }
      case 'flush':
        await drafts.flush(task.draft)
        return { id, kind: 'flushed' }
      case 'move': {
        const errors = await drafts.move(task.moves)
        return { id, kind: 'moved', errors: errors.map((error) => (error === null ? null : sendError(error))) }
      }
    }
  } catch (error) {
    return { id, kind: 'failed', error: sendError(error) }
  }
}

const takeTasks = async (tasks: readonly CopyTask[]): Promise<void> => {
  waiting += tasks.length
  for (const task of tasks) {
    void run(task).then(answer)
    // What was flushed meanwhile makes room for the next ones.
    if (task.kind === 'copy') await nextTurn()
  }
}

parentPort?.on('message', (tasks: readonly CopyTask[]) => void takeTasks(tasks))
