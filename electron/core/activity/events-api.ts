import type { HandlerContext } from '../call-context.ts'
import { implementer as os } from '../implementer.ts'

/** The event stream. */
export const createEventsHandlers = ({ feed }: Pick<HandlerContext, 'feed'>) => ({
  subscribe: os.events.subscribe.handler(({ signal }) => feed.subscribe(signal)),
})
