import { imageTask } from './image-worker-messages.ts'
import { inspectImage, lockDecoders } from './inspect-image.ts'
import { workForParent } from './work-for-parent.ts'

// The entry of the image process: the only one that decodes what people drop. It never prints and keeps nothing between tasks.
lockDecoders()
workForParent(async (message) => {
  const facts = await inspectImage(imageTask.parse(message))
  return { kind: 'facts', facts, rss: process.memoryUsage.rss() }
})
