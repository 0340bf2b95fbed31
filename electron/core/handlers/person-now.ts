import type { Person } from '../questions/decide-cell.ts'
import type { HandlerContext } from './handler-context.ts'

/** Who changes something now. */
export const personNow = ({ settings, ports }: Pick<HandlerContext, 'settings' | 'ports'>): Person => ({
  at: Math.round(ports.clock.now()),
  by: settings.get().reviewerName || (ports.userName?.() ?? ''),
})
