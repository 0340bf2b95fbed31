import { personNow } from '../../answers/sheet/person-now.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'

/** Work handed over as a file. */
export const createHandoverHandlers = (context: Pick<HandlerContext, 'handovers' | 'exports' | 'settings' | 'ports'>) => {
  const { handovers, exports } = context
  return {
    write: os.handover.write.handler(({ input }) => {
      const { at, by } = personNow(context)
      return handovers.write({ path: exports.pathOf(input.to), originals: input.originals, madeBy: by, madeAt: at })
    }),
    progress: os.handover.progress.handler(() => handovers.progress()),
    stop: os.handover.stop.handler(() => handovers.stopWriting()),
    open: os.handover.open.handler(({ input }) => handovers.open(input.path)),
    view: os.handover.view.handler(() => handovers.view()),
    differences: os.handover.differences.handler(({ input }) => handovers.differences(input.id, input.kind, input.offset, input.limit)),
    merge: os.handover.merge.handler(({ input }) => handovers.merge(input.id, input.choices, input.otherWorkspace)),
    close: os.handover.close.handler(({ input }) => handovers.close(input.id)),
  }
}
