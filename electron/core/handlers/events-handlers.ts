import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

/** What happens, as it happens. */
export const createEventsHandlers = ({ feed }: Pick<HandlerContext, 'feed'>) => ({
  subscribe: os.events.subscribe.handler(({ signal }) => feed.subscribe(signal)),
})
