import { chooseImageIds } from '../library/choose-image-ids.ts'
import { previewSendAgain, sendAgain, undoSendAgain } from '../products/send-again.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'images' | 'jobs' | 'journal' | 'keptLists' | 'operations' | 'ports' | 'products' | 'scheduler' | 'sources'
>

/** Pictures whose file would be another one now than the workspace has. */
export const createSendAgainHandlers = (context: Ports) => {
  const { connections, scheduler } = context
  const ports = { ...context, clock: context.ports.clock }
  return {
    preview: os.sendAgain.preview.handler(({ input }) =>
      previewSendAgain(ports, chooseImageIds(input.images, context), connections.active()),
    ),
    start: os.sendAgain.start.handler(async ({ input }) => {
      const result = await sendAgain(ports, chooseImageIds(input.images, context), connections.active())
      scheduler.wake()
      return result
    }),
    undo: os.sendAgain.undo.handler(async ({ input }) => {
      const result = await undoSendAgain(ports, input.action)
      scheduler.wake()
      return result
    }),
  }
}
