import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { toNotices } from './lists/recovery-notices.ts'

type Ports = Pick<HandlerContext, 'isCopy' | 'journal' | 'recoveries'>

/** Repairs and restores, until a person has read them. */
export const createRecoveryHandlers = ({ journal, recoveries, isCopy }: Ports) => ({
  list: os.recovery.list.handler(() => toNotices(recoveries.list(), isCopy)),
  acknowledge: os.recovery.acknowledge.handler(async () => {
    const acknowledged = journal.write(() => recoveries.acknowledge())
    await journal.durable()
    return { acknowledged }
  }),
})
