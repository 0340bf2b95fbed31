import { convertImage } from './convert-picture.ts'
import { allowDecoder, lockDecoders } from './decoders.ts'
import { type ImageTaskMessage, type Inspected, type InspectTaskMessage, imageTask, type WorkerAnswer } from './decoding-messages.ts'
import { inspectImage } from './inspect-picture.ts'
import { compareThumbnails, describeThumbnail } from './likeness/look-at-thumbnails.ts'
import { measurePicture } from './measure-picture.ts'
import { readCodes } from './read-codes.ts'
import { readPrint } from './read-print.ts'
import { toFailure, workForParent } from './work-for-parent.ts'

/** One that fails says nothing about the others. */
const inspectEach = async (tasks: readonly InspectTaskMessage[]): Promise<Inspected[]> => {
  const results: Inspected[] = []
  for (const task of tasks) {
    allowDecoder(task.format)
    const result = inspectImage(task).then(
      (facts): Inspected => ({ kind: 'facts', facts }),
      (error: unknown): Inspected => ({ kind: 'failed', failure: toFailure(error) }),
    )
    results.push(await result)
  }
  return results
}

const work = async (task: ImageTaskMessage): Promise<WorkerAnswer> => {
  if ('format' in task) allowDecoder(task.format)
  switch (task.kind) {
    case 'inspect':
      return { kind: 'facts', facts: await inspectImage(task), rss: process.memoryUsage.rss() }
    case 'inspect-several':
      return { kind: 'inspected', results: await inspectEach(task.tasks), rss: process.memoryUsage.rss() }
    case 'read-codes':
      return { kind: 'codes', codes: [...(await readCodes(task))], rss: process.memoryUsage.rss() }
    case 'measure':
      return { kind: 'measured', measured: await measurePicture(task), rss: process.memoryUsage.rss() }
    case 'read-print':
      return { kind: 'print', text: await readPrint(task), rss: process.memoryUsage.rss() }
    case 'convert':
      return { kind: 'converted', format: await convertImage(task), rss: process.memoryUsage.rss() }
    case 'likeness':
      return { kind: 'likeness', likeness: await describeThumbnail(task), rss: process.memoryUsage.rss() }
    case 'compare':
      return { kind: 'compared', same: [...(await compareThumbnails(task))], rss: process.memoryUsage.rss() }
  }
}

// The entry of the image process: the only one that decodes what people drop. It never prints and keeps nothing between tasks.
lockDecoders()
workForParent((message) => work(imageTask.parse(message)))
