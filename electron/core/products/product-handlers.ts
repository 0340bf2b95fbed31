import type { HandlerContext } from '../handler-context.ts'
import { implementer as os } from '../implementer.ts'
import { chooseImages } from '../library/choose-images.ts'
import { attach } from './attach.ts'
import { replaceList } from './replace-list.ts'

/** Attaching pictures to products, and our ledger of what is attached where. */
export const createProductHandlers = ({ journal, jobs, images, products, sources, connections, scheduler, ports }: HandlerContext) => ({
  attach: os.products.attach.handler(async ({ input }) => {
    const result = await attach(
      { ...input, images: chooseImages(input.images, images) },
      {
        journal,
        jobs,
        products,
        sources,
        clock: ports.clock,
        connectionId: () => connections.active()?.id ?? null,
        serviceAppends: () => connections.active()?.serviceAppends ?? false,
      },
    )
    scheduler.wake()
    return { ...result, notes: [...result.notes] }
  }),
  replaceList: os.products.replaceList.handler(async ({ input }) => {
    const result = await replaceList(input, {
      journal,
      jobs,
      products,
      sources,
      clock: ports.clock,
      serviceAppends: (id) => (id === null ? false : (connections.get(id)?.serviceAppends ?? false)),
    })
    scheduler.wake()
    return result
  }),
  unsettled: os.products.unsettled.handler(() => ({ total: 0, rows: [] })),
  settle: os.products.settle.handler(() => ({ retried: 0, refused: [] })),
  list: os.products.list.handler(() => products.list(connections.active()?.id ?? null)),
})
