import { createSheetReader } from '../views/sheet/read-sheet.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'journal' | 'connections'>

/** Pictures or products down, questions across. */
export const createSheetHandlers = ({ journal, connections }: Ports) => {
  const connectionId = (): string | null => connections.active()?.id ?? null
  const reader = createSheetReader({ journal, connectionId, findQuestions: () => undefined })
  return {
    page: os.sheet.page.handler(({ input }) => reader.page(input.view, input.offset, input.limit)),
    keys: os.sheet.keys.handler(({ input }) => reader.keys(input.view, input.offset, input.limit)),
  }
}
