import type { TextsToSend } from '../../../../shared/products/product-texts.ts'
import type { Connection } from '../../../../shared/workspaces/connection.ts'
import { aimTexts } from '../../answers/sheet/lists/aim-texts.ts'
import type { TextsOfCells } from '../../answers/sheet/lists/texts-of-cells.ts'
import { sheetAsk } from '../../answers/sheet/sheet-reader.ts'
import type { HandlerContext } from '../../call-context.ts'
import { implementer as os } from '../../implementer.ts'
import { findJobsOfAction } from '../../queue/find-jobs.ts'
import { askedIn } from '../../workspaces/connections/asked-in.ts'
import { toTarget } from '../ledger/name-product.ts'
import { createKeptTextPlan } from './lists/kept-text-plan.ts'
import { previewTexts, type TextAsked } from './lists/preview-texts.ts'
import { readTextAttributes } from './lists/text-attributes.ts'
import { restoreTexts, sendTexts } from './send-texts.ts'

type Ports = Pick<
  HandlerContext,
  'catalogue' | 'connections' | 'images' | 'jobs' | 'journal' | 'keptSelections' | 'ports' | 'products' | 'reader' | 'scheduler'
>

/** Texts for attributes of products. */
export const createTextsHandlers = (context: Ports) => {
  const { connections, journal, scheduler, ports, reader } = context
  const read = async (what: TextsToSend, connection: () => Connection | null): Promise<TextsOfCells<TextAsked>> => {
    if (what.kind === 'cells') {
      const owner = connection()?.id ?? null
      const { columns, onlyApproved, view } = what
      const ask = view && sheetAsk(context, view, owner)
      const found = await reader.read('sheet.texts', { ask, owner, columns, onlyApproved })
      return { ...found, asked: aimTexts({ ...context, connectionId: owner }, found.asked) }
    }
    const asked = what.texts.map(({ product, ...rest }) => ({
      ...rest,
      key: JSON.stringify(product),
      name: null,
      target: () => toTarget(product, { ...context, connection }),
      picture: null,
      differing: 0,
    }))
    return { asked, empty: 0, onlyOthers: 0 }
  }
  const planOf = createKeptTextPlan({ journal, clock: ports.clock }, async (connectionId, what) => {
    const connection = askedIn(connections, connectionId)
    const { asked, ...counts } = await read(what, connection)
    return { ...(await previewTexts(asked, { ...context, connection: connection() })), ...counts }
  })
  return {
    preview: os.texts.preview.handler(async ({ input }) => {
      const plan = await planOf(askedIn(connections, input.workspace)()?.id ?? null, input.what)
      return { ...plan, rows: plan.rows.slice(input.offset, input.offset + input.limit) }
    }),
    attributes: os.texts.attributes.handler(({ input }) =>
      readTextAttributes(journal, askedIn(connections, input.workspace)()?.id ?? null),
    ),
    send: os.texts.send.handler(async ({ input }) => {
      const connection = askedIn(connections, input.workspace)
      const { asked } = await read(input.what, connection)
      const result = await sendTexts(asked, input.unknown, { ...context, clock: ports.clock, connection })
      scheduler.wake()
      return result
    }),
    restore: os.texts.restore.handler(async ({ input }) => {
      const jobIds = 'jobIds' in input ? input.jobIds : findJobsOfAction(journal, 'set-text', input.action)
      const result = await restoreTexts(jobIds, { ...context, clock: ports.clock })
      scheduler.wake()
      return result
    }),
  }
}
