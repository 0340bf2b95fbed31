import type { HandlerContext } from '../../call-context.ts'
import type { Person } from './decide-cell.ts'

/** Who changes something now. */
export const personNow = ({ settings, ports }: Pick<HandlerContext, 'settings' | 'ports'>): Person => ({
  at: Math.round(ports.clock.now()),
  by: settings.get().reviewerName || (ports.userName?.() ?? ''),
})
