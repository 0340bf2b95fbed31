import { previewPlan } from '../views/preview-plan.ts'
import type { HandlerContext } from './handler-context.ts'
import { implementer as os } from './implementer.ts'

type Ports = Pick<HandlerContext, 'connections' | 'jobs' | 'journal' | 'products' | 'sources'>

/** Attaching all matched pictures in one step. */
export const createPlansHandlers = (context: Ports) => {
  const { connections } = context
  return {
    preview: os.plans.preview.handler(({ input }) => previewPlan(context, { ...input, connection: connections.active() })),
  }
}
