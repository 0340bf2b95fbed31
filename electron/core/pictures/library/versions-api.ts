import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'

/** Pictures whose file was added again with other content. */
export const createVersionsHandlers = ({
  versions,
  scheduler,
  checkPictures,
}: Pick<HandlerContext, 'versions' | 'scheduler' | 'checkPictures'>) => ({
  page: os.versions.page.handler(({ input }) => versions.page(input.offset, input.limit)),
  use: os.versions.use.handler(async ({ input }) => {
    const made = await versions.makeVersions(input.imageIds ?? null)
    scheduler.wake()
    return { made }
  }),
  keepBoth: os.versions.keepBoth.handler(({ input }) => versions.keepBoth(input.imageIds ?? null)),
  separate: os.versions.separate.handler(async ({ input }) => {
    const separated = await versions.separate(input.imageIds)
    checkPictures()
    scheduler.wake()
    return { separated }
  }),
})
