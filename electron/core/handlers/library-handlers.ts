import { readPictureDetails } from '../views/picture-details.ts'
import { createLibraryReader } from '../views/read-library.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<
  HandlerContext,
  'checkPictures' | 'connections' | 'images' | 'jobs' | 'journal' | 'removal' | 'scheduler' | 'sources' | 'uploading'
>

/** The library as a window shows it. */
export const createLibraryHandlers = (context: Ports) => {
  const { journal, connections, scheduler, uploading, removal } = context
  const connectionId = (): string | null => connections.active()?.id ?? null
  const reader = createLibraryReader({ journal, connectionId, uploading })
  return {
    page: os.library.page.handler(({ input }) => reader.page(input.sort, input.filter, input.offset, input.limit)),
    ids: os.library.ids.handler(({ input }) => reader.ids(input.sort, input.filter)),
    details: os.library.details.handler(({ input }) => readPictureDetails(input.imageId, { ...context, reader, connectionId })),
    remove: os.library.remove.handler(async ({ input }) => {
      const removed = await removal.remove(input.imageIds)
      scheduler.wake()
      return { removed }
    }),
    restore: os.library.restore.handler(async ({ input }) => {
      const restored = await removal.restore(input.imageIds)
      context.checkPictures()
      scheduler.wake()
      return { restored }
    }),
  }
}
