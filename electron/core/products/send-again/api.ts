import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { chooseImageIds, resolveImageIds } from '../../pictures/library/choose-picture-ids.ts'
import { previewSendAgain, sendAgain, undoSendAgain } from './send-again.ts'

type Ports = Pick<
  HandlerContext,
  'connections' | 'images' | 'jobs' | 'journal' | 'operations' | 'ports' | 'products' | 'scheduler' | 'sources'
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
      const result = await sendAgain(ports, () => resolveImageIds(input.images, context), connections.active)
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
